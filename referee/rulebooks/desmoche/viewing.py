"""The table as it lies at one moment, as plain data for whoever wants to look at it."""

from __future__ import annotations

from typing import Any, Final

from referee.cards.deck import DECK, UNRECORDED, each, name, names
from referee.rulebooks.desmoche.hand import BETTING, DEALT, OVER, Hand
from referee.rulebooks.desmoche.seat import Seat

STAGES: Final = {BETTING: "betting", DEALT: "dealt", OVER: "over"}


def view_of(hand: Hand) -> dict[str, Any]:
    """Everything on the table: the hand with its seats, the pile, the offer and the pots.

    A player's hand is the cards that are certainly in it and the number of those that nobody
    knows, at most (``unknown``) and at least (``surely_unknown``).
    """
    offer = hand.offer
    drawers = hand.expected_drawers() if DEALT <= hand.stage < OVER and hand.playing() else []
    return {
        "hand": hand.number,
        "stage": STAGES.get(hand.stage, "playing"),
        "dealer": hand.dealer,
        "pot": 0 if hand.outcome.winner else hand.brought + sum(hand.bets.values()),
        "side_pots": {
            game: hand.side_brought.get(game, 0) + sum(stakes.values())
            for game, stakes in hand.side_bets.items()
        },
        "deck": hand.deck,
        "draws_next": [seat.name for seat in drawers],
        "owed_by": hand.unpaid.name if hand.unpaid else None,
        "offer": _offered(hand) if offer and offer.card else None,
        "pile": _pile(hand),
        "winner": hand.outcome.winner.name if hand.outcome.winner else None,
        "outcome": hand.outcome.kind,
        "seats": [_seat(hand, seat) for seat in hand.seats],
    }


def _offered(hand: Hand) -> dict[str, Any]:
    offer = hand.offer
    assert offer is not None
    return {
        "card": name(offer.card),
        "by": offer.by.name if offer.by else None,
        "held": offer.held,
        "knocked": sorted(offer.passes),
        "claimed_by": [claim.seat.name for claim in offer.claims],
    }


def _pile(hand: Hand) -> list[str]:
    """The cards under the one on offer, in the order in which they were laid."""
    on_tables = 0
    for seat in hand.seats:
        on_tables |= seat.table
    offered = hand.offer.card if hand.offer else 0
    under = hand.visible & ~on_tables & ~offered & DECK
    # in the order of the play: an inserted line has a later number than those behind it
    return [name(card) for card in hand.seen_at if card & under]


def _seat(hand: Hand, seat: Seat) -> dict[str, Any]:
    known = hand.known_hand(seat) if hand.stage > BETTING else 0
    dealt = hand.stage > BETTING
    count, fewest = (max(seat.most, 0), max(seat.fewest, 0)) if dealt else (0, 0)
    return {
        "player": seat.name,
        "standing": seat.standing,
        "melds": [[_open(card) for card in each(meld)] for meld in seat.melds],
        "hand": names(known),
        "unknown": max(count - known.bit_count(), 0),
        "surely_unknown": max(fewest - known.bit_count(), 0),
        "owes": bool(seat.owes),
    }


def _open(card: int) -> str:
    return name(card) if card <= DECK else UNRECORDED
