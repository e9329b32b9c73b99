"""How the table stood when something happened, as facts that a ruling can rest on: what several
games are asked in the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.judging.facts import DEDUCED, RECORDED, UNKNOWN, Fact
from referee.judging.rulebook import Event
from referee.rulebooks.common.hands import PileHand, PileSeat
from referee.wording.language import Plural

Facts = Iterator[Fact]

Ask = Callable[[Any, Event], Facts]
"""Facts about a hand before an event happened in it."""

Asked = Mapping[str, tuple[Ask, ...]]
"""What is asked about the table, for each kind of event."""


def turn(hand: PileHand[Any, Any], event: Event) -> Facts:
    """Whose turn it was."""
    seat = at_turn(hand)
    if seat is None:
        yield Fact(UNKNOWN, "Nobody wrote down whose turn it was.", {})
        return
    text = "It was the turn of {player}, who had not taken a card yet."
    if hand.taken:
        text = "It was the turn of {player}, who had taken a card."
    yield Fact(RECORDED, text, {"player": seat.name})


def at_turn(hand: PileHand[Any, Any]) -> PileSeat | None:
    """Whose turn it is; before anybody has played, that of the player who begins."""
    begins = hand.turn is None and not hand.played and not hand.blurred
    return hand.first if begins else hand.turn


def dealt_before(hand: Any, event: Event) -> Facts:
    """Who dealt the hand before."""
    text = "{dealer} dealt the hand before."
    yield Fact(RECORDED, text, {"dealer": hand.dealer}, (hand.first_event,))


def deck(hand: PileHand[Any, Any], event: Event) -> Facts:
    """How many cards were left, where that is known."""
    if hand.cards.deck is not None:
        yield left_in_the_deck(hand.cards.deck)


def left_in_the_deck(count: int) -> Fact:
    """How many cards were left in the deck."""
    text = Plural(
        "{count} card was left in the deck.", "{count} cards were left in the deck.", count
    )
    return Fact(DEDUCED, text if count else "No card was left in the deck.", {"count": count})


def holding(seat: PileSeat) -> Facts:
    """How many cards a player held, where that is known."""
    count = seat.holding.count
    if count is not None:
        text = Plural(
            "{player} held {count} card in the hand.",
            "{player} held {count} cards in the hand.",
            count,
        )
        yield Fact(DEDUCED, text, {"player": seat.name, "count": count})
