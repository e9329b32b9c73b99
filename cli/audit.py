"""``referee audit``: judge whole archives of logs."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import file_digest
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from cli.batches import Batch, judge_all, name_of
from cli.logs import STANDARD_INPUT, db_option, read
from cli.output import WrongUse, console, json_line, print_lines
from cli.rules import KINDS
from referee.judging.replay import judge
from referee.judging.report import FINDINGS, UNREADABLE, Report, exit_status, worst
from referee.wording.language import Word, _, ngettext
from referee.wording.visible import visible
from schemas.reading import Unreadable

if TYPE_CHECKING:
    from cli.archive import Archive, Rows

MOST_JOBS = 64

SUFFIXES = (".jsonl", ".sheet")
SHOWN = 20


@dataclass(frozen=True, slots=True)
class Judged:
    """One log of an archive: its path, exit status, and the report or why there is none."""

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


@dataclass(slots=True)
class Tally:
    """What an audit counts over some logs."""

    logs: Counter[int] = field(default_factory=Counter)
    findings: Counter[tuple[str, str]] = field(default_factory=Counter)
    hands: int = 0
    events: int = 0
    moved: int = 0
    undecided: int = 0
    errors: list[str] = field(default_factory=list)
    found_in: list[str] = field(default_factory=list)

    def add(self, one: Judged) -> None:
        """Count one log."""
        self.logs[one.exit] += 1
        if one.error is not None and len(self.errors) < SHOWN:
            self.errors.append(one.error)
        if one.report is None:
            return
        report = one.report
        moved = sum(amount for amount in report["totals"].values() if amount > 0)
        lists = {each: len(report[each]) for each in ("hands", "findings", "undecided")}
        self.count(one.log, {"events": report["events"], "moved": moved, **lists})
        self.findings.update((found["rule"], found["kind"]) for found in report["findings"])

    def count(self, log: str, numbers: Mapping[str, int]) -> None:
        """Count a log that could be read, by the numbers of what is in it."""
        if numbers["findings"] and len(self.found_in) < SHOWN:
            findings = ngettext("{number} finding", "{number} findings", numbers["findings"])
            self.found_in.append(f"{visible(log)}: {findings}")
        self.events += numbers["events"]
        self.hands += numbers["hands"]
        self.undecided += numbers["undecided"]
        self.moved += numbers["moved"]

    def take_in(self, other: Tally) -> None:
        """Count what was counted over other logs."""
        self.logs += other.logs
        self.findings += other.findings
        self.hands += other.hands
        self.events += other.events
        self.moved += other.moved
        self.undecided += other.undecided
        self.errors += other.errors[: SHOWN - len(self.errors)]
        self.found_in += other.found_in[: SHOWN - len(self.found_in)]


@dataclass(slots=True)
class Counted:
    """What is told of a batch: the tally, the logs that are the ``same`` as when they were judged
    before, and the lines of JSON and the rows where they are asked for. The reports stay in the
    process that made them."""

    tally: Tally
    lines: bytes = b""
    rows: Rows = field(default_factory=dict)
    same: list[str] = field(default_factory=list)


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH|GAME...")
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS, clamp=True),
    default=lambda: os.cpu_count() or 1,
    help="Processes to judge with (all cores).",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line a log as it is finished.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write Parquet files there, for questions in SQL; judge only what has changed since.",
)
@db_option
def audit(
    paths: tuple[str, ...], jobs: int, as_json: bool, out: Path | None, db: str | None
) -> None:
    """Judge whole folders of logs, and count what was found by rule.

    A folder stands for all its .jsonl and .sheet files, those in folders in it, too; - is standard
    input. One log that cannot be read does not stop the others.

    Exit status: the worst of the logs (see referee check --help).

    \b
    Example: referee audit evenings --out tables
    """
    tally, archive = Tally(), _archive_in(out)
    work = partial(judge_batch, db=db, lines=as_json, rows=archive is not None)
    progress = Progress(
        TextColumn(_("judging")),
        BarColumn(),
        MofNCompleteColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    with progress:
        count = None if progress.disable else sum(1 for _ in logs_in(paths))
        task = progress.add_task("", total=count)
        for counted in judge_all(logs_in(paths), jobs, work, archive.known if archive else {}):
            tally.take_in(counted.tally)
            progress.advance(task, counted.tally.logs.total() + len(counted.same))
            if counted.lines:
                print_lines(counted.lines)
            if archive:
                archive.add(counted.rows, counted.same)
    if archive:
        tally.take_in(_tally_of_the_same(archive))
        archive.finish()
    if not as_json:
        _tell(console(), tally)
    sys.exit(worst(set(tally.logs)))


def logs_in(paths: Iterable[str]) -> Iterator[str]:
    """The logs that are named, those in folders one by one."""
    for path in paths:
        if path and Path(path).is_dir():
            for folder, folders, files in os.walk(path):
                folders.sort()
                logs = (Path(folder, file) for file in sorted(files))
                yield from (
                    str(log) for log in logs if log.suffix.lower() in SUFFIXES and log.is_file()
                )
        else:
            yield path


def judge_log(path: str, db: str | None = None) -> Judged:
    """Judge one log of an archive."""
    name = name_of(path)
    try:
        events = read(path, db)
        report = judge(events)
    except Unreadable as problem:
        return Judged(name, UNREADABLE, None, str(problem))
    return Judged(name, exit_status(report), report, None, events[0])


def judge_batch(
    batch: Batch,
    known: Mapping[str, str] = MappingProxyType({}),
    db: str | None = None,
    lines: bool = False,
    rows: bool = False,
) -> Counted:
    """Judge a batch of logs; with their lines of JSON and their rows where they are asked for. A
    log whose hash is ``known`` is not judged again."""
    told = Counted(Tally())
    for path in batch:
        digest = _hash_of(path, db) if rows else None
        if digest is not None and known.get(name_of(path)) == digest:
            told.same.append(name_of(path))
            continue
        one = judge_log(path, db)
        told.tally.add(one)
        if lines:
            told.lines += one.line()
        if rows:
            for dataset, more in _rows_of(one, digest).items():
                told.rows.setdefault(dataset, []).extend(more)
    return told


def _hash_of(path: str, db: str | None) -> str | None:
    """The SHA-256 of a log's bytes, or of a game's head; None where there is none to compare."""
    if path == STANDARD_INPUT:
        return None
    try:
        with Path(path).open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return _head_of(path, db)


def _head_of(game: str, db: str | None) -> str | None:
    # SQLite is loaded only where no file answers to the name
    from referee.store import BookError
    from referee.store.opening import open_book

    try:
        with open_book(db, writable=False) as book:
            return book.game(game).head.hash.hex()
    except BookError:
        return None


def _rows_of(one: Judged, digest: str | None) -> Rows:
    from cli.archive import row_of_unreadable, rows_of

    if one.report is None or one.opening is None:
        return row_of_unreadable(one.log, digest, one.exit, one.error or "")
    return rows_of(one.log, digest, one.exit, one.opening, one.report)


def _archive_in(folder: Path | None) -> Archive | None:
    if folder is None:
        return None
    try:
        from cli.archive import Archive
    except ImportError as problem:
        missing = "Archives need pyarrow: pip install 'desmoche-referee[archive]'"
        raise WrongUse(Word(missing), "--out") from problem
    return Archive(folder)


def _tally_of_the_same(archive: Archive) -> Tally:
    """What an audit counts over logs that were judged before."""
    tally = Tally()
    for row in archive.same_as_before():
        tally.logs[row["exit"]] += 1
        if row["error"] is not None:
            tally.errors.append(row["error"])
            continue
        tally.count(row["log"], {**row, "moved": int(row["moved"])})
    for rule, kind, count in archive.found_before():
        tally.findings[rule, kind] += count
    return tally


def _tell(out: Console, tally: Tally) -> None:
    logs = sum(tally.logs.values())
    clean, broken = tally.logs[0], tally.logs[4]
    counts = {
        "logs": logs,
        "hands": tally.hands,
        "events": tally.events,
        "clean": clean,
        "found": tally.logs[FINDINGS],
        "broken": broken,
        "unreadable": tally.logs[UNREADABLE],
        "moved": tally.moved,
        "undecided": tally.undecided,
    }
    for text in (
        _("{logs} logs, {hands} hands, {events} events."),
        _(
            "Clean: {clean}. With findings: {found}. Contradicting themselves: {broken}. "
            "Unreadable: {unreadable}."
        ),
        _("Money that changed hands: {moved}. Left undecided: {undecided}."),
    ):
        out.print(text.format(**counts))
    if tally.findings:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column(_("rule"), overflow="fold")
        table.add_column(_("kind"), overflow="fold")
        table.add_column(_("found"), justify="right", no_wrap=True)
        for (rule, kind), count in sorted(
            tally.findings.items(), key=lambda one: (-one[1], one[0])
        ):
            table.add_row(rule, _(KINDS[kind]), str(count))
        out.print(Padding(table, (0, 0, 0, 2), expand=False))
    for line in sorted(tally.found_in):
        out.print(line)
    hidden = tally.logs[FINDINGS] + broken - len(tally.found_in)
    if hidden > 0:
        more = ngettext(
            "... and {number} more with findings.", "... and {number} more with findings.", hidden
        )
        out.print(more)
    for error in sorted(tally.errors):
        out.print(_("Unreadable: {error}").format(error=error))
    hidden = tally.logs[UNREADABLE] - len(tally.errors)
    if hidden > 0:
        more = ngettext(
            "... and {number} more that cannot be read.",
            "... and {number} more that cannot be read.",
            hidden,
        )
        out.print(more)
