"""What is out of the ordinary about an act; see ``referee.rulebooks.common.signs``."""

from __future__ import annotations

from typing import Final

from referee.judging.kernel.acts import Act
from referee.rulebooks.common.signs import EMPTY_DECK, OWN, signs_of_any
from referee.rulebooks.golf.hand import GolfHand
from referee.rulebooks.golf.turns import TURN_ACTS, Standing, standing

NOT_PLAIN: Final = OWN
"""An act of a turn neither begins the actor's turn nor lays down the card that was taken in it."""

_PLAIN: Final = (Standing.IN_TURN, Standing.LAYS_DOWN)


def signs_of(hand: GolfHand, act: Act) -> int:
    """What is out of the ordinary about an act, at the table as it is before it."""
    found = signs_of_any(hand, act)
    if hand.cards.deck == 0:
        found |= EMPTY_DECK
    of_a_turn = act.type in TURN_ACTS and act.seat is not None
    if of_a_turn and standing(hand, act) not in _PLAIN:
        found |= NOT_PLAIN
    return found
