"""``referee next``: what may come next in a game."""

from __future__ import annotations

import click

from referee.quarrels.whose import whose
from referee_cli.book import book_for_reading, json_option
from referee_cli.logs import db_option
from referee_cli.output import card_spelling, console, print_json
from referee_cli.scribe import live_game, tell_expected
from referee_cli.whose import tell_standing


@click.command("next")
@click.argument("game")
@json_option
@db_option
def next_act(game: str, as_json: bool, db: str | None) -> None:
    """Say who may act now in GAME, and how.

    It lists who gets the card on offer and what each player may do, and gives no advice.

    \b
    Example: referee next friday
    """
    with book_for_reading(db, as_json) as book:
        replay = live_game(book, game).replay
        expected, stands = replay.expected(), whose(replay)
    if as_json:
        print_json([one.plain() for one in expected])
        return
    tell_standing(console(), stands, card_spelling())
    tell_expected(console(), expected, card_spelling())
