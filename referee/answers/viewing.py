"""The state of a hand at one moment, as plain data for replay, pages and the terminal."""

from __future__ import annotations

from typing import Any, Final

from referee.answers.scoring import Result
from referee.cards.deck import UNRECORDED
from referee.core.cards import is_blank
from referee.core.facts import known
from referee.core.hand import Hand, Seat

OFFERED: Final[dict[str, Any]] = {"by": None, "held": False, "knocked": [], "claimed_by": []}
"""The fields of an offer that stay empty in games without claims."""


def view_of(hand: Hand, result: Result) -> dict[str, Any]:
    """Return the table as plain data: hidden cards as far as known, open numbers as None."""
    over = hand.maybe("over")
    pile = [named(card) for card in hand.pile] or [UNRECORDED] * hand.buried
    stage = "over" if over else "playing" if hand.is_dealt else "dealt"
    stock, turn, mid = hand.maybe("stock"), hand.maybe("turn"), known(lambda: hand.mid_turn)
    return {
        "hand": hand.number,
        "stage": stage,
        "dealer": hand.seats[-1].name,
        "pot": None,
        "side_pots": {},
        "deck": stock if hand.is_dealt else hand.deck.size,
        "draws_next": [turn.name] if turn and mid is False and not over else [],
        "owed_by": None,
        "offer": {**OFFERED, "card": pile[-1]} if pile and not over and hand.is_dealt else None,
        "pile": [] if not hand.is_dealt else pile if over else pile[:-1],
        "winner": result.winner,
        "outcome": result.kind,
        "seats": [_seat(hand, seat) for seat in hand.seats],
    }


def named(card: str) -> str:
    """Return a card as a log writes it."""
    return UNRECORDED if is_blank(card) else card


def _seat(hand: Hand, seat: Seat) -> dict[str, Any]:
    """Return a seat as plain data: cards in rows and open zones are on the table, others in the
    hand."""
    lying, held = list[list[str]](), list[str]()
    for zone in hand.game.seat_zones if hand.is_dealt else ():
        cards = [named(card) for card in hand.beside_melds(zone, seat) or ()]
        if zone.kind == "row" or zone.open:
            lying += [cards] if cards else []
        else:
            held += cards
    unknown = held.count(UNRECORDED)
    apart = known(lambda: hand.ask("melds_of", seat))
    if hand.game.lays_melds:
        apart = known(lambda: [meld.cards for meld in hand.laid[seat]], apart)
    return {
        "player": seat.name,
        "standing": "in",
        "melds": lying if apart is None else [list(meld) for meld in apart],
        "hand": [card for card in held if card != UNRECORDED],
        "unknown": unknown,
        "surely_unknown": unknown,
        "owes": False,
    }
