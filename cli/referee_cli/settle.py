"""``referee settle``: write the payments that close an evening."""

from __future__ import annotations

import sys

import click

from referee.judging.report import Report
from referee.judging.settling import closing_payments, hindrance
from referee.judging.summary import still_owed
from referee.store.live import LiveGame
from referee.wording.language import Word, _
from referee_cli.add import write
from referee_cli.asking import agreed
from referee_cli.book import NotDone, book_for_writing, json_option
from referee_cli.logs import db_option
from referee_cli.output import WrongUse, ends_where_unreadable, print_json, say
from referee_cli.scribe import Event, live_game


@click.command()
@click.argument("game")
@click.option("--yes", is_flag=True, help="Write them without asking.")
@json_option
@db_option
def settle(game: str, yes: bool, as_json: bool, db: str | None) -> None:
    """Write the payments that close the evening of GAME.

    As few as possible, until nobody owes anything. The command shows them and asks before it
    writes.

    \b
    Example: referee settle friday
    """
    with book_for_writing(db, as_json) as book:
        live = live_game(book, game)
        report = live.replay.report()
        payments = _closing(live, report)
        if not payments:
            _nothing_owed(live, as_json)
        elif yes or _agreed(report, as_json):
            with ends_where_unreadable(as_json):
                # the table has agreed to these, and not to what somebody else writes meanwhile
                write(live, lambda _live: payments, len(live.lines), as_json=as_json)


def _closing(live: LiveGame, report: Report) -> list[Event]:
    """The payments that close the evening. Raises NotDone where none can."""
    if "account" not in report:
        raise NotDone(Word("This game is played without money: there is nothing to settle."))
    payments = closing_payments(report)
    problem = hindrance(live.replay, payments)
    if problem is not None:
        raise NotDone(problem)
    return payments


def _nothing_owed(live: LiveGame, as_json: bool) -> None:
    if as_json:
        print_json({"game": live.name, "payments": []})
    else:
        say(_("Nobody owes anything: nothing was written."))


def _agreed(report: Report, as_json: bool) -> bool:
    """Return whether the table agrees to the payments that are still owed."""
    if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise WrongUse(Word("There is nobody to ask here. Add --yes to write the payments."))
    for sentence in still_owed(report):
        say(f"  {sentence.told()}")
    asked = _("Was it paid like this? Then the record gets these lines (yes or no)")
    return agreed(asked)
