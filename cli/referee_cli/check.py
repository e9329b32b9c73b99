"""``referee check``: judge a log and say what happened."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from referee_schemas.places import Place, located
from referee_schemas.unreadable import Unreadable

from referee.judging.replay import judge
from referee.judging.report import UNREADABLE, Report, exit_status, worst
from referee.wording.sentences import SpellCard, letters
from referee.wording.visible import visible
from referee_cli.logs import db_option, read
from referee_cli.output import card_spelling, console, print_json, say, tell_unreadable


def judged_log(
    source: str, db: str | None, spell: SpellCard = letters
) -> tuple[list[dict[str, Any]], Report]:
    """The events of a log and their report, with the places of what was found in its file. Raises
    Unreadable."""
    places: list[Place] = []
    events = read(source, db, places)
    return events, located(judge(events, spell=spell), places)


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG|GAME...")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, one line a log.")
@db_option
def check(logs: tuple[str, ...], as_json: bool, db: str | None) -> None:
    """Judge one or a few logs.

    Each is a file, - for standard input, or a game of the record book.

    Exit status: 0 nothing found, 1 findings, 3 a log cannot be read, 4 a log contradicts itself;
    of several logs the worst.

    \b
    Example: referee check evening.jsonl
    """
    statuses = set()
    for path in logs:
        if len(logs) > 1 and not as_json:
            say(f"== {visible(Path(path).name)}")
        statuses.add(check_one(path, as_json, db, hints=True))
    sys.exit(worst(statuses))


def check_one(path: str, as_json: bool, db: str | None = None, *, hints: bool = False) -> int:
    """Judge one log and print the report, with ``hints`` how to correct the log; return the exit
    status."""
    spell = letters if as_json else card_spelling()
    try:
        events, report = judged_log(path, db, spell)
    except Unreadable as problem:
        tell_unreadable(problem, as_json)
        return UNREADABLE
    if as_json:
        print_json(report)
    else:
        # programs that ask for JSON need no tables
        from referee.text.report import tell_report
        from referee_cli.hints import tell_hints

        out = console()
        tell_report(out, report, events, spell)
        if hints:
            tell_hints(out, path, report)
    return exit_status(report)
