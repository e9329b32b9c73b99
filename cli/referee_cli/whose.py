"""``referee whose`` and ``next``: who gets the card on offer, who draws next, which acts are
allowed."""

from collections.abc import Iterable

import click

from referee.judging.replay import ReplayedLog
from referee.quarrels.whose import TableFact, facts_about_the_table
from referee.text.terminal import Terminal
from referee.wording.sentences import SpellCard
from referee_cli import output
from referee_cli.book import book_for_reading
from referee_cli.logs import db_option, read
from referee_cli.scribe import live_game, tell_expected


@click.command("whose")
@click.argument("log", metavar="LOG|GAME")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@db_option
def whose_is_it(log: str, as_json: bool, db: str | None) -> None:
    """Say who gets the card on offer, and why.

    You also see who draws next, and what each player may and may not do now, each with its rule.

    \b
    Example: referee whose evening.jsonl
    """
    replay = ReplayedLog()
    with output.ends_where_unreadable(as_json):
        replay.feed_all(read(log, db))
    found, expected = facts_about_the_table(replay), replay.expected()
    if as_json:
        may = [expectation.plain() for expectation in expected]
        output.print_json({"stands": [fact.to_dict() for fact in found], "may": may})
        return
    spell = output.card_spelling()
    tell_standing(output.console(), found, spell)
    for expectation in expected:
        line = f"{'*' if expectation.required else '-'} {expectation.message(spell)}"
        output.console().print(f"{line} ({expectation.rule})" if expectation.rule else line)


def tell_standing(out: Terminal, found: Iterable[TableFact], spell: SpellCard) -> None:
    """Print what holds at the table now, each with its rule."""
    for fact in found:
        rule = f" ({fact.rule})" if fact.rule else ""
        out.print(fact.sentence.render(spell) + rule)


@click.command("next")
@click.argument("game")
@output.json_option
@db_option
def next_act(game: str, as_json: bool, db: str | None) -> None:
    """Say who may act now in GAME, and how.

    It says who gets the card on offer and what each player may do. It gives no advice.

    \b
    Example: referee next friday
    """
    with book_for_reading(db, as_json) as book:
        replay = live_game(book, game).replay
        expected, stands = replay.expected(), facts_about_the_table(replay)
    if as_json:
        output.print_json([expectation.plain() for expectation in expected])
        return
    tell_standing(output.console(), stands, output.card_spelling())
    tell_expected(output.console(), expected, output.card_spelling())
