"""How the table stood when something happened in Dimes, as facts that a ruling can rest on."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.facts import DEDUCED, RECORDED, UNKNOWN, Fact
from referee.judging.rulebook import Event
from referee.rulebooks.common.situation import (
    Asked,
    Facts,
    at_turn,
    dealt_before,
    deck,
    holding,
    turn,
)
from referee.rulebooks.dimes.hand import DimesHand
from referee.wording.sentences import InOrder


def _turn(hand: DimesHand, event: Event) -> Facts:
    if at_turn(hand) is not None or not hand.over:
        yield from turn(hand, event)


def _pile(hand: DimesHand, event: Event) -> Facts:
    pile = hand.pile
    if not pile:
        yield Fact(RECORDED, "No card lay in the discard pile.", {})
    elif pile[-1] == UNRECORDED:
        yield Fact(UNKNOWN, "Which card lay on top of the pile is not written down.", {})
    else:
        text = "On top of the discard pile lay {card}."
        yield Fact(RECORDED, text, {"card": InOrder((pile[-1],))})


def _wild(hand: DimesHand, event: Event) -> Facts:
    rank = hand.rules_of_round.wild
    text = "It was round {round}: {rank}s, twos and jokers were wild."
    facts = {"round": hand.round, "rank": "10" if rank == "T" else rank}
    yield Fact(DEDUCED, text, facts, (hand.first_event,))


def _out(hand: DimesHand, event: Event) -> Facts:
    out = hand.is_out
    if out is None:
        yield Fact(RECORDED, "Nobody was out.", {})
    else:
        event_of = (hand.outcome.event,) if hand.outcome.event else ()
        yield Fact(RECORDED, "{player} was out.", {"player": out.name}, event_of)


def _holding(hand: DimesHand, event: Event) -> Facts:
    seat = hand.find(event.get("player", ""))
    if seat is None:
        return
    if seat.melds:
        melds = [InOrder(lying.cards) for lying in seat.melds]
        text = "{player} had on the table: {melds}."
        yield Fact(RECORDED, text, {"player": seat.name, "melds": melds})
    yield from holding(seat)


def _dimes(hand: DimesHand, event: Event) -> Facts:
    text = "No dime lay in the pot at the beginning of the hand."
    if hand.before.pot:
        text = "{pot} dimes lay in the pot at the beginning of the hand."
    yield Fact(DEDUCED, text, {"pot": hand.before.pot})


ASKED: Final[Asked] = {
    "deal": (_wild,),
    "draw": (_turn, deck),
    "take": (_turn, _pile),
    "discard": (_turn, _holding),
    "meld": (_wild, _turn, _out, _holding),
    "win": (_turn, _out, _holding),
    "show": (_out, _holding),
    "score": (_wild, _out),
    "reshuffle": (deck,),
    "payment": (_out, _dimes),
    "end": (_turn, _out),
}
"""What is asked about the table, for each kind of event."""

MATTERS: Final[Asked] = {
    "turn": (_turn,),
    "take": (_pile,),
    "meld.early": (_turn, _out),
    "meld": (_wild,),
    "out": (_out, _holding),
    "out.discard": (_holding,),
    "hand": (_out,),
    "deck": (deck,),
    "count": (_wild,),
    "payment": (_out, _dimes),
    "dealer": (dealt_before,),
}
"""What the verdicts of a rule, or of the rules whose ids begin so, turn on."""

REASONS: Final[Asked] = {
    **dict.fromkeys(("draw", "take", "discard"), (_turn,)),
    "meld": (_wild, _turn),
}
"""Why such an event is in order where nothing speaks against it."""
