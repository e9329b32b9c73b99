"""The table at one moment, as plain data."""

from __future__ import annotations

from typing import Any

from referee.answers.viewing import named
from referee.cards.deck import BITS
from referee.core.cards import is_blank
from referee.core.hand import Hand, Seat
from referee.games.desmoche.game import TEN, cards_as, lying_of, may_pay_nothing
from referee.games.desmoche.money import OpeningStakes
from referee.games.desmoche.opening import hand_after


def view_of(t: Hand, began: OpeningStakes) -> dict[str, Any]:
    """Return everything on the table: the hand with its seats, the pile, the offer and the pots.

    A player's hand is its certain cards and the maximum (``unknown``) and minimum
    (``surely_unknown``) number of unknown ones.
    """
    winner, offer, turn = t.maybe("winner"), t.maybe("offer"), t.maybe("turn")
    over, owed_by, is_dealt = t.maybe("over"), t.maybe("unpaid"), t.maybe("cards_dealt")
    waits = not over and (is_dealt or t.missing_lines)
    pile = [named(card) for card in t.pile if card != offer and not is_blank(card)]
    return {
        "hand": t.number,
        "stage": stage_of(t),
        "dealer": t.seats[-1].name,
        "pot": 0 if winner else began.brought + sum(began.bets.values()),
        "side_pots": {
            game: began.side_brought.get(game, 0) + sum(stakes.values())
            for game, stakes in t.stakes
            if game in t.house["side_games"]
        },
        "deck": t.maybe("stock"),
        "draws_next": [turn.name] if turn is not None and waits else [],
        "owed_by": owed_by.name if owed_by is not None else None,
        "offer": _offered(t) if offer else None,
        "pile": pile,
        "winner": winner.name if winner is not None else None,
        "outcome": over or "open",
        "seats": [_seat(t, seat) for seat in t.seats],
    }


def stage_of(t: Hand) -> str:
    """Return the stage of a hand."""
    if t.maybe("over"):
        return "over"
    if not (t.maybe("cards_dealt") or t.missing_lines):
        return "betting"
    return "playing" if t.maybe("draws", 1) else "dealt"


def _offered(t: Hand) -> dict[str, Any]:
    by = t.maybe("by")
    return {
        "card": named(t.offer),
        "by": by.name if by is not None else None,
        "held": bool(t.maybe("held")),
        "knocked": sorted(knocker.name for knocker in t.maybe("knocked", ())),
        "claimed_by": [claim.seat.name for claim in t.maybe("claims", ())],
    }


def bounds(t: Hand, seat: Seat) -> tuple[int, int]:
    """Return the minimum and maximum number of cards in a player's hand."""
    held = hand_after(t, seat)
    if held is not None:
        return len(held), len(held) + t.spare.get(seat, 0)
    lying = 0 if may_pay_nothing(t) else lying_of(t, seat).bit_count()
    return 0, max(0, TEN - lying)


def _seat(t: Hand, seat: Seat) -> dict[str, Any]:
    is_dealt = t.maybe("cards_dealt") or t.missing_lines
    held = hand_after(t, seat) if is_dealt else None
    known = [card for card in held or () if not is_blank(card) and card not in t.loose]
    fewest, most = bounds(t, seat) if is_dealt else (0, 0)
    melds = t.melds.get(seat, t.told_melds.get(seat, ()))
    return {
        "player": seat.name,
        "standing": t.left.get(seat) or "in",
        "melds": [[named(card) for card in cards_as(meld)] for meld in melds],
        "hand": sorted(known, key=lambda card: BITS[card]),
        "unknown": max(most - len(known), 0),
        "surely_unknown": max(fewest - len(known), 0),
        "owes": bool(t.owes.get(seat)),
    }
