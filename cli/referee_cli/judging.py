"""Logs judged in batches, and the result of each batch, wherever it is judged."""

import json
import os
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from referee_schemas.places import Place, located
from referee_schemas.reading import Unreadable

from referee.judging.replay import judge
from referee.judging.report import UNREADABLE, Report, exit_status, who_pays_whom
from referee.wording.language import speaking
from referee.wording.sentences import SpellCard, letters
from referee.wording.translations import catalogue
from referee_cli.logs import STANDARD_INPUT, is_an_address, opened_elsewhere, read, stored_head
from referee_cli.output import json_line


def judged_log(
    source: str, spell: SpellCard = letters, db: str | None = None
) -> tuple[list[dict[str, Any]], Report]:
    """Return the events of a log and their report, with the line of each finding. Raises
    Unreadable."""
    places: list[Place] = []
    events = read(source, places, db)
    return events, located(judge(events, spell=spell), places)


Row = dict[str, Any]
Rows = dict[str, list[Row]]  # the rows of some logs, by dataset

COLUMNS: Final = {
    "games": "log:text sha256:text exit:status error:text game:text edition:count house:text "
    "title:text place:text date:text unit:text players:texts events:count hands:count "
    "findings:count undecided:count moved:money carried:money",
    "hands": "log:text hand:count first_event:count last_event:count dealer:text bet:money "
    "pot:money outcome:text winner:text win:text event:count carried:money",
    "net": "log:text hand:count player:text net:money score:money",
    "findings": "log:text event:number hand:count rule:text kind:text player:text status:text "
    "message:text",
    "payments": "log:text giver:text taker:text amount:money",
    "undecided": "log:text event:number hand:count rule:text player:text question:text "
    "would_decide:text",
}
"""The columns of each dataset, with their types."""

Batch = list[str]


@dataclass(slots=True)
class Counted:
    """The result of a batch: the rows, the lines of JSON, if asked for, and the logs that are the
    ``same`` as when they were last judged. The reports stay in the process that made them."""

    rows: Rows = field(default_factory=lambda: defaultdict(list))
    lines: bytes = b""
    same: list[str] = field(default_factory=list)


class Work(NamedTuple):
    """The output wanted from an audit: lines of JSON, all rows or only those that are counted, and
    the language. ``db`` has the games."""

    db: str | None
    lines: bool
    rows: bool
    language: str

    def judge(self, batch: Batch, known: Mapping[str, str]) -> Counted:
        """Judge a batch of logs. A log whose hash is ``known`` is not judged again."""
        counted = Counted()
        with speaking(catalogue(self.language)):
            for path in batch:
                name, digest = name_of(path), _hash_of(path, self.db) if self.rows else None
                if digest is not None and known.get(name) == digest:
                    counted.same.append(name)
                    continue
                try:
                    events, report = judged_log(path, db=self.db)
                except Unreadable as problem:
                    self._tell(counted, _refused(name, digest, problem), None)
                    continue
                self._tell(counted, _game(name, digest, events[0], report), report)
                counted.rows["findings"] += _parts_of("findings", name, report)
                if self.rows:
                    _add_further(counted.rows, name, report)
        return counted

    def given_up(self, problem: Unreadable) -> Counted:
        """Return the result of a log that cannot be judged."""
        counted = Counted()
        with speaking(catalogue(self.language)):
            self._tell(counted, _refused(problem.file or "", None, problem), None)
        return counted

    def _tell(self, counted: Counted, game: Row, report: Report | None) -> None:
        counted.rows["games"].append(game)
        if self.lines:
            told = {"log": game["log"], "exit": game["exit"]}
            counted.lines += json_line({**told, "report": report, "error": game.get("error")})


def _refused(log: str, digest: str | None, problem: Unreadable) -> Row:
    return {"log": log, "sha256": digest, "exit": UNREADABLE, "error": str(problem)}


def _game(log: str, digest: str | None, opening: Mapping[str, Any], report: Report) -> Row:
    return {
        "log": log,
        "sha256": digest,
        "exit": exit_status(report),
        "game": report["game"],
        "edition": report["edition"],
        "house": json.dumps(report["house"], ensure_ascii=False, sort_keys=True),
        "players": report["players"],
        "events": report["events"],
        "moved": sum(amount for amount in report["totals"].values() if amount > 0),
        "carried": report["carried"],
        **{each: len(report[each]) for each in ("hands", "findings", "undecided")},
        **{key: opening.get(key) for key in ("title", "place", "date", "unit")},
    }


def _add_further(rows: Rows, log: str, report: Report) -> None:
    """Add the rows of a readable log besides its game and its findings."""
    for hand in report["hands"]:
        outcome = hand["outcome"]
        ended = {key: outcome.get(key) for key in ("winner", "win", "event")}
        rows["hands"].append(
            _taken("hands", {**hand, "log": log, "outcome": outcome["kind"], **ended})
        )
        money, points = hand.get("net") or {}, hand.get("scores") or {}
        for player in dict.fromkeys([*money, *points]):
            row = {"log": log, "hand": hand["hand"], "player": player}
            rows["net"].append({**row, "net": money.get(player), "score": points.get(player)})
    rows["payments"] += [{"log": log, **asdict(transfer)} for transfer in who_pays_whom(report)]
    rows["undecided"] += _parts_of("undecided", log, report)


def _parts_of(dataset: str, log: str, report: Report) -> list[Row]:
    return [_taken(dataset, {"log": log, **part}) for part in report[dataset]]


def _taken(dataset: str, row: Mapping[str, Any]) -> Row:
    names = (column.partition(":")[0] for column in COLUMNS[dataset].split())
    return {name: row.get(name) for name in names}


def name_of(path: str) -> str:
    """Return a log's name for printing: a file name may not be valid text."""
    return os.fsencode(path).decode(errors="replace")


def _hash_of(path: str, db: str | None) -> str | None:
    """Return the SHA-256 of a log's bytes, or of a game's head; None if it cannot be read."""
    if path == STANDARD_INPUT:
        return None
    try:
        with opened_elsewhere(path) if is_an_address(path) else Path(path).open("rb") as file:
            digest = sha256()
            for part in iter(partial(file.read, 2**20), b""):
                digest.update(part)
            return digest.hexdigest()
    except Unreadable:
        return None
    except (OSError, ValueError):
        head = stored_head(path, db)
        return head.hash.hex() if head else None
