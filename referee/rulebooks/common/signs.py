"""What is out of the ordinary about an act: where nothing is, few rules have to be asked.

A rule names the signs without which it has nothing to say. A sign may show too often, which costs
a question; it may never be missing where a rule would speak. The signs of a single game begin at
``OWN``.
"""

from __future__ import annotations

from typing import Any, Final

from referee.judging.kernel.acts import Act
from referee.judging.rulebook import ORDINARY
from referee.rulebooks.common.hands import OVER, PileHand

AnyHand = PileHand[Any, Any]

STRANGER: Final = 1 << 1
"""Somebody is named who is not at the table."""
AFTER_THE_END: Final = 1 << 2
"""The hand is over."""
OUT_OF_TURN: Final = 1 << 3
"""It is not known to be the actor's turn."""
OUT_OF_STEP: Final = 1 << 4
"""A card is taken where one was taken before, or laid down where none was."""
ASTRAY: Final = 1 << 5
"""A card may be another one than the record leaves room for."""
EMPTY_DECK: Final = 1 << 6
"""No card is left in the deck."""
OWN: Final = 1 << 8

TAKING: Final = ("draw", "take")
WITHOUT_CARDS: Final = frozenset({"pass", "cut", "score", "end", "payment"})
"""Events that take no card from a hand, nor from the deck, in any game."""


def signs_of(hand: AnyHand, act: Act) -> int:
    """What is out of the ordinary about an act, at the table as it is before it."""
    found, seat, kind = signs_of_any(hand, act), act.seat, act.type
    if seat is None or seat is not hand.turn:
        found |= OUT_OF_TURN
    if hand.taken == (kind in TAKING):
        found |= OUT_OF_STEP
    if kind == "draw":
        if hand.cards.deck == 0:
            found |= EMPTY_DECK
        if not hand.cards.can_be_drawn(act.event["card"]):
            found |= ASTRAY
    elif kind == "discard" and seat is not None:
        if not hand.cards.may_leave(seat.holding, act.event["card"]):
            found |= ASTRAY
    elif kind not in WITHOUT_CARDS:
        found |= ASTRAY
    return found


def signs_of_any(hand: AnyHand, act: Act) -> int:
    """The signs that do not depend on how the game is played."""
    found = ORDINARY
    if act.stranger:
        found |= STRANGER
    if hand.stage == OVER:
        found |= AFTER_THE_END
    return found
