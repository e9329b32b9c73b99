"""The table of That Dam Game, as plain data for whoever wants to look at it."""

from __future__ import annotations

from typing import Any

from referee.rulebooks.dam.hand import DamHand
from referee.rulebooks.dam.seats import Player


def view_of_hand(hand: DamHand) -> dict[str, Any]:
    """The discard on offer: who laid it, and who does not want it. Nothing is on offer where it was
    begged, or the next player has taken a card."""
    offer = hand.offer
    if offer is None or offer.beg is not None or offer.moved_on or hand.over:
        return {"offer": None, "pile": list(hand.cards.pile)}
    told = {
        "card": offer.card,
        "by": offer.by.name,
        "held": False,
        "knocked": [seat.name for seat in offer.passed],
        "claimed_by": [],
    }
    return {"offer": told, "pile": hand.cards.pile[:-1]}


def view_of_seat(seat: Player) -> dict[str, Any]:
    """The melds that lie before a player."""
    return {"melds": [list(lying.cards) for lying in seat.melds]}
