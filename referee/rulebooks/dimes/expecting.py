"""What may come next in a hand of Dimes: who may act now, and how.

Rights only: nothing here looks at what a card is good for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.judging.expectation import Expectation
from referee.judging.kernel.expecting import may
from referee.rulebooks.common.expecting import turn_by_turn
from referee.rulebooks.dimes.hand import DimesHand
from referee.rulebooks.dimes.seats import Player

Expected = Iterator[Expectation]


def expected(hand: DimesHand) -> Expected:
    """What may come next in a hand that is not over."""
    return turn_by_turn(
        hand,
        partial(_by_anybody, hand),
        partial(_with_a_card_taken, hand),
        partial(_before_taking, hand),
    )


def _by_anybody(hand: DimesHand) -> Expected:
    everybody = [seat.name for seat in hand.seats]
    text = "Nobody knows whose move it is: {players} may act."
    if hand.blurred:
        text = "After the gap in the record nobody knows whose move it is: {players} may act."
    for act in ("draw", "take", "discard", "meld", "show"):
        yield from may(act, everybody, text)


def _with_a_card_taken(hand: DimesHand, turn: Player) -> Expected:
    discards = "{players} discards a card."
    yield from may("discard", [turn.name], discards, "turn.discard", required=True)
    goes_out = "{players} may go out: all cards but one lie in melds, and that one is discarded."
    yield from may("meld", [turn.name], goes_out, "meld.early")
    going = hand.going(turn)
    if going is None or not going.called:
        yield from may("win", [turn.name], "{players} may go out, and say so.", "out.false")


def _before_taking(hand: DimesHand, turn: Player) -> Expected:
    if not (hand.begun or hand.turns):
        yield Expectation("turn_up", (), False, None, "The first card of the pile is turned up.")
    draws = "{players} draws a card from the deck."
    yield from may("draw", [turn.name], draws, "turn.order", required=True)
    if hand.turns or hand.house["first_take"] == "allowed":
        takes = "{players} may take the top card of the pile instead."
        yield from may("take", [turn.name], takes, "take.top")
    if hand.cards.deck == 0:
        yield Expectation("reshuffle", (), False, None, "The pile becomes the deck.")
    going = hand.going_out
    if going is not None and going.stands:
        others = [seat.name for seat in hand.seats if seat is not going.seat]
        lets = (
            "If the table accepts that somebody is out, {players} lays down melds.",
            "If the table accepts that somebody is out, {players} lay down melds.",
        )
        yield from may("meld", others, lets, "meld.early")
