"""``referee whose``: whose the card on offer is, who draws next, what may be done and what not."""

from __future__ import annotations

from collections.abc import Iterable

import click
from rich.console import Console

from referee.judging.replay import Replay
from referee.quarrels.whose import Standing, whose
from referee.wording.sentences import SpellCard
from referee_cli.logs import db_option, read
from referee_cli.output import card_spelling, console, ends_where_unreadable, print_json


@click.command("whose")
@click.argument("log", metavar="LOG|GAME")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@db_option
def whose_is_it(log: str, as_json: bool, db: str | None) -> None:
    """Say who gets the card on offer, and why.

    You also see who draws next, what everybody may do now and what not, each with its rule.

    \b
    Example: referee whose evening.jsonl
    """
    replay = Replay()
    with ends_where_unreadable(as_json):
        replay.feed_all(read(log, db))
    found, expected = whose(replay), replay.expected()
    if as_json:
        may = [one.plain() for one in expected]
        print_json({"stands": [one.as_dict() for one in found], "may": may})
        return
    spell = card_spelling()
    tell_standing(console(), found, spell)
    for one in expected:
        line = f"{'*' if one.required else '-'} {one.message(spell)}"
        console().print(f"{line} ({one.rule})" if one.rule else line)


def tell_standing(out: Console, found: Iterable[Standing], spell: SpellCard) -> None:
    """Print what holds at the table now, each with its rule."""
    for one in found:
        rule = f" ({one.rule})" if one.rule else ""
        out.print(one.told.told(spell) + rule)
