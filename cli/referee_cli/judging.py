"""Logs judged in batches, and the result of each batch, wherever it is judged."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee_schemas.places import Place, located
from referee_schemas.reading import Unreadable

from referee.judging.replay import judge
from referee.judging.report import UNREADABLE, Report, exit_status
from referee.wording.language import ngettext, speaking
from referee.wording.sentences import SpellCard, letters
from referee.wording.translations import catalogue
from referee.wording.visible import visible
from referee_cli.logs import STANDARD_INPUT, is_an_address, opened_elsewhere, read
from referee_cli.output import json_line

if TYPE_CHECKING:
    from referee_cli.archive import Rows


def judged_log(
    source: str, db: str | None, spell: SpellCard = letters
) -> tuple[list[dict[str, Any]], Report]:
    """Return the events of a log and their report, with the line of each finding. Raises
    Unreadable."""
    places: list[Place] = []
    events = read(source, db, places)
    return events, located(judge(events, spell=spell), places)


@dataclass(frozen=True, slots=True)
class Judged:
    """One log of an archive: its path, its exit status, and the report or the error."""

    log: str
    exit: int
    report: Report | None
    error: str | None
    opening: Mapping[str, Any] | None = None

    def line(self) -> bytes:
        """The log's line of JSON."""
        return json_line(
            {"log": self.log, "exit": self.exit, "report": self.report, "error": self.error}
        )


Unit = tuple[str, str]
"""The name of a unit of money, or the game if the unit has no name."""


@dataclass(slots=True)
class Tally:
    """The counts of an audit over some logs."""

    logs: Counter[int] = field(default_factory=Counter)
    findings: Counter[tuple[str, str]] = field(default_factory=Counter)
    hands: int = 0
    events: int = 0
    moved: Counter[Unit] = field(default_factory=Counter)
    undecided: int = 0
    errors: list[str] = field(default_factory=list)
    found_in: list[str] = field(default_factory=list)

    def add(self, log: Judged) -> None:
        """Count one log."""
        self.logs[log.exit] += 1
        if log.error is not None:
            self.errors.append(log.error)
        if log.report is None:
            return
        report = log.report
        unit = unit_of(log.opening or {}, report["game"])
        self.moved[unit] += sum(amount for amount in report["totals"].values() if amount > 0)
        lists = {each: len(report[each]) for each in ("hands", "findings", "undecided")}
        self.count(log.log, {"events": report["events"], **lists})
        self.findings.update((found["rule"], found["kind"]) for found in report["findings"])

    def count(self, log: str, numbers: Mapping[str, int]) -> None:
        """Count a readable log, given the numbers of its events, hands and findings."""
        if numbers["findings"]:
            findings = ngettext("{number} finding", "{number} findings", numbers["findings"])
            self.found_in.append(f"{visible(log)}: {findings}")
        self.events += numbers["events"]
        self.hands += numbers["hands"]
        self.undecided += numbers["undecided"]

    def take_in(self, other: Tally) -> None:
        """Add the counts of another tally."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


def unit_of(opening: Mapping[str, Any], game: str) -> Unit:
    """Return the unit of an evening's money."""
    unit = opening.get("unit") or ""
    return unit, "" if unit else game


Batch = list[str]


@dataclass(slots=True)
class Counted:
    """The result of a batch: the tally, the logs that are the ``same`` as when they were last
    judged, and the lines of JSON and the rows, if asked for. The reports stay in the process that
    made them."""

    tally: Tally = field(default_factory=Tally)
    lines: bytes = b""
    rows: Rows = field(default_factory=dict)
    same: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Work:
    """The output wanted from an audit: lines of JSON, rows, and the language. ``db`` has the
    games."""

    db: str | None
    lines: bool
    rows: bool
    language: str

    def judge(self, batch: Batch, known: Mapping[str, str]) -> Counted:
        """Judge a batch of logs. A log whose hash is ``known`` is not judged again."""
        counted = Counted()
        with speaking(catalogue(self.language)):
            for path in batch:
                digest = _hash_of(path, self.db) if self.rows else None
                if digest is not None and known.get(name_of(path)) == digest:
                    counted.same.append(name_of(path))
                else:
                    self._tell(counted, self._judged(path), digest)
        return counted

    def given_up(self, problem: Unreadable) -> Counted:
        """Return the result of a log that cannot be judged."""
        counted = Counted()
        with speaking(catalogue(self.language)):
            log = Judged(problem.file or "", UNREADABLE, None, str(problem))
            self._tell(counted, log, None)
        return counted

    def _judged(self, path: str) -> Judged:
        name = name_of(path)
        try:
            events, report = judged_log(path, self.db)
        except Unreadable as problem:
            return Judged(name, UNREADABLE, None, str(problem))
        return Judged(name, exit_status(report), report, None, events[0])

    def _tell(self, counted: Counted, log: Judged, digest: str | None) -> None:
        counted.tally.add(log)
        if self.lines:
            counted.lines += log.line()
        if self.rows:
            for dataset, more in _rows_of(log, digest).items():
                counted.rows.setdefault(dataset, []).extend(more)


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
        return _head_of(path, db)


def _head_of(game: str, db: str | None) -> str | None:
    # imported lazily: no file has this name
    from referee.store import BookError
    from referee.store.opening import open_book

    try:
        with open_book(db, writable=False) as book:
            return book.game(game).head.hash.hex()
    except BookError:
        return None


def _rows_of(log: Judged, digest: str | None) -> Rows:
    from referee_cli.archive import row_of_unreadable, rows_of

    if log.report is None or log.opening is None:
        return row_of_unreadable(log.log, digest, log.exit, log.error or "")
    return rows_of(log.log, digest, log.exit, log.opening, log.report)
