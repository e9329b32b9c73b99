"""A game of a record book as an evidence bundle."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from referee.judging.replay import replayed
from referee.notation import write_sheet
from referee.paper.documents import report_of
from referee.paper.page import page
from referee.store.chain import Head, Opening
from referee.store.entries import Stored, line_of
from referee.version import __version__
from referee.wording.language import _
from referee.wording.sentences import symbols
from referee.wording.visible import visible_json

MANIFEST: Final = "manifest.json"
CHAIN: Final = "chain.jsonl"
LOG: Final = "log.jsonl"
SCRIPT: Final = "verify.py"

FORMAT: Final = 1

_A_DAY = (1980, 1, 1, 0, 0, 0)
"""The time of all files of a bundle, so that packing a game again gives the same bundle."""


def pack(
    opening: Opening, stored: Sequence[Stored], events: Sequence[dict[str, Any]], lang: str
) -> bytes:
    """Return the bundle of a game: ``stored`` are its events as the book has them, ``events`` the
    same in the current log format. The page and the sheet are in the language ``lang``."""
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as bundle:
        for name, content in files_of(opening, stored, events, lang).items():
            info = ZipInfo(name, _A_DAY)
            info.external_attr = 0o644 << 16
            bundle.writestr(info, content, ZIP_DEFLATED)
    return held.getvalue()


def files_of(
    opening: Opening, stored: Sequence[Stored], events: Sequence[dict[str, Any]], lang: str
) -> dict[str, bytes]:
    """The files of a bundle by name, the manifest last."""
    head = Head(stored[-1].seq, stored[-1].hash).on_paper()
    replay = replayed(events)
    shown = report_of(replay, replay.report(symbols), symbols, head, ruled=True)
    files = {
        "README.txt": _read_me(opening.name, head),
        "index.html": page(shown, lang),
        LOG: "".join(line_of(json.loads(game.content)) for game in stored),
        "log.sheet": write_sheet(events, lang),
        "report.json": visible_json(replay.report()) + "\n",
        CHAIN: _chain(opening, stored),
        "HEAD.txt": f"{head}\n{stored[-1].hash.hex()}\n",
        SCRIPT: Path(__file__).with_name(SCRIPT).read_text(encoding="utf-8"),
    }
    content = {name: text.encode() for name, text in files.items()}
    about = {
        "format": FORMAT,
        "made_by": __version__,
        "lang": lang,
        "files": {name: sha256(data).hexdigest() for name, data in content.items()},
    }
    return content | {MANIFEST: (json.dumps(about, indent=1) + "\n").encode()}


def _chain(opening: Opening, stored: Sequence[Stored]) -> str:
    events = (
        {
            "seq": event.seq,
            "salt": event.salt.hex(),
            "hash": event.hash.hex(),
            "content": event.content.decode(),
        }
        for event in stored
    )
    return "".join(
        json.dumps(line, separators=(",", ":")) + "\n" for line in (asdict(opening), *events)
    )


def _read_me(name: str, head: str) -> str:
    paragraphs = (
        _("The game {name}, as it is in its record book. Its head is {head}."),
        _("index.html has the report and the rulings: open it in a browser."),
        _("log.jsonl and log.sheet are the log, report.json the report for programs."),
        _("chain.jsonl has every event with its salt and its hash."),
        _(
            "To check that nothing was changed, run: python3 verify.py\nIt needs nothing but "
            "Python. A forger could have replaced verify.py, too: take it from your own copy of "
            "the referee. Or run referee book verify on the bundle, which also judges the log "
            "again."
        ),
        _(
            "Only a head that was written down elsewhere, at the end of the evening, proves that "
            "the whole record was not made up later: python3 verify.py HEAD"
        ),
    )
    return "\n\n".join(paragraph.format(name=name, head=head) for paragraph in paragraphs) + "\n"
