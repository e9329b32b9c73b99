"""What may come next in a hole: rights only, from the seats and what was done in the open."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judging.expectation import Expectation
from referee.judging.kernel.expecting import may
from referee.rulebooks.common.expecting import before_the_deal
from referee.rulebooks.common.hands import BEFORE_THE_DEAL
from referee.rulebooks.golf.hand import GolfHand, GolfSeat

Expected = Iterator[Expectation]


def expected(hand: GolfHand) -> Expected:
    """What may come next in a hole that is not over."""
    if hand.stage == BEFORE_THE_DEAL:
        yield from before_the_deal(hand)
        return
    yield from _before_play(hand)
    if hand.turn is None:
        yield from _after_a_gap(hand)
    elif hand.taken:
        yield from _laying_down(hand.turn)
    else:
        yield from _turn(hand, hand.turn)
    if hand.closed_by(None) is not None or hand.blurred:
        names = [seat.name for seat in hand.seats]
        yield from may("show", names, "The hand may be over: {players} may show their cards.")


def _before_play(hand: GolfHand) -> Expected:
    if not hand.turned_up:
        text = "The top card of the deck is turned up."
        yield Expectation("turn_up", (hand.dealer,), False, "event.phase", text)
    if not hand.begun and not hand.blurred:
        looking = [seat.name for seat in hand.seats if not seat.looks]
        text = "{players} may look at the two nearest cards before play begins."
        yield from may("look", looking, text, "look.again")


def _turn(hand: GolfHand, seat: GolfSeat) -> Expected:
    must = seat not in hand.passed_over
    if hand.cards.deck != 0:
        text = "{players} draws the top card of the deck."
        yield from may("draw", [seat.name], text, "turn.order", required=must)
    text = "{players} may take the top card of the pile instead, to swap it."
    yield from may("take", [seat.name], text, "take.swap")
    barred = hand.house["first_knock"] == "barred" and not seat.turns
    if hand.due is None and not barred:
        yield from may("knock", [seat.name], "{players} may knock instead.", "knock.alone")


def _laying_down(seat: GolfSeat) -> Expected:
    text = "{players} swaps the card that was taken for one of the four."
    yield from may("swap", [seat.name], text, "swap.discard", required=True)
    if not any(one.from_pile for one in seat.taken):
        text = "{players} may discard the card that was drawn."
        yield from may("discard", [seat.name], text, "turn.discard")


def _after_a_gap(hand: GolfHand) -> Expected:
    names = [seat.name for seat in hand.seats]
    text = "After the gap in the record nobody knows whose move it is: {players} may act."
    for act in ("draw", "take", "swap", "discard", "knock"):
        yield from may(act, names, text)
