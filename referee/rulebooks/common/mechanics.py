"""What the events that all games share do to a hand, lawful or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging.kernel.acts import Act
from referee.judging.kernel.hands import UNDECIDED
from referee.rulebooks.common.hands import Outcome, PileHand, Written

AnyHand = PileHand[Any, Any]

ABANDONED: Final = "abandoned"


def nothing(hand: AnyHand, act: Act) -> None:
    """The event moves no cards."""


def end(hand: AnyHand, act: Act) -> None:
    """The hand is over; a table that gave it up has not decided it."""
    if hand.over:
        return
    hand.abandoned = act.event.get("why") == ABANDONED
    hand.finish(Outcome(UNDECIDED, act.seq))


def score(hand: AnyHand, act: Act) -> None:
    """What was written down is kept, to be compared with the cards."""
    points, totals = act.event.get("points", {}), act.event.get("totals", {})
    hand.written.append(Written(act.seq, _by_name(hand, points), _by_name(hand, totals)))


def _by_name(hand: AnyHand, points: Mapping[str, int]) -> dict[str, int]:
    return {hand.known(name) or name: count for name, count in points.items()}


def renew_deck(hand: AnyHand, act: Act) -> None:
    """The pile but for its top card becomes the deck, in an order that nobody knows."""
    hand.cards.renew()


def draw(hand: AnyHand, act: Act) -> None:
    """The top card of the deck goes into the hand; an empty deck is made anew before."""
    drawn = hand.from_deck(act)
    hand.cards.renew_for(drawn)
    hand.cards.deal(act.seat.holding, drawn)
    hand.begin_turn(act.seat)


def take(hand: AnyHand, act: Act) -> None:
    """The top card of the pile goes into the hand; if another one is written, it is that one. A
    card that is written as not seen need not be the one that the record has on top."""
    cards, holding, named = hand.cards, act.seat.holding, act.event.get("card")
    is_unseen = named == UNRECORDED or (named is not None and cards.pile[-1:] == [UNRECORDED])
    if named == UNRECORDED and cards.pile and cards.pile[-1] != UNRECORDED:
        cards.take_unread(holding)
    else:
        cards.take(holding, named or UNRECORDED)
    hand.begin_turn(act.seat)
    hand.may_go_back = hand.unsure or is_unseen


def discard(hand: AnyHand, act: Act) -> None:
    """A card from the hand lies on top of the pile, and the turn is over."""
    card = act.event["card"]
    hand.cards.play(act.seat.holding, card)
    hand.cards.pile.append(card)
    hand.end_turn(act.seat)


def turn_up(hand: AnyHand, act: Act) -> None:
    """The top card of the deck begins the pile."""
    card = act.event["card"]
    hand.cards.leave_deck()
    hand.cards.show(card)
    hand.cards.pile.append(card)


COMMON: Final[Mapping[str, Callable[[AnyHand, Act], None]]] = {
    "cut": nothing,
    "offence": nothing,
    "pass": nothing,
    "end": end,
    "score": score,
}
"""What these events do in every game."""
