"""What is out of the ordinary about an act; see ``referee.rulebooks.common.signs``."""

from __future__ import annotations

from typing import Final

from referee.judging.kernel.acts import Act
from referee.rulebooks.common import signs
from referee.rulebooks.common.signs import OWN
from referee.rulebooks.desmoche_app.hand import AppHand, AppSeat

CAMBIO: Final = OWN
"""No first discard lies there yet."""
FIRST_DISCARD: Final = OWN << 1
"""Who is at turn has taken the first discard and not laid a card down yet."""
FROM_WASTE: Final = OWN << 2
"""A card was taken from the waste in this turn."""
TORN: Final = OWN << 3
"""Something was left of a meld that was none, or the act may leave it."""


def signs_of(hand: AppHand, act: Act) -> int:
    """What is out of the ordinary about an act, at the table as it is before it."""
    found = signs.signs_of(hand, act)
    if not hand.turned:
        found |= CAMBIO
    if hand.first_discard is not None:
        found |= FIRST_DISCARD
    if hand.from_waste:
        found |= FROM_WASTE
    if act.type == "draw" and hand.cards.lies_elsewhere(act.event["card"]):
        found |= signs.ASTRAY
    if _may_tear(hand, act):
        found |= TORN
    return found


def _may_tear(hand: AppHand, act: Act) -> bool:
    for seat in hand.seats:
        if seat.torn:
            return True
    if act.type != "discard":
        return act.type == "take_back"
    actor: AppSeat | None = act.seat
    return actor is not None and actor.has_melded(act.event["card"])
