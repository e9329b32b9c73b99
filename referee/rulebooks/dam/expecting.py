"""What may come next in a hand of That Dam Game: who may act now, and how.

Rights only: nothing here looks at what a card is good for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.judging.expectation import Expectation
from referee.judging.kernel.expecting import may
from referee.rulebooks.common.expecting import turn_by_turn
from referee.rulebooks.dam.hand import DamHand, Discard
from referee.rulebooks.dam.seats import Player

Expected = Iterator[Expectation]


def expected(hand: DamHand) -> Expected:
    """What may come next in a hand that is not over."""
    return turn_by_turn(
        hand,
        partial(_after_a_gap, hand),
        partial(_with_a_card_taken, hand),
        partial(_before_taking, hand),
    )


def _after_a_gap(hand: DamHand) -> Expected:
    everybody = [seat.name for seat in hand.seats]
    text = "After the gap in the record nobody knows whose move it is: {players} may act."
    for act in ("draw", "take", "beg", "meld", "discard"):
        yield from may(act, everybody, text)


def _with_a_card_taken(hand: DamHand, turn: Player) -> Expected:
    discards = "{players} discards a card."
    yield from may("discard", [turn.name], discards, "turn.discard", required=True)
    laid = hand.has_contract(turn.fresh)
    if turn.melded or (laid and hand.house["lay_off"] == "at_once"):
        text = "{players} may lay cards onto the melds on the table."
        yield from may("meld", [turn.name], text, "layoff.invalid")
    elif laid:
        return
    elif turn.fresh:
        text = "{players} lays down the rest of the contract."
        yield from may("meld", [turn.name], text, "contract.wrong")
    else:
        text = "{players} may lay down the contract, all of it at once."
        yield from may("meld", [turn.name], text, "contract.wrong")


def _before_taking(hand: DamHand, turn: Player) -> Expected:
    draws = "{players} draws a card from the deck."
    yield from may("draw", [turn.name], draws, "turn.order", required=True)
    offer = hand.offer
    if offer is None or offer.moved_on or offer.beg is not None:
        return
    takes = "{players} may take the discard instead."
    yield from may("take", [turn.name], takes, "take.old")
    if turn not in offer.passed:
        lets = "{players} may leave the discard to those who beg it."
        yield from may("pass", [turn.name], lets)
    yield from _beggars(hand, offer)


def _beggars(hand: DamHand, offer: Discard) -> Expected:
    """Who may beg, the nearest first, and who may say that they do not."""
    order = sorted(hand.seats, key=lambda seat: hand.distance(seat, offer))
    silent = [seat for seat in order if hand.may_beg(seat, offer) and seat not in offer.passed]
    wanted = [seat.name for seat in silent if hand.begs_left(seat) > 0]
    yield from may(
        "beg",
        wanted,
        (
            "{players} may beg the discard.",
            "The discard may be begged, in this order, by {players}.",
        ),
        "beg.order",
    )
    yield from may("pass", [seat.name for seat in silent], "{players} may decide not to beg.")
