"""How the table stood when something happened in That Dam Game, as facts that a ruling can rest
on."""

from __future__ import annotations

from typing import Final

from referee.judging.facts import DEDUCED, RECORDED, UNKNOWN, Fact
from referee.judging.rulebook import Event
from referee.rulebooks.common.situation import Asked, Facts, dealt_before, deck, holding, turn
from referee.rulebooks.dam.hand import MOST_BEGS, DamHand
from referee.rulebooks.dam.seats import Player
from referee.wording.language import Plural
from referee.wording.sentences import InOrder


def _actor(hand: DamHand, event: Event) -> Player | None:
    return hand.find(event.get("player", ""))


def _offer(hand: DamHand, event: Event) -> Facts:
    offer = hand.offer
    if offer is None:
        basis = UNKNOWN if hand.blurred else RECORDED
        yield Fact(basis, "No discard is written down before it.", {})
        return
    text = "{player} had discarded {card}."
    facts = {"player": offer.by.name, "card": InOrder((offer.card,))}
    yield Fact(RECORDED, text, facts, (offer.event,))
    if offer.beg is not None:
        begged = "{player} had begged it."
        yield Fact(RECORDED, begged, {"player": offer.beg.seat.name}, (offer.beg.event,))
    elif offer.moved_on:
        yield Fact(RECORDED, "A card had been taken since.", {})
    if offer.passed:
        passed = "{players} had not wanted it."
        yield Fact(RECORDED, passed, {"players": [seat.name for seat in offer.passed]})


def _begging_order(hand: DamHand, event: Event) -> Facts:
    offer = hand.offer
    if offer is not None:
        order = sorted(hand.seats, key=lambda seat: hand.distance(seat, offer))
        names = [seat.name for seat in order if hand.may_beg(seat, offer)]
        text = "The discard was offered after {next} in this order: {order}."
        yield Fact(RECORDED, text, {"next": offer.next.name, "order": names})


def _begs(hand: DamHand, event: Event) -> Facts:
    seat = _actor(hand, event)
    if seat is not None:
        count = MOST_BEGS - hand.begs_left(seat)
        text = Plural(
            "{player} had begged {count} time.", "{player} had begged {count} times.", count
        )
        yield Fact(DEDUCED, text, {"player": seat.name, "count": count})


def _contract(hand: DamHand, event: Event) -> Facts:
    text = "The contract of the hand was {contract}."
    yield Fact(RECORDED, text, {"contract": hand.contract.told()}, (hand.first_event,))
    seat = _actor(hand, event)
    if seat is None or seat.melded is None:
        return
    laid = "{player} had not laid it down yet."
    if seat.melded:
        laid = "{player} had laid it down in an earlier turn."
    elif seat.fresh:
        laid = "{player} had begun to lay it down in this turn."
    yield Fact(RECORDED, laid, {"player": seat.name})


def _melds(hand: DamHand, event: Event) -> Facts:
    owner = hand.find(event.get("owner", "")) or _actor(hand, event)
    if owner is None or not owner.melds:
        return
    text = "{player} had on the table: {melds}."
    melds = [InOrder(lying.cards) for lying in owner.melds]
    yield Fact(RECORDED, text, {"player": owner.name, "melds": melds})


def _holding(hand: DamHand, event: Event) -> Facts:
    seat = _actor(hand, event)
    if seat is not None:
        yield from holding(seat)


ASKED: Final[Asked] = {
    "deal": (_contract,),
    "draw": (turn, _offer, deck),
    "take": (turn, _offer),
    "discard": (turn, _holding),
    "pass": (turn, _offer),
    "beg": (_offer, _begging_order, _begs),
    "meld": (turn, _contract, _melds, _holding),
    "show": (_holding,),
    "end": (turn,),
}
"""What is asked about the table, for each kind of event."""

MATTERS: Final[Asked] = {
    "turn": (turn,),
    "take": (_offer,),
    "beg.who": (_offer, _begging_order),
    "beg.order": (_offer, _begging_order),
    "beg.fourth": (_begs,),
    "beg": (_offer,),
    "meld.turn": (turn,),
    "contract": (_contract,),
    "layoff.early": (_contract,),
    "layoff": (_melds,),
    "deck": (deck,),
    "dealer": (dealt_before,),
}
"""What the verdicts of a rule, or of the rules whose ids begin so, turn on."""

REASONS: Final[Asked] = {
    **dict.fromkeys(("draw", "take", "discard"), (turn,)),
    "beg": (_begging_order,),
    "meld": (turn, _contract),
}
"""Why such an event is in order where nothing speaks against it."""
