"""Whole archives of logs, judged together."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich import box
from rich.table import Table

from referee.judging.registry import find
from referee.judging.report import CLEAN, CONTRADICTORY, FINDINGS, UNREADABLE, worst
from referee.judging.summary import KINDS
from referee.text.terminal import Terminal
from referee.wording.language import Word, _, ngettext
from referee.wording.visible import visible
from referee_cli.language import of_the_environment
from referee_cli.logs import logs_in, tell_left_out
from referee_cli.options import chosen_book, wants_json
from referee_cli.output import WrongUse, console, print_lines, progress
from referee_cli.workers import HERE, Row, Work, judge_all, workers_for

Unit = tuple[str, str]  # the name of a unit of money, or the game if the unit has no name


@dataclass(slots=True)
class Tally:
    """The counts of an audit."""

    logs: Counter[int] = field(default_factory=Counter)
    findings: Counter[tuple[str, str]] = field(default_factory=Counter)
    parts: Counter[str] = field(default_factory=Counter)
    moved: Counter[Unit] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    found_in: list[str] = field(default_factory=list)

    def add(self, games: Iterable[Row], findings: Iterable[Row]) -> None:
        """Count logs, given their rows."""
        for game in games:
            self.logs[game["exit"]] += 1
            if game.get("error") is not None:
                self.errors.append(game["error"])
                continue
            unit = game["unit"] or ""
            self.moved[unit, "" if unit else game["game"]] += int(game["moved"])
            self.parts.update({name: game[name] for name in ("events", "hands", "undecided")})
            if game["findings"]:
                found = ngettext("{number} finding", "{number} findings", game["findings"])
                self.found_in.append(f"{visible(game['log'])}: {found}")
        self.findings.update((finding["rule"], finding["kind"]) for finding in findings)


def audit(paths: Sequence[str], jobs: int, on: str | None, out: Path | None) -> int:
    """Judge all logs of these files and folders, and print a common summary; return the worst exit
    status. If a log cannot be read or a worker is lost, the other logs are still judged."""
    tally, archive = Tally(), None
    if out is not None:
        try:
            from referee_cli.archive import Archive
        except ImportError as problem:
            missing = "Archives need pyarrow: pip install pyarrow"
            raise WrongUse(Word(missing), "--out") from problem
        archive = Archive(out)
    work = Work(chosen_book(), wants_json(), archive is not None, of_the_environment())
    workers = workers_for(on or HERE, jobs)
    count = sum(1 for _ in logs_in(paths, [])) if sys.stderr.isatty() else None
    left_out: list[str] = []
    known = archive.known if archive else {}
    with progress(_("judging"), count) as advance:
        for counted in judge_all(logs_in(paths, left_out), workers, work, known):
            tally.add(counted.rows["games"], counted.rows["findings"])
            advance(1)
            if counted.line:
                print_lines(counted.line)
            if archive:
                archive.add(counted.rows, counted.same)
    if archive:
        tally.add(archive.unchanged("games"), archive.unchanged("findings"))
        archive.finish()
    if not wants_json():
        _tell(console(), tally)
    tell_left_out(left_out)
    return worst(set(tally.logs))


def _tell(out: Terminal, tally: Tally) -> None:
    counts = {
        "logs": tally.logs.total(),
        "hands": tally.parts["hands"],
        "events": tally.parts["events"],
        "clean": tally.logs[CLEAN],
        "found": tally.logs[FINDINGS],
        "broken": tally.logs[CONTRADICTORY],
        "unreadable": tally.logs[UNREADABLE],
        "moved": _money(tally.moved),
        "undecided": tally.parts["undecided"],
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
        most_first = sorted(tally.findings.items(), key=lambda pair: (-pair[1], pair[0]))
        for (rule, kind), count in most_first:
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
