"""How the table stood when something happened, as facts that a ruling can rest on."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.facts import DEDUCED, RECORDED, UNKNOWN, Fact
from referee.judging.rulebook import Event
from referee.rulebooks.common.situation import Asked, Facts, dealt_before, holding, left_in_the_deck
from referee.rulebooks.desmoche_app.hand import AppHand, AppSeat
from referee.wording.language import Plural
from referee.wording.sentences import InOrder


def _turn(hand: AppHand, event: Event) -> Facts:
    if hand.over:
        events = (hand.outcome.event,) if hand.outcome.event else ()
        yield Fact(RECORDED, "The hand had been decided.", {}, events)
        return
    turn = hand.at_turn
    if turn is None:
        yield Fact(UNKNOWN, "Nobody wrote down whose turn it was.", {})
        return
    text = "It was the turn of {player}, who had taken no card yet."
    if hand.taken:
        text = "{player} had taken a card and not discarded yet."
    yield Fact(RECORDED, text, {"player": turn.name})


def _first_discard(hand: AppHand, event: Event) -> Facts:
    if hand.begun or not hand.turned:
        return
    names = [seat.name for seat in hand.seats if seat.name in hand.declined]
    if not names:
        yield Fact(RECORDED, "Nobody had declined the first discard.", {}, (hand.turned,))
        return
    text = "{players} had declined the first discard."
    told = Plural(text, text, len(names))
    yield Fact(RECORDED, told, {"players": names}, (hand.turned,))


def _waste(hand: AppHand, event: Event) -> Facts:
    pile = hand.cards.pile
    if not pile:
        yield Fact(RECORDED, "No card was known to lie on the pile.", {})
        return
    yield Fact(RECORDED, "{card} lay on top of the pile.", {"card": InOrder(pile[-1:])})
    yield from _from_waste(hand, event)


def _from_waste(hand: AppHand, event: Event) -> Facts:
    if hand.from_waste and hand.taken and hand.turn is not None:
        text = "{player} had taken {cards} from the pile in this turn."
        facts = {"player": hand.turn.name, "cards": InOrder(hand.from_waste)}
        yield Fact(RECORDED, text, facts)


def _stock(hand: AppHand, event: Event) -> Facts:
    if hand.cards.deck is None:
        yield Fact(UNKNOWN, "How many cards were left in the deck was not written down.", {})
        return
    yield left_in_the_deck(hand.cards.deck)
    yield from _order_of_deck(hand, event)


def _order_of_deck(hand: AppHand, event: Event) -> Facts:
    """Which card came next, where the pile had become the deck."""
    card = hand.cards.next_card
    if card not in (None, UNRECORDED):
        text = "The pile had become the deck, and {card} came next in it."
        yield Fact(DEDUCED, text, {"card": InOrder((str(card),))})


def _melds(hand: AppHand, event: Event) -> Facts:
    seat = hand.find(event.get("player", ""))
    if seat is not None:
        yield from _melds_of(seat)


def _melds_of_the_other(hand: AppHand, event: Event) -> Facts:
    """The melds that somebody took cards from who does not own them."""
    seat = hand.find(event.get("player", ""))
    if seat is not None:
        yield from _melds_of(hand.after(seat))


def _melds_of(seat: AppSeat) -> Facts:
    facts = {"player": seat.name, "melds": [InOrder(meld) for meld in seat.melds]}
    if seat.unclear:
        yield Fact(UNKNOWN, "How the melds of {player} lay had not been written down.", facts)
    elif seat.melds:
        yield Fact(RECORDED, "{player} had these melds: {melds}.", facts)
    else:
        yield Fact(RECORDED, "{player} had no meld.", facts)


def _holding(hand: AppHand, event: Event) -> Facts:
    seat = hand.find(event.get("player", ""))
    if seat is None:
        return
    if seat.holding.count is None:
        text = "How many cards {player} held in the hand had not been written down."
        yield Fact(UNKNOWN, text, {"player": seat.name})
    yield from holding(seat)


def _cambio(hand: AppHand, event: Event) -> Facts:
    for seat in hand.seats:
        if seat.passed:
            text = "{player} had passed a card in the Cambio."
            yield Fact(RECORDED, text, {"player": seat.name}, (seat.passed,))
        else:
            text = "{player} had not passed a card yet."
            yield Fact(RECORDED, text, {"player": seat.name})


ASKED: Final[Asked] = {
    "cambio": (_cambio,),
    "turn_up": (_cambio,),
    "pass": (_turn, _first_discard),
    "take": (_turn, _first_discard, _waste),
    "draw": (_turn, _stock),
    "meld": (_turn, _melds, _holding),
    "take_back": (_melds,),
    "discard": (_turn, _waste, _melds, _holding),
    "win": (_turn, _melds),
    "reshuffle": (_stock,),
}
"""What is asked about the table where such an event is contested."""

MATTERS: Final[Asked] = {
    "turn": (_turn,),
    "trial": (_first_discard,),
    "discard": (_from_waste,),
    "meld.turn": (_turn,),
    "meld.invalid": (),
    "meld.stolen": (_melds_of_the_other,),
    "meld": (_melds,),
    "back": (_melds,),
    "win": (_melds,),
    "cambio.right": (),
    "cambio": (_cambio,),
    "deck.order": (_order_of_deck,),
    "deck": (_stock,),
    "dealer": (dealt_before,),
}
"""What the verdicts of a rule, or of the rules whose ids begin so, turn on."""

REASONS: Final[Asked] = dict.fromkeys(("draw", "take", "discard", "meld"), (_turn,))
"""Why such an event is in order where nothing speaks against it."""
