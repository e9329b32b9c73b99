"""``referee count``: what the cards of a hand count."""

from __future__ import annotations

import click

from referee.answers.counting import count_cards, counted_game
from referee.judging.counting import CountError, HandCount
from referee.notation.cards import Script, read_cards
from referee.notation.faults import SheetFault
from referee.wording.language import _, joined, ngettext
from referee_cli.choosing import HouseRule, options_of
from referee_cli.language import language_asked_for
from referee_cli.output import WrongUse, card_spelling, print_json, say


@click.command()
@click.argument("game")
@click.argument("cards", nargs=-1, required=True, metavar="CARDS...")
@click.option("--round", "round_", type=int, help="The round, where rounds differ.")
@click.option("--house", multiple=True, type=HouseRule(), help="A house rule.")
@click.option("--json", "as_json", is_flag=True, help="Print the count as JSON.")
def count(
    game: str, cards: tuple[str, ...], round_: int | None, house: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:  # fmt: skip
    """Count the cards of a hand, as GAME does.

    The cards are written as on the score sheet, together or apart: those left in the hand, or in
    Golf the four. Where cards may lie in melds, it finds the melds that leave the fewest points.
    With --lang es the suits are o, c, f and n.

    \b
    Example: referee count dimes --round 3 7h8h9hKdKs
    """
    try:
        book = counted_game(game)
        held = read_cards(" ".join(cards), Script(language_asked_for() or "en", book.jokers))
        counted = count_cards(book.name, held, round_, options_of(book.name, house))
    except (CountError, SheetFault) as problem:
        raise WrongUse(problem) from problem
    if as_json:
        print_json({"game": book.name, "cards": held, **counted.to_dict()})
        return
    _tell(counted)


def _tell(counted: HandCount) -> None:
    spell = card_spelling()
    points = ngettext("{number} point", "{number} points", counted.points)
    say(points.format(number=counted.points))
    for meld in counted.melds:
        say(_("meld: {cards}").format(cards=joined(map(spell, meld), " ")))
    if counted.left:
        say(_("left: {cards}").format(cards=joined(map(spell, counted.left), " ")))
