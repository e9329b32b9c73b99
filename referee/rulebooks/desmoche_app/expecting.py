"""What may come next in a hand: rights only, never what would help a player."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judging.expectation import Expectation
from referee.judging.kernel.expecting import may
from referee.rulebooks.common.expecting import before_the_deal
from referee.rulebooks.common.hands import BEFORE_THE_DEAL
from referee.rulebooks.desmoche_app.hand import AppHand, AppSeat

Expected = Iterator[Expectation]


def expected(hand: AppHand) -> Expected:
    """What may come next in a hand that is not over."""
    yield from before_the_deal(hand)
    if hand.stage == BEFORE_THE_DEAL:
        return
    if not (hand.turned or hand.blurred):
        yield from _before_the_first_discard(hand)
    elif hand.turn is None:
        yield from _after_a_gap(hand)
    elif hand.taken:
        yield from _in_turn(hand, hand.turn)
    else:
        yield from _first_discard(hand)
        yield from _next_card(hand, [hand.turn.name])
    yield from _at_any_time(hand)


def _before_the_first_discard(hand: AppHand) -> Expected:
    missing = [seat for seat in hand.seats if not seat.passed]
    sure = len(missing) > hand.strange_passes
    for seat in missing:
        to = hand.after(seat).name
        text = "{players} passes one card to {to}."
        yield from may("cambio", [seat.name], text, "cambio.one", required=sure, to=to)
    text = "The top card of the deck is turned up."
    yield Expectation("turn_up", (), not sure, "cambio.one", text)


def _first_discard(hand: AppHand) -> Expected:
    offered = [seat for seat in hand.seats if hand.on_offer_to(seat)]
    for seat in offered:
        text = "{players} may take the first discard to meld it at once."
        yield from may("take", [seat.name], text, "trial.meld")
    declines = "{players} may decline the first discard."
    yield from may("pass", [seat.name for seat in offered], (declines, declines), "trial.meld")


def _next_card(hand: AppHand, names: list[str], *, required: bool = True) -> Expected:
    draws = ("{players} draws a card.", "One of {players} draws a card.")
    yield from may("draw", names, draws, "turn.order", required=required)
    if hand.cards.pile or hand.blurred:
        takes = (
            "{players} may take the top card of the pile.",
            "One of {players} may take the top card of the pile.",
        )
        yield from may("take", names, takes, "turn.order")


def _in_turn(hand: AppHand, seat: AppSeat) -> Expected:
    text = "{players} discards a card."
    yield from may("discard", [seat.name], text, "turn.discard", required=True)
    text = "{players} may meld, lay off and move cards between their own melds."
    yield from may("meld", [seat.name], text, "meld.turn")
    text = "{players} may call the win with ten cards in melds."
    yield from may("win", [seat.name], text, "win.false")


def _after_a_gap(hand: AppHand) -> Expected:
    names = [seat.name for seat in hand.seats]
    yield from _next_card(hand, names, required=False)
    both = ("{players} may discard a card.", "{players} may discard a card.")
    yield from may("discard", names, both, "turn.discard")
    both = ("{players} may meld.", "{players} may meld.")
    yield from may("meld", names, both, "meld.turn")
    both = ("{players} may call the win.", "{players} may call the win.")
    yield from may("win", names, both, "win.false")


def _at_any_time(hand: AppHand) -> Expected:
    melding = [seat.name for seat in hand.seats if seat.melds]
    text = (
        "{players} may take cards of a meld back into the hand.",
        "{players} may take cards of their melds back into the hand.",
    )
    yield from may("take_back", melding, text, "back.broken")
    if hand.cards.deck == 0:
        text_of_stock = "The discard pile but for its top card becomes the deck."
        yield Expectation("reshuffle", (), False, "deck.order", text_of_stock)
