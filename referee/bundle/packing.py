"""Packs a game of a record book as an evidence bundle, and checks that a bundle is unchanged."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from referee_schemas.log_so_far import LogSoFar

from referee.judging.replay import replayed
from referee.notation import write_sheet
from referee.paper.documents import document_of
from referee.paper.markup import written
from referee.paper.page import page
from referee.store.chain import Head, NotedHead, Opening, Verdict, verify
from referee.store.entries import Stored, line_of
from referee.store.errors import BookUnreadable
from referee.version import __version__
from referee.wording.language import Word, _, speaking
from referee.wording.sentences import symbols
from referee.wording.translations import LANGUAGES, catalogue
from referee.wording.unreadable import Unreadable
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
    shown = document_of("report", replay, replay.report(symbols), symbols, lang, head, ruled=True)
    chain = [
        asdict(opening),
        *(
            {
                "seq": event.seq,
                "salt": event.salt.hex(),
                "hash": event.hash.hex(),
                "content": event.content.decode(),
            }
            for event in stored
        ),
    ]
    files = {
        "README.txt": written("bundle.txt", name=opening.name, head=head),
        "index.html": page(shown, lang),
        LOG: "".join(line_of(json.loads(game.content)) for game in stored),
        "log.sheet": write_sheet(events, lang),
        "report.json": visible_json(replay.report()) + "\n",
        CHAIN: "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in chain),
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


LARGEST: Final = 2**28  # bytes of all files of a bundle

_READING_ERRORS = (KeyError, TypeError, ValueError, RuntimeError)
"""Errors raised while a file from others is read. A RuntimeError comes from JSON that is too
deep, and from zipfile for encryption or a compression that it does not support."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle: how its game was opened, what was stored, and all its files."""

    opening: Opening
    stored: Sequence[Stored]
    files: Mapping[str, bytes]

    def events(self) -> list[dict[str, Any]]:
        """The events of the log. Raises Unreadable."""
        so_far = LogSoFar(ids=False)
        return [so_far.add(game.event()) for game in self.stored]

    def verdict(self, noted: Sequence[NotedHead] = ()) -> Verdict:
        """Return whether the bundle is as it was packed, and fits the noted heads."""
        chain = verify(self.opening, self.stored, noted)
        if not chain.whole:
            return chain
        try:
            problem = self._problem()
        except (*_READING_ERRORS, Unreadable):
            problem = _("its files cannot be read")
        return replace(chain, problem=problem)

    def _problem(self) -> str:
        """Return a description of what does not fit the chain; empty if everything does."""
        about = json.loads(self.files[MANIFEST])
        listed = about["files"]
        if {*listed, MANIFEST} != set(self.files):
            return _("a file is missing in it, or does not belong to it")
        changed = _("its file {name} was changed")
        for name, digest in listed.items():
            if sha256(self.files[name]).hexdigest() != digest:
                return changed.format(name=name)
        stored = [json.loads(game.content) for game in self.stored]
        if [json.loads(line) for line in self.files[LOG].splitlines()] != stored:
            return changed.format(name=LOG)
        if about["made_by"] != __version__ or about["lang"] not in LANGUAGES:
            # another version may word the same content differently
            return ""
        with speaking(catalogue(about["lang"])):
            again = files_of(self.opening, self.stored, self.events(), about["lang"])
        other = [name for name, content in again.items() if self.files.get(name) != content]
        return changed.format(name=other[0]) if other else ""


def open_bundle(path: str | Path) -> Bundle:
    """The bundle in a file. Raises BookUnreadable."""
    try:
        files = _files(Path(path))
        about, *lines = map(json.loads, files[CHAIN].splitlines())
        opening = Opening(
            str(about["name"]),
            str(about["opened_at"]),
            *(int(about[fact]) for fact in ("format", "number", "chain")),
        )
        return Bundle(opening, [_stored(line) for line in lines], files)
    except (*_READING_ERRORS, BadZipFile, OSError) as problem:
        text = (
            "{file} is not an evidence bundle, or was damaged. Pack it again with referee export; "
            "if it holds logs, unpack it first."
        )
        raise BookUnreadable(text, file=str(path)) from problem


def _files(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as bundle:
        names = bundle.namelist()
        if len(names) != len(set(names)):
            raise BookUnreadable(Word("The bundle has one file twice."))
        if sum(info.file_size for info in bundle.infolist()) > LARGEST:
            raise BookUnreadable(Word("The bundle is larger than any game."))
        return {name: bundle.read(name) for name in names}


def _stored(line: Mapping[str, Any]) -> Stored:
    content = line["content"].encode()
    own = json.loads(content).get("id")
    return Stored(
        line["seq"], own, content, bytes.fromhex(line["salt"]), bytes.fromhex(line["hash"])
    )
