"""Melds: cards come together in front of a player."""

from __future__ import annotations

from referee.cards.deck import DECK, UNRECORDED, cards_of
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import OVER, Hand, own_decision
from referee.rulebooks.desmoche.hidden.evidence import DECK_PLACE, GAP, LAID, MIXED, UNCOUNTED
from referee.rulebooks.desmoche.mechanics.ending import look_for_a_win
from referee.rulebooks.desmoche.mechanics.leaving import commit
from referee.rulebooks.desmoche.mechanics.showing import leave_hand
from referee.rulebooks.desmoche.mechanics.turns import name_the_offer, take_from_melds
from referee.rulebooks.desmoche.melds import (
    are_broken,
    is_meld,
    melds_with,
    pieces,
    stays_one_meld,
    that_may_have,
)
from referee.rulebooks.desmoche.offences import breaks_the_order
from referee.rulebooks.desmoche.offers import costs_nothing_by_force, is_early, is_free
from referee.rulebooks.desmoche.records import EarlyMeld, MeldingAct
from referee.rulebooks.desmoche.seat import Seat, moved_between_melds
from referee.rulebooks.desmoche.unknown import DEBTS, FIRST, OFFER, TABLE, USED, WHENCE


def meld(hand: Hand, act: Act) -> None:
    """The listed cards lie together now; what they were taken from lies without them."""
    seat, cards = act.seat, act.cards
    if seat is None or not cards:
        return
    lying = cards & seat.table
    may_extend = lying or hand.unknown or hand.blanks
    free = is_free(hand, act) if act.used and may_extend else False
    if not act.used and hand.offer is not None and is_early(hand, act):
        hand.offer.early += (EarlyMeld(seat, act.seq, cards, act.surely_from_hand),)
    doing = hand.act
    if doing is None or doing.seat is not seat:
        doing = hand.act = MeldingAct(seat, tuple(seat.melds))
    if act.names:
        name_the_offer(hand, act.names, act.seq)
    moved = moved_between_melds(seat, cards) if lying else 0
    if moved:
        hand.rearranged[act.seq] = seat.name
        doing.moves += ((act.seq, moved),)
    if act.stolen:
        for owner in hand.seats:
            if owner is not seat:
                take_from_melds(owner, act.stolen)
    ways = act.ways
    blanks = _take_from_own(hand, seat, act, doing) if ways or lying else 0
    if ways:
        _note_unclear(hand, seat, act, doing, blanks)
    seat.melds.append(cards)
    seat.table |= cards
    seat.melded_at = seat.melded_at or act.seq
    if act.from_hand or act.picked:
        leave_hand(hand, seat, act.from_hand | act.picked, act)
    hand.visible |= cards
    if ways or hand.unknown or hand.blanks:
        _leave_open(hand, seat, act, doing)
    if act.used or act.dead or act.stolen:
        _use(hand, seat, act, doing, free=free)
    elif act.perhaps_used:
        _use_perhaps(hand, seat, act, doing)
    elif act.surely_from_hand and not (act.vague or act.perhaps_dead) and own_decision(hand, seat):
        doing.from_hand += (act.seq,)
    if act.picked:
        commit(hand, seat, act.seq, "draw.hidden")
    if act.disordered or ways:
        _note_the_order(hand, seat, act)
    if seat.fewest <= 0 and seat.plays and (hand.stage != OVER or hand.reached_ten(seat)):
        look_for_a_win(hand, seat, act.seq)


def _leave_open(hand: Hand, seat: Seat, act: Act, doing: MeldingAct) -> None:
    """What stays open after a meld: how many cards came from the hand, which it left, and whether
    it has to be paid. Its own cards are certainly there."""
    seat.perhaps_gone &= ~act.cards
    if act.ways or act.most:
        came = act.from_hand.bit_count()
        seat.most += came - act.fewest
        seat.fewest -= act.most - came
    if act.perhaps_breaks:
        seat.perhaps_broken = True
        doing.used_unread = hand.offer is not None and hand.offer.card > DECK
    if act.perhaps_dead or doing.used_unread:
        # it is read as the player's own, but a payment for it would be in order
        seat.may_owe_until = hand.draws
    if act.unknown & WHENCE:
        hand.leave_open(FIRST | OFFER | DEBTS)
    if unread := act.event["cards"].count(UNRECORDED):
        _note_the_unread(hand, seat, act, unread)


def _note_the_unread(hand: Hand, seat: Seat, act: Act, unread: int) -> None:
    """So many cards of the meld nobody recorded: they may be any that lie open and fit."""
    if hand.house["hand_melds"] == "never":
        # they may be cards of the hand, against the rules, and lie in the open now
        hand.leave_shows_open(seat, unread)
        seat.shown_unread += unread
    perhaps = _may_be_in(act, hand) & hand.visible & ~(seat.table | act.used)
    hand.perhaps_taken |= perhaps
    for other in hand.seats:
        if other is not seat:
            hand.doubt_melds(other, perhaps & other.table)


def _note_the_order(hand: Hand, seat: Seat, act: Act) -> None:
    """A meld that lies in the wrong order, or may, does so from here on."""
    if act.disordered and breaks_the_order(hand, act):
        commit(hand, seat, act.seq, "meld.order")
        seat.disordered += (act.cards,)
    elif UNRECORDED in act.event["cards"] and hand.house["meld_order"] == "strict":
        seat.disordered += (cards_of(act.event["cards"]),)
        seat.perhaps_disordered = True


def _note_unclear(hand: Hand, seat: Seat, act: Act, doing: MeldingAct, blanks: int) -> None:
    """Cards that nobody recorded may be among the named cards of the meld; which, is unclear."""
    if act.ways > 1 or act.perhaps_breaks or (act.ways and act.unclear):
        hand.leave_shows_open(seat)
    unread = UNRECORDED in act.event["cards"]
    if unread and hand.house["meld_order"] == hand.house["enforcement"] == "strict":
        # it may lie in the wrong order, and whoever lays it so is out
        hand.doubt_who_plays(seat)
    if act.ways > 1 or (act.perhaps_breaks and _may_mend(hand, act, doing)):
        hand.leave_open(TABLE, seat)
        doing.broken = ()
    claimant, claimed = hand.dead_claim
    if claimant == seat.name and act.cards & ~(DECK | seat.table):
        # it may be the unrecorded card
        hand.doubtful |= claimed & ~act.cards
    if act.vague:
        hand.where.evidence.note_more(GAP, DECK_PLACE, other=_left_in_deck(hand))
        hand.where.evidence.note(LAID, DECK_PLACE, act.cards & DECK & ~seat.table)
        return
    if blanks:
        act.unclear |= act.from_hand & DECK
    offer = hand.offer
    offered = offer.card if offer is not None and (act.used > DECK or act.perhaps_used) else 0
    if act.perhaps_breaks:
        _note_perhaps_broken(hand, seat, act, blanks)
        return
    if not act.unclear or not blanks | offered:
        act.unclear = 0
        return
    one_is_it = act.used > DECK and bool(act.unclear & ~act.from_hand)
    hand.where.evidence.note_more(
        MIXED,
        seat.place,
        act.unclear,
        blanks=blanks | offered,
        perhaps=0 if one_is_it else offered,
        instead=not act.perhaps_used,
    )
    if act.perhaps_used:
        hand.where.evidence.doubt(seat.place)


def _may_mend(hand: Hand, act: Act, doing: MeldingAct) -> bool:
    """Whether an unrecorded card of the meld may be one that the act has left over so far."""
    return any(rest & _may_be_in(act, hand) for _, rest in doing.broken)


def _note_perhaps_broken(hand: Hand, seat: Seat, act: Act, blanks: int) -> None:
    """One of the named cards may be an unrecorded one of another meld, which it breaks, or one of
    these ``blanks``: without it they lie alone."""
    if not act.unclear:
        return
    lying = blanks
    for meld in that_may_have(seat.melds, act.unclear, hand.house):
        lying |= meld & ~DECK
    if act.perhaps_used or act.used > DECK or lying.bit_count() != 1:
        hand.where.evidence.note_more(GAP, DECK_PLACE, other=_left_in_deck(hand))
        hand.where.evidence.note(LAID, DECK_PLACE, act.unclear)
    else:
        hand.where.evidence.note_more(MIXED, seat.place, act.unclear, blanks=lying, perhaps=lying)


def _left_in_deck(hand: Hand) -> int:
    return UNCOUNTED if hand.deck is None else hand.deck


def _take_from_own(hand: Hand, seat: Seat, act: Act, doing: MeldingAct) -> int:
    """Take from each of the player's melds what goes into the new one; returns the unrecorded
    cards among it that are named now."""
    left, named_now = [], 0
    for number, lying in enumerate(seat.melds):
        taken = act.taken[number] if act.ways else lying & act.cards
        named_now |= taken & ~act.cards
        rest = lying & ~taken
        if not taken:
            left.append(lying)
        elif rest > DECK and stays_one_meld(lying, taken, hand.house):
            left.append(rest)
        elif rest > DECK and (taken & DECK or not is_meld(rest, hand.house)):
            # where the unrecorded cards lie decides into which melds it falls apart
            left.append(rest)
            hand.leave_open(TABLE, seat)
        elif rest:
            fallen = pieces(lying, taken, hand.house)
            left += fallen
            if not are_broken(fallen, hand.house) or not is_meld(lying, hand.house):
                continue
            gone = rest & seat.perhaps_gone or _may_have_gone(hand, seat, lying, rest)
            if seat.perhaps_broken or gone:
                hand.leave_open(TABLE, seat)
            elif act.ways <= 1:
                doing.broken += ((act.seq, rest),)
    seat.table &= ~named_now
    seat.melds = left
    return named_now


def _may_have_gone(hand: Hand, seat: Seat, lying: int, rest: int) -> bool:
    """Whether a card of what is left of a meld may lie in another one, where nobody recorded it."""
    others = [meld for meld in seat.melds if meld != lying]
    return bool(that_may_have(others, rest, hand.house))


def _may_be_in(act: Act, hand: Hand) -> int:
    """The cards that a meld may have without a name."""
    listed = act.event["cards"]
    named, found = cards_of(listed), 0
    for meld in melds_with(named, len(listed), hand.house):
        found |= meld
    return found & ~named


def _use_perhaps(hand: Hand, seat: Seat, act: Act, doing: MeldingAct) -> None:
    """The player may have used the card on offer, and then owes a payment, or not."""
    doing.used = True
    hand.leave_open(FIRST | OFFER | DEBTS)
    if hand.offer is not None:
        # it may lie among the player's melds from now on
        hand.doubtful |= hand.offer.card & DECK
    if seat.owes or costs_nothing_by_force(hand, seat):
        # one of several melds may have used it, or it need not be paid: no payment tells which
        hand.where.evidence.doubts.pop(seat.place, None)
        seat.more_if_used = 0
    else:
        seat.more_if_used = int(act.ways == 1 and act.most > act.fewest)
    if not seat.owes:
        _owe_perhaps(hand, seat, act)


def _use(hand: Hand, seat: Seat, act: Act, doing: MeldingAct, *, free: bool | None) -> None:
    """A card that was not the player's own is used, and has to be paid unless it is free; ``free``
    is None where nobody knows."""
    doing.used = True
    if act.used > DECK:
        doing.used_unread = True
    if free is None:
        _owe_perhaps(hand, seat, act)
    elif not free:
        _owe(hand, seat, act)
    offer = hand.offer
    if act.used:
        hand.sights.append((act.used, act.seq, True))
    if act.dead or act.stolen:
        seat.holds_more = True
        for card in (act.dead, act.stolen):
            if card:
                hand.sights.append((card & -card, act.seq, True))
    if act.used and offer is not None:
        if hand.draws == 1 and offer.drawn:
            hand.first_card_used = True
        if offer.perhaps_other:
            hand.doubtful &= ~act.used
        hand.offer = None


def _owe_perhaps(hand: Hand, seat: Seat, act: Act) -> None:
    """A payment from the player tells that they owed it, and the next draw that they did not."""
    hand.leave_open(DEBTS)
    hand.leave_open(USED, seat)
    seat.owes, seat.owing_told = act.seq, True
    seat.debts += 1


def _owe(hand: Hand, seat: Seat, act: Act) -> None:
    if seat.unknown & USED:
        # no meld before this one used it
        seat.unknown &= ~USED
        hand.where.evidence.decide(seat.place, used=False)
    else:
        seat.debts += 1
    seat.owes = act.seq
    # who is out has been told of taking it
    seat.owing_told = not (act.used or act.dead) or not seat.plays
    hand.unpaid = seat
