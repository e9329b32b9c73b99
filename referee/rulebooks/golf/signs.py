"""What is out of the ordinary about an act; see ``referee.rulebooks.common.signs``."""

from __future__ import annotations

from typing import Final

from referee.judging.kernel.acts import Act
from referee.rulebooks.common.signs import ASTRAY, EMPTY_DECK, OWN, signs_of_any
from referee.rulebooks.golf.hand import GolfHand
from referee.rulebooks.golf.places import is_plain_discard, misplaced
from referee.rulebooks.golf.turns import TAKING, TURN_ACTS, Standing, standing

NOT_PLAIN: Final = OWN
"""An act of a turn neither begins the actor's turn nor lays down the card that was taken in it."""
LOOSE_END: Final = OWN << 1
"""The act neither begins a turn after one that is done, nor swaps or lays down a card that may be
swapped or laid down: a card may have been taken for good, or laid down for none."""
LAYS_NONE: Final = OWN << 2
"""A card is swapped in, and no card is written that comes out for it."""

_PLAIN: Final = (Standing.IN_TURN, Standing.LAYS_DOWN)


def signs_of(hand: GolfHand, act: Act) -> int:
    """What is out of the ordinary about an act, at the table as it is before it."""
    found = signs_of_any(hand, act)
    if hand.cards.deck == 0:
        found |= EMPTY_DECK
    if misplaced(hand, act) or (act.type == "take" and not hand.cards.pile):
        found |= ASTRAY
    if act.type == "swap" and "card" not in act.event:
        found |= LAYS_NONE
    if act.type not in TURN_ACTS or act.seat is None:
        return found | LOOSE_END
    how = standing(hand, act)
    if how not in _PLAIN:
        found |= NOT_PLAIN
    return found if _leaves_nothing(hand, act, how) else found | LOOSE_END


def _leaves_nothing(hand: GolfHand, act: Act, how: Standing) -> bool:
    if how is Standing.LAYS_DOWN:
        return act.type == "swap" or is_plain_discard(act.seat)
    return how is Standing.IN_TURN and act.type in TAKING and not hand.taken
