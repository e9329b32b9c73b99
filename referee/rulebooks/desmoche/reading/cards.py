"""The cards that an event names: drawn, laid, claimed, passed, shown, dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards.deck import DECK, UNRECORDED, bit_of, cards_of, each
from referee.judging.rulebook import Event
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import DEALT, PLAYING, Hand
from referee.rulebooks.desmoche.melds import that_may_have
from referee.rulebooks.desmoche.money.announcing import (
    announced_falsely,
    announced_late,
    has_staked,
)
from referee.rulebooks.desmoche.reading.players import naming, of_a_player, whose_move_it_is
from referee.rulebooks.desmoche.records import Offer
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import DEBTS, OF_A_PLAYER, OFFER, PAST, TABLE, USED, WHENCE

HIDING: Final = "draw.hidden"


def draw(hand: Hand, seq: int, event: Event) -> Act:
    """A card turned from the deck."""
    act = of_a_player(hand, seq, event)
    act.card = card = bit_of(event["card"]) or hand.new_blank()
    if act.seat is None and hand.stage >= DEALT:
        act.seat = next(iter(hand.expected_drawers()), None)
    if not hand.can_be_drawn(card):
        act.misplaced = card
    return act


def lay(hand: Hand, seq: int, event: Event) -> Act:
    """A card laid on the pile by ``discard`` or ``pay``."""
    act = of_a_player(hand, seq, event)
    # a laid card is asked often for these: Python finds them sooner in the object
    act.picked = act.unknown = 0
    offer = hand.offer
    act.seat = act.seat or whose_move_it_is(hand)
    seat, named = act.seat, bit_of(event["card"], 0)
    if seat is None:
        act.card = named or hand.new_blank()
        return act
    if offer is not None and offer.by is seat and offer.drawn and not offer.laid:
        if named == offer.card:
            act.card, act.drawn = named, True
            return act
        if (not named or offer.card > DECK) and _may_lay_the_drawn(hand, act, seat, named):
            act.card, act.drawn = named or offer.card, True
            if act.type == "pay":
                # a card from the hand is another offence than the drawn one
                leave_open(hand, act, OFFER | DEBTS)
            if act.card != offer.card and not hand.can_be_drawn(act.card):
                act.misplaced = act.card
            return act
    act.card = card = named or hand.new_blank()
    if card & seat.table:
        return act
    if (not named and seat.table) or (seat.unknown & TABLE and not seat.owes):
        leave_open(hand, act, WHENCE)
    if hand.draws <= seat.may_owe_until and not seat.owes:
        leave_open(hand, act, DEBTS)
    if card & hand.visible and picked_up(hand, seat, card):
        act.picked = card
    elif offer is not None and not offer.card and act.type == "discard":
        # it may have been drawn where nobody wrote
        act.vague = True
        act.misplaced = card & hand.visible
    elif named and seat.table > DECK and that_may_have(seat.melds, card, hand.house):
        # it may lie there, where nobody recorded it
        act.vague = True
    elif named and hand.cannot_hold(seat, card):
        if _may_have_been_drawn(hand, seat, card):
            # and put among the cards of their hand
            act.vague = True
        else:
            act.misplaced = card
    return act


def _may_lay_the_drawn(hand: Hand, act: Act, seat: Seat, named: int) -> bool:
    """Whether the card laid may be the drawn one, where nobody recorded the one or the other."""
    if seat.owes and not (seat.unknown & USED and act.type == "discard"):
        return False
    # it is no drawn card if it may come from the player's hand, or lies on their table
    return hand.can_be_drawn(named) or not named & (hand.may_hold(seat) | seat.table)


def _may_have_been_drawn(hand: Hand, seat: Seat, card: int) -> bool:
    """Whether the player may have drawn the card where nobody recorded it."""
    if not hand.can_be_drawn(card):
        return False
    unread = any(one > DECK and drawer is seat for one, drawer in hand.drawer_of.items())
    return unread or bool(hand.unknown & PAST)


def picked_up(hand: Hand, seat: Seat, card: int) -> bool:
    """Whether the card is one that the player drew, and that was only understood to lie on the
    pile; or any card of the pile, if it was told that the player had put one into their hand."""
    if not card & hand.visible or any(card & other.table for other in hand.seats):
        return False
    told = any(done.told and done.seat is seat and done.rule == HIDING for done in hand.offences)
    return told or (hand.drawer_of.get(card) is seat and not card & hand.laid)


def claim(hand: Hand, seq: int, event: Event) -> Act:
    """Somebody asks for the card on offer; by its name they may tell which one it is."""
    act = of_a_player(hand, seq, event)
    act.card = bit_of(event.get("card", UNRECORDED), 0)
    offer = hand.offer
    if not act.card or offer is None:
        return act
    if may_be_on_offer(hand, offer, act.card):
        act.names = act.card
    elif offer.card > DECK and offer.by is not None and act.card & offer.by.perhaps_gone:
        # it may have been paid, or they mean one that lies in those melds
        act.card = 0
    return act


def may_be_on_offer(hand: Hand, offer: Offer, card: int) -> bool:
    """Whether this named card may be the one on offer, which nobody recorded."""
    if offer.card <= DECK or card & hand.visible & ~hand.doubtful:
        return False
    if hand.unknown & PAST:
        return True
    if offer.drawn or offer.by is None:
        return hand.can_be_drawn(card)
    return bool(card & hand.may_hold(offer.by))


def cambio(hand: Hand, seq: int, event: Event) -> Act:
    """A card passed to the neighbour."""
    act = of_a_player(hand, seq, event)
    act.card = card = bit_of(event["card"], 0)
    seat, receiver = act.seat, event.get("to")
    if receiver is not None and hand.find(receiver) is None:
        act.stranger = act.stranger or receiver
    if seat is None or not card or card & hand.doubtful:
        return act
    if hand.stage == PLAYING:
        misfits = hand.cannot_hold(seat, card)
    else:
        where = hand.where
        places = where.dealt if seat.passed else where.passed
        misfits = where.impossible(card, places[seat.place])
    if misfits or card & hand.visible:
        act.misplaced = card
    return act


def shown(hand: Hand, seq: int, event: Event) -> Act:
    """Cards shown from a hand, by ``show`` or ``declare``."""
    act = of_a_player(hand, seq, event)
    act.cards = cards_of(event.get("cards", ()))
    seat = act.seat
    if seat is None:
        return act
    fresh = act.cards & ~(seat.exposed | seat.table)
    for card in each(fresh):
        if picked_up(hand, seat, card):
            act.picked |= card
    if not seat.unknown & TABLE:
        act.misplaced = hand.cannot_hold(seat, fresh & ~act.picked)
    return act


def announce(hand: Hand, seq: int, event: Event) -> Act:
    """Somebody says "I have it" in a side game."""
    act = of_a_player(hand, seq, event)
    listed = event.get("cards", ())
    act.cards = cards_of(listed)
    seat, game = act.seat, event["side_game"]
    if seat is not None and has_staked(hand, seat, game) and not announced_late(hand, seat):
        act.unread = act.cards.bit_count() < len(listed)
        act.false = announced_falsely(hand, seat, game, act.cards, act.unread)
        act.counts = not act.false
    return act


def place_visible(hand: Hand, act: Act, seat: Seat, card: int) -> None:
    """Where a melded card comes from that lay in the open before."""
    if card & hand.doubtful:
        return
    owner = next((one for one in hand.seats if one is not seat and card & one.table), None)
    if owner is not None:
        act.stolen |= card
        if card & owner.perhaps_gone:
            leave_open(hand, act, WHENCE | OFFER | DEBTS)
    elif picked_up(hand, seat, card):
        act.picked |= card
    else:
        act.dead |= card
        if card & hand.perhaps_taken:
            leave_open(hand, act, WHENCE | OFFER | DEBTS)


def leave_open(hand: Hand, act: Act, facts: int) -> None:
    """The act itself leaves these facts of the table open."""
    act.unknown |= facts
    hand.unknown |= OF_A_PLAYER


def doubled(named: Sequence[str]) -> int:
    """The cards that stand twice in a list."""
    once = twice = 0
    for text in named:
        card = bit_of(text, 0)
        twice |= once & card
        once |= card
    return twice


_names_of_the_deal = naming("hands")


def deal(hand: Hand, seq: int, event: Event) -> Act:
    """The hands that were dealt, card by card or by their numbers."""
    act = _names_of_the_deal(hand, seq, event)
    hands: Mapping[str, Any] = event["hands"]
    listed: list[str] = []
    for cards in hands.values():
        if isinstance(cards, list):
            listed += cards
    named = set(listed) - {UNRECORDED}
    if len(named) + listed.count(UNRECORDED) < len(listed):
        act.doubled = doubled(listed)
    return act
