"""How the table stood when something happened in Dimes, as facts that a ruling can rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from referee.cards import UNRECORDED
from referee.findings import InOrder
from referee.grounds import DEDUCED, RECORDED, UNKNOWN, Fact
from referee.language import Plural
from referee.rulebooks.base import Event
from referee.rulebooks.dimes.hand import DimesHand

Grounds = Iterator[Fact]
Ask = Callable[[DimesHand, Event], Grounds]


def situation(hand: DimesHand, event: Event) -> Grounds:
    """The facts about the hand that an event of this kind is judged by, before it happened."""
    for ask in _ASKED.get(event["type"], ()):
        yield from ask(hand, event)


def _turn(hand: DimesHand, event: Event) -> Grounds:
    turn = hand.turn
    if turn is None:
        if not hand.over:
            yield Fact(UNKNOWN, "Whose turn it was is not written down.", {})
        return
    text = "It was {player}'s turn, who had not taken a card yet."
    if hand.taken:
        text = "It was {player}'s turn, who had taken a card."
    yield Fact(RECORDED, text, {"player": turn.name})


def _pile(hand: DimesHand, event: Event) -> Grounds:
    pile = hand.pile
    if not pile:
        yield Fact(RECORDED, "No card lay in the discard pile.", {})
    elif pile[-1] == UNRECORDED:
        yield Fact(UNKNOWN, "Which card lay on top of the pile is not written down.", {})
    else:
        text = "On top of the discard pile lay {card}."
        yield Fact(RECORDED, text, {"card": InOrder((pile[-1],))})


def _wild(hand: DimesHand, event: Event) -> Grounds:
    rank = hand.rules_of_round.wild
    text = "It was round {round}: {rank}s, twos and jokers were wild."
    facts = {"round": hand.round, "rank": "10" if rank == "T" else rank}
    yield Fact(DEDUCED, text, facts, (hand.first_event,))


def _out(hand: DimesHand, event: Event) -> Grounds:
    out = hand.is_out
    if out is None:
        yield Fact(RECORDED, "Nobody was out.", {})
    else:
        event_of = (hand.outcome.event,) if hand.outcome.event else ()
        yield Fact(RECORDED, "{player} was out.", {"player": out.name}, event_of)


def _holding(hand: DimesHand, event: Event) -> Grounds:
    seat = hand.find(event.get("player", ""))
    if seat is None:
        return
    if seat.melds:
        melds = [InOrder(lying.cards) for lying in seat.melds]
        text = "{player} had on the table: {melds}."
        yield Fact(RECORDED, text, {"player": seat.name, "melds": melds})
    count = seat.holding.count
    if count is not None:
        held = Plural(
            "{player} held {count} card in the hand.",
            "{player} held {count} cards in the hand.",
            count,
        )
        yield Fact(DEDUCED, held, {"player": seat.name, "count": count})


def _deck(hand: DimesHand, event: Event) -> Grounds:
    count = hand.cards.deck
    if count is not None:
        text = Plural(
            "{count} card was left in the deck.", "{count} cards were left in the deck.", count
        )
        yield Fact(DEDUCED, text, {"count": count})


def _dimes(hand: DimesHand, event: Event) -> Grounds:
    text = "{pot} dimes lay in the pot at the beginning of the hand."
    yield Fact(DEDUCED, text, {"pot": hand.before.pot})


_ASKED: Final[Mapping[str, tuple[Ask, ...]]] = {
    "deal": (_wild,),
    "draw": (_turn, _deck),
    "take": (_turn, _pile),
    "discard": (_turn, _holding),
    "meld": (_wild, _turn, _out, _holding),
    "win": (_turn, _out, _holding),
    "show": (_out, _holding),
    "score": (_wild, _out),
    "reshuffle": (_deck,),
    "payment": (_out, _dimes),
    "end": (_turn, _out),
}
"""What is asked about the table, for each kind of event."""
