"""Whole archives of logs, judged together."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from referee.judging.registry import find
from referee.judging.report import CLEAN, CONTRADICTORY, FINDINGS, UNREADABLE, worst
from referee.judging.summary import KINDS
from referee.text.terminal import Terminal
from referee.wording.language import Word, _
from referee.wording.visible import visible
from referee_cli.judging import Tally, Unit, Work, unit_of
from referee_cli.language import of_the_environment
from referee_cli.logs import logs_in, tell_left_out
from referee_cli.output import WrongUse, console, print_lines, progress
from referee_cli.workers import HERE, judge_all, workers_for

if TYPE_CHECKING:
    from referee_cli.archive import Archive


def audit(
    paths: Sequence[str], jobs: int, on: str | None, as_json: bool, out: Path | None, db: str | None
) -> int:
    """Judge all logs of these files and folders, and print a common summary; return the worst exit
    status. If a log cannot be read or a worker is lost, the other logs are still judged."""
    tally, archive = Tally(), _archive_in(out)
    work = Work(db, as_json, archive is not None, of_the_environment())
    workers = workers_for(on or HERE, jobs)
    count = sum(1 for _ in logs_in(paths)) if sys.stderr.isatty() else None
    left_out: list[str] = []
    known = archive.known if archive else {}
    with progress(_("judging"), count) as advance:
        for counted in judge_all(logs_in(paths, left_out), workers, work, known):
            tally.take_in(counted.tally)
            advance(counted.tally.logs.total() + len(counted.same))
            if counted.lines:
                print_lines(counted.lines)
            if archive:
                archive.add(counted.rows, counted.same)
    if archive:
        tally.take_in(_tally_of_the_same(archive))
        archive.finish()
    if not as_json:
        _tell(console(), tally)
    tell_left_out(left_out)
    return worst(set(tally.logs))


def _archive_in(folder: Path | None) -> Archive | None:
    if folder is None:
        return None
    try:
        from referee_cli.archive import Archive
    except ImportError as problem:
        missing = "Archives need pyarrow: pip install pyarrow"
        raise WrongUse(Word(missing), "--out") from problem
    return Archive(folder)


def _tally_of_the_same(archive: Archive) -> Tally:
    """Return the tally of the logs that are unchanged since they were judged."""
    tally = Tally()
    for row in archive.same_as_before():
        tally.logs[row["exit"]] += 1
        if row["error"] is not None:
            tally.errors.append(row["error"])
            continue
        tally.moved[unit_of(row, row["game"])] += int(row["moved"])
        tally.count(row["log"], row)
    tally.findings.update(archive.found_before())
    return tally


def _tell(out: Terminal, tally: Tally) -> None:
    counts = {
        "logs": tally.logs.total(),
        "hands": tally.hands,
        "events": tally.events,
        "clean": tally.logs[CLEAN],
        "found": tally.logs[FINDINGS],
        "broken": tally.logs[CONTRADICTORY],
        "unreadable": tally.logs[UNREADABLE],
        "moved": _money(tally.moved),
        "undecided": tally.undecided,
    }
    for text in (
        _("Logs: {logs}. Hands: {hands}. Events: {events}."),
        _(
            "Clean: {clean}. With findings: {found}. Contradicting themselves: {broken}. "
            "Unreadable: {unreadable}."
        ),
        _("Money that changed hands: {moved}. Left undecided: {undecided}."),
    ):
        out.print(text.format(**counts))
    if tally.findings:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column(_("rule"), no_wrap=True)
        table.add_column(_("kind"), no_wrap=True)
        table.add_column(_("found"), justify="right")
        for (rule, kind), count in sorted(
            tally.findings.items(), key=lambda pair: (-pair[1], pair[0])
        ):
            table.add_row(rule, _(KINDS[kind]), str(count))
        out.indented(table)
    for line in sorted(tally.found_in):
        out.print(line)
    for error in sorted(tally.errors):
        out.print(_("Unreadable: {error}").format(error=error))


def _money(moved: Counter[Unit]) -> str:
    """Return the amounts of each unit, named if there are several."""
    amounts = [(unit, amount) for unit, amount in sorted(moved.items()) if amount]
    if len(amounts) <= 1 and not any(name for (name, _game), _amount in amounts):
        return str(sum(amount for _unit, amount in amounts))
    named = _("{amount} {unit}")
    nameless = _("{amount} without a unit in {game}")
    return ", ".join(
        (named if name else nameless).format(
            amount=amount, unit=visible(name), game=find(game).title if game else ""
        )
        for (name, game), amount in amounts
    )
