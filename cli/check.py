"""``referee check``: judge a log and say what happened."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from cli.output import card_spelling, console, print_json, tell_unreadable
from cli.telling import tell_report
from referee.findings import SpellCard, letters
from referee.replay import Replay
from referee.report import UNREADABLE, exit_status, worst
from schemas.reading import Unreadable, read_log

STANDARD_INPUT = "-"


def read(path: str) -> list[dict[str, Any]]:
    """All events of one log; ``-`` is standard input. Raises Unreadable."""
    if path == STANDARD_INPUT and sys.stdin is not None:
        return list(read_log(sys.stdin.buffer, "standard input"))
    if path in ("", STANDARD_INPUT):
        raise Unreadable(
            "nothing", "the file of a log, or a log on standard input", remedy="Name a log."
        )
    if Path(path).is_dir():
        remedy = f"For a whole folder use: referee audit {path}"
        raise Unreadable("a folder", "the file of a log", file=path, remedy=remedy)
    return list(read_log(path))


def judged(events: list[dict[str, Any]], spell: SpellCard = letters) -> dict[str, Any]:
    """The report of these events."""
    replay = Replay()
    replay.feed_all(events)
    return replay.report(spell)


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, one line a log.")
def check(logs: tuple[str, ...], as_json: bool) -> None:
    """Judge one or a few logs (- is standard input).

    Exit status: 0 nothing found, 1 findings, 3 a log cannot be read, 4 a log contradicts itself;
    of several logs the worst.
    """
    statuses = set()
    for path in logs:
        if len(logs) > 1 and not as_json:
            click.echo(f"== {Path(path).name}")
        statuses.add(_check(path, as_json))
    sys.exit(worst(statuses))


def _check(path: str, as_json: bool) -> int:
    try:
        events = read(path)
    except Unreadable as problem:
        tell_unreadable(problem, as_json)
        return UNREADABLE
    if as_json:
        report = judged(events)
        print_json(report)
    else:
        spell = card_spelling()
        report = judged(events, spell)
        tell_report(console(), report, events[0], spell)
    return exit_status(report)
