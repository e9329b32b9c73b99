"""Where the cards of a meld come from."""

from __future__ import annotations

from referee.cards.deck import BITS, DECK, each
from referee.cards.melds import laid_down
from referee.judging.rulebook import Event
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand, own_decision
from referee.rulebooks.desmoche.melds import is_meld, melds_with, some_may_be
from referee.rulebooks.desmoche.reading.cards import doubled, leave_open, place_visible
from referee.rulebooks.desmoche.reading.holes import read_with_holes
from referee.rulebooks.desmoche.reading.players import of_a_player, whose_move_it_is
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import DEBTS, GROWN, OFFER, PAST, TABLE, USED


def meld(hand: Hand, seq: int, event: Event) -> Act:
    """Cards that come together in front of a player."""
    act = of_a_player(hand, seq, event)
    act.seat = seat = act.seat or whose_move_it_is(hand)
    named: list[str] = event["cards"]
    act.cards, in_order = laid_down(tuple(named))
    act.disordered = not in_order
    # a meld is asked often for what it seldom has: Python finds that sooner in the object
    act.dead = act.stolen = act.picked = act.ways = 0
    unread = 0
    if act.cards.bit_count() < len(named):
        unread = sum(text not in BITS for text in named)
        act.doubled = doubled(named)
    if seat is None:
        return act
    if unread or ((hand.unknown or hand.blanks) and _has_holes(hand, act, seat)):
        listed = act.cards
        read_with_holes(hand, act, seat, unread)
        _look_for_a_dead_card(hand, act, seat)
        if act.ways > 1:
            leave_open(hand, act, TABLE)
        if _may_have_grown(hand, act, seat, listed, unread):
            leave_open(hand, act, GROWN)
    else:
        _place_the_cards(hand, act, seat)
    if act.perhaps_used:
        leave_open(hand, act, OFFER | DEBTS)
    return act


def _has_holes(hand: Hand, act: Act, seat: Seat) -> bool:
    """Whether it is not known what is on offer, or how those of the player's melds lie of which
    the meld may take a card."""
    offer = hand.offer
    offered = offer.card if offer is not None else 0
    if (offer is not None and not offered) or offered > DECK or seat.unknown & TABLE:
        return True
    if seat.table <= DECK:
        return False
    return bool(seat.unknown & USED) or _touches_holes(hand, act, seat, offered)


def _touches_holes(hand: Hand, act: Act, seat: Seat, offered: int) -> bool:
    """Whether the meld may take a card of one of the player's that nobody recorded whole."""
    fresh = act.cards & ~(seat.table | offered)
    return any(
        lying & act.cards or not is_meld(lying, hand.house) or some_may_be(lying, fresh, hand.house)
        for lying in seat.melds
        if lying > DECK
    )


def _may_have_grown(hand: Hand, act: Act, seat: Seat, listed: int, unread: int) -> bool:
    """Whether it is open that the meld is a new one. Where no line is missing, one is new if none
    of those which this player has laid can be part of it."""
    if seat.unknown & TABLE:
        holes = unread or seat.table > DECK or hand.unknown & PAST
        return bool(holes or act.cards & seat.table)
    size = listed.bit_count() + unread
    if act.ways <= 1:
        return False
    if unread and any(melds_with(listed, size, hand.house)):
        return True
    return any(
        (lying & DECK & ~listed).bit_count() <= unread and lying.bit_count() <= size
        for lying in seat.melds
    )


def _place_the_cards(hand: Hand, act: Act, seat: Seat) -> None:
    """All cards of the meld are named, and those in the open are known: each has its place."""
    offer, rest = hand.offer, act.cards & ~seat.table
    if offer is not None:
        act.used = rest & offer.card
        rest ^= act.used
    seen = rest & hand.visible
    if seen:
        for card in each(seen):
            place_visible(hand, act, seat, card)
    claimant, claimed = hand.dead_claim
    if claimed & rest and claimant == seat.name:
        act.dead |= claimed & rest
    if act.stolen or act.dead:
        rest &= ~(act.stolen | act.dead)
    act.from_hand = rest
    if rest and not act.used and offer is not None and offer.perhaps_other:
        # one of them may be what lies there
        act.unclear = rest
        _doubt_one(act)
    if rest & hand.doubtful:
        # where this card was, and whether it is paid for, is not known
        _doubt_one(act)
    if act.picked:
        rest &= ~act.picked
    if rest:
        act.misplaced = hand.cannot_hold(seat, rest)
    if hand.blanks or hand.unknown:
        _look_for_unread_theft(hand, act, seat)
        _look_for_a_dead_card(hand, act, seat)


def _look_for_unread_theft(hand: Hand, act: Act, seat: Seat) -> None:
    """A card that cannot come from the player's hand may be an unrecorded one that another player
    melded or paid, or that was drawn and died: then it is not certain what is wrong."""
    if not act.misplaced:
        return
    offer = hand.offer
    lying = 0
    if offer is not None and offer.perhaps_other and offer.by is not None:
        lying = hand.may_hold(offer.by)
    if hand.unknown & PAST or any(card > DECK for card in hand.drawer_of):
        lying |= sum(card for card in each(act.misplaced) if hand.can_be_drawn(card))
    for other in hand.seats:
        unread = other.table > DECK or other.exposed > DECK or other.unknown & TABLE
        if other is not seat and unread:
            lying |= hand.may_hold(other)
    if act.misplaced & lying:
        act.misplaced &= ~lying
        _doubt_one(act)
        leave_open(hand, act, TABLE)


def _look_for_a_dead_card(hand: Hand, act: Act, seat: Seat) -> None:
    """A card melded out of turn may have lain on the pile, where nobody recorded it."""
    if act.used or act.dead or act.stolen or act.perhaps_used:
        return
    held = hand.where.certain(hand.where.held[seat.place])
    if not (hand.blanks or hand.unknown & PAST) or not act.from_hand & ~held:
        return
    if not own_decision(hand, seat):
        act.unclear |= act.from_hand & DECK & ~held
    if own_decision(hand, seat):
        offered = hand.offer.card if hand.offer is not None else 0
        lying = hand.visible & ~(DECK | seat.table | offered)
        act.perhaps_dead = bool(lying or hand.unknown & PAST)
    else:
        _doubt_one(act)


def _doubt_one(act: Act) -> None:
    """One of the cards may come from elsewhere than the hand, and then has to be paid."""
    act.perhaps_used = True
    if not act.ways:
        act.most = act.fewest = act.from_hand.bit_count()
    act.fewest = max(act.fewest - 1, 0)
