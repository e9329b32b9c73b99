"""How a hole stood when something happened, as facts that a ruling can rest on."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.facts import DEDUCED, RECORDED, UNKNOWN, Fact
from referee.judging.rulebook import Event
from referee.rulebooks.common.situation import Asked, Facts, at_turn, dealt_before, deck
from referee.rulebooks.golf.hand import GolfHand
from referee.wording.sentences import InOrder


def _turn(hand: GolfHand, event: Event) -> Facts:
    if hand.over:
        events = (hand.outcome.event,) if hand.outcome.event else ()
        yield Fact(RECORDED, "The hand was over.", {}, events)
        return
    seat = at_turn(hand)
    if seat is None:
        yield Fact(UNKNOWN, "Nobody wrote down whose turn it was.", {})
    elif hand.taken:
        text = "{player} had taken a card and not discarded one yet."
        yield Fact(RECORDED, text, {"player": seat.name})
    else:
        yield Fact(RECORDED, "It was the turn of {player}.", {"player": seat.name})


def _knock(hand: GolfHand, event: Event) -> Facts:
    if hand.knocker is None or hand.due is None:
        yield Fact(RECORDED, "Nobody had knocked.", {})
    yield from _last_turns(hand, event)


def _last_turns(hand: GolfHand, event: Event) -> Facts:
    """Who had knocked, and whose last turn was still to come."""
    if hand.knocker is None or hand.due is None:
        return
    yield Fact(RECORDED, "{player} had knocked.", {"player": hand.knocker.name})
    due = [seat.name for seat in hand.due]
    if due:
        yield Fact(DEDUCED, "Still to have their last turn: {players}.", {"players": due})


def _anothers_knock(hand: GolfHand, event: Event) -> Facts:
    seat = hand.find(event.get("player", ""))
    knocker = hand.knocked_before(seat) if seat is not None else None
    if knocker is not None:
        yield Fact(RECORDED, "{player} had knocked.", {"player": knocker.name})


def _pile(hand: GolfHand, event: Event) -> Facts:
    top = hand.cards.pile[-1] if hand.cards.pile else UNRECORDED
    if top == UNRECORDED:
        yield Fact(UNKNOWN, "What lay on top of the pile was not written down.", {})
    else:
        yield Fact(RECORDED, "On top of the pile lay {card}.", {"card": InOrder((top,))})


def _layout(hand: GolfHand, event: Event) -> Facts:
    seat = hand.find(event.get("player", ""))
    if seat is None:
        return
    facts = {"player": seat.name, "cards": InOrder(seat.layout)}
    text = "{player} had at the positions 1 to 4, as far as the record tells: {cards}."
    yield Fact(DEDUCED, text, facts)


def _looks(hand: GolfHand, event: Event) -> Facts:
    seat = hand.find(event.get("player", ""))
    if seat is None:
        return
    text = "{player} had not looked yet."
    if seat.looks:
        text = "{player} had looked at two cards."
    yield Fact(RECORDED, text, {"player": seat.name})
    text = "Play had begun." if hand.begun else "Play had not begun."
    yield Fact(RECORDED, text, {})


def _too_late(hand: GolfHand, event: Event) -> Facts:
    """What bars a look: an earlier one, or that play has begun."""
    seat = hand.find(event.get("player", ""))
    if seat is not None and seat.looks:
        yield Fact(RECORDED, "{player} had looked at two cards.", {"player": seat.name})
    if hand.begun:
        yield Fact(RECORDED, "Play had begun.", {})


def _deck(hand: GolfHand, event: Event) -> Facts:
    if hand.cards.deck is None:
        yield Fact(UNKNOWN, "How many cards were left in the deck was not written down.", {})
    yield from deck(hand, event)


ASKED: Final[Asked] = {
    "look": (_looks,),
    "draw": (_turn, _knock, _deck),
    "take": (_turn, _knock, _pile),
    "swap": (_turn, _layout),
    "discard": (_turn, _pile),
    "knock": (_turn, _knock),
    "show": (_turn, _layout),
    "score": (_turn, _knock),
    "offence": (_looks,),
    "end": (_turn, _knock, _deck),
    "hand": (_turn, _knock, _deck),
}
"""What is asked about the hole, for each kind of event."""

MATTERS: Final[Asked] = {
    "turn.last": (_last_turns,),
    "turn": (_turn, _last_turns),
    "knock.last": (_anothers_knock,),
    "knock": (_turn,),
    "take": (_turn,),
    "look": (_too_late,),
    "hand": (_turn,),
    "deck": (_deck,),
    "dealer": (dealt_before,),
}
"""What the verdicts of a rule, or of the rules whose ids begin so, turn on."""

REASONS: Final[Asked] = dict.fromkeys(("draw", "take", "swap", "discard", "knock"), (_turn,))
"""Why such an event is in order where nothing speaks against it."""
