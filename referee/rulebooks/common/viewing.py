"""A hand as it lies at one moment, as plain data for whoever wants to look at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.rulebooks.common.hands import BEFORE_THE_DEAL, OVER, PileHand

STAGES = {BEFORE_THE_DEAL: "dealt", OVER: "over"}


def view(
    hand: PileHand[Any, Any],
    more: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    pot: int | None,
) -> dict[str, Any]:
    """Everything on the table: the hand with its seats, the pile and the card on top of it.

    ``more`` and ``seats`` are what a game adds to the hand and to each seat, or says otherwise;
    ``pot`` is None where nothing is played for.
    """
    pile = hand.cards.pile
    return {
        "hand": hand.number,
        "stage": STAGES.get(hand.stage, "playing"),
        "dealer": hand.dealer,
        "pot": pot,
        "side_pots": {},
        "deck": hand.cards.deck,
        "draws_next": [hand.turn.name] if hand.turn and not hand.taken else [],
        "owed_by": None,
        "offer": _offered(pile[-1]) if pile and not hand.over else None,
        "pile": pile[:-1] if not hand.over else list(pile),
        "winner": hand.outcome.winner,
        "outcome": hand.outcome.kind,
        "seats": [{**_seat(seat), **told} for seat, told in zip(hand.seats, seats, strict=True)],
        **more,
    }


def _offered(card: str) -> dict[str, Any]:
    return {"card": card, "by": None, "held": False, "knocked": [], "claimed_by": []}


def _seat(seat: Any) -> dict[str, Any]:
    holding = seat.holding
    return {
        "player": seat.name,
        "standing": "in",
        "melds": [],
        "hand": holding.cards,
        "unknown": holding.unseen or 0,
        "surely_unknown": holding.unseen or 0,
        "owes": False,
    }
