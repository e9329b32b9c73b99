"""What an act of a turn is, as the turns stand: in turn, out of turn, or more than one may do."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from referee.judging.kernel.acts import Act
from referee.rulebooks.golf.hand import STOCK_EMPTY, GolfHand, GolfSeat

TAKING: Final = ("draw", "take")
LAYING: Final = ("swap", "discard")
TURN_ACTS: Final = (*TAKING, *LAYING, "knock")
CLOSING_ACTS: Final = ("show", "score", "end")
"""The events with which a table closes a hole, but for the next hand."""


class Standing(Enum):
    """What an act is."""

    IN_TURN = auto()
    """It begins the player's turn."""
    LAYS_DOWN = auto()
    """It lays down a card that they have taken before."""
    SECOND = auto()
    """They have taken a card already, and do something else than lay it down."""
    MAKES_UP = auto()
    """They take the card without which they have laid one down just before."""
    AFTER_LAST = auto()
    """They have had their last turn of the hole."""
    OUT_OF_TURN = auto()
    TOO_LATE = auto()
    """The hole was over with the turn before, which this act ends: nothing comes of it."""


def standing(hand: GolfHand, act: Act) -> Standing:
    """What this act of a turn is."""
    seat: GolfSeat = act.seat
    if act.type in LAYING and (seat.taken or (act.type == "discard" and hand.unlaid is seat)):
        return Standing.LAYS_DOWN
    if act.type in TAKING and hand.undrawn is seat and hand.last_actor is seat:
        return Standing.MAKES_UP
    if hand.unsure and seat is not hand.turn:
        return Standing.IN_TURN
    # besides whose turn it is, somebody may have taken a card in the middle of it
    if hand.taken and (seat is hand.turn or seat.taken):
        return Standing.SECOND
    if hand.had_last_turn(seat):
        return Standing.AFTER_LAST
    if hand.turn is not None and not may_begin(hand, seat):
        return Standing.OUT_OF_TURN
    if hand.taken and hand.last_card_drawn:
        return Standing.TOO_LATE
    return Standing.IN_TURN


def comes_too_late(hand: GolfHand, act: Act) -> bool:
    """Whether nothing comes of this act, for the hole was over with the turn before."""
    if not hand.last_card_drawn or act.seat is None or act.type not in TURN_ACTS:
        return False
    return standing(hand, act) is Standing.TOO_LATE


def perhaps_too_late(hand: GolfHand, act: Act) -> bool:
    """Whether the hole may be over with the turn before, which this act ends: a gap hides whether
    the card that was drawn in it is the last one of the deck."""
    turn = hand.turn
    if hand.cards.deck is not None or not hand.taken or turn is None or act.seat is turn:
        return False
    return not all(one.from_pile for one in turn.taken)


def is_aside(hand: GolfHand, act: Act) -> bool:
    """Whether somebody who is not next acts in the middle of the turn with which the hole ends.
    That turn goes on, or the hole would be over before their act is done."""
    is_last = hand.last_card_drawn or hand.due == [hand.turn]
    if not hand.taken or not is_last:
        return False
    return standing(hand, act) in (Standing.OUT_OF_TURN, Standing.AFTER_LAST)


def expected(hand: GolfHand) -> GolfSeat | None:
    """Whose turn it is to take a card, or to knock, if whoever has taken one is done."""
    if hand.taken and hand.turn is not None:
        return hand.next_after(hand.turn)
    return hand.turn


def may_begin(hand: GolfHand, seat: GolfSeat) -> bool:
    """Whether this player's turn may begin: they are next, or had their last turn taken away."""
    is_late = seat in hand.passed_over and not hand.had_last_turn(seat)
    return is_late or seat is expected(hand)


def passes_on(hand: GolfHand, act: Act) -> GolfSeat | None:
    """Who has taken a card and laid none down when the next player acts."""
    turn: GolfSeat | None = hand.turn
    if not hand.taken or turn is None or act.seat is turn or hand.unsure:
        return None
    if not may_begin(hand, act.seat):
        return None
    return None if standing(hand, act) is Standing.LAYS_DOWN else turn


def stops_short(hand: GolfHand) -> GolfSeat | None:
    """Who has taken a card in the last turn of the hole, and laid none down when it is closed."""
    if hand.turn is None or not hand.taken or hand.blurred:
        return None
    kind = hand.closed_by(hand.turn)
    if kind is None or (kind == STOCK_EMPTY and hand.house["last_card"] == "at_once"):
        return None
    return hand.turn


def passed_over(hand: GolfHand, seat: GolfSeat) -> list[GolfSeat]:
    """Whose turns are skipped when this player acts out of turn."""
    first = expected(hand)
    if first is None or first is seat:
        return []
    order = [first, *hand.order_after(first)]
    return order[: order.index(seat)]
