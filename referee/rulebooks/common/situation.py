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
    if hand.turn is None:
        yield Fact(UNKNOWN, "Nobody wrote down whose turn it was.", {})
        return
    text = "It was the turn of {player}, who had not taken a card yet."
    if hand.taken:
        text = "It was the turn of {player}, who had taken a card."
    yield Fact(RECORDED, text, {"player": hand.turn.name})


def deck(hand: PileHand[Any, Any], event: Event) -> Facts:
    """How many cards were left, where that is known."""
    count = hand.cards.deck
    if count is not None:
        text = Plural(
            "{count} card was left in the deck.", "{count} cards were left in the deck.", count
        )
        yield Fact(DEDUCED, text, {"count": count})


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
