"""What is out of the ordinary about an act; see ``referee.rulebooks.common.signs``."""

from __future__ import annotations

from typing import Final

from referee.judging.kernel.acts import Act
from referee.rulebooks.common import signs
from referee.rulebooks.common.signs import OWN
from referee.rulebooks.dam.hand import DamHand

CONTRACT: Final = OWN
"""Somebody has laid some of their contract in a turn that may end with the act, or does by it, or
lays a meld after it."""


def signs_of(hand: DamHand, act: Act) -> int:
    """What is out of the ordinary about an act, at the table as it is before it."""
    found = signs.signs_of(hand, act)
    if act.type == "meld":
        seat = act.seat
        is_plain = seat is not None and not seat.melded and not hand.empties(seat, act)
        return found if is_plain else found | CONTRACT
    for seat in hand.seats:
        if seat.fresh:
            return found | CONTRACT
    return found
