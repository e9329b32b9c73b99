"""Which cards could still come: what a player who withdraws must not be able to hope for."""

from __future__ import annotations

from referee.cards.deck import DECK
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.hidden.deals import deals_of
from referee.rulebooks.desmoche.hidden.locations import OPEN, Condition
from referee.rulebooks.desmoche.melds import extensions
from referee.rulebooks.desmoche.rearranging import extensions_after_a_desmoche
from referee.rulebooks.desmoche.records import Hopes, Withdrawal
from referee.rulebooks.desmoche.seat import DISQUALIFIED, Seat
from referee.rulebooks.desmoche.unknown import PAST, THINNED


def hopes(hand: Hand, seat: Seat) -> Hopes:
    """What could still come and extend this player's melds."""
    wanted = _extensions(hand, seat) & DECK & ~hand.seen() & ~hand.doubtful
    wanted &= ~hand.surely_in_hand(seat)
    if not wanted or hand.unknown & PAST or _perhaps_seen(hand, wanted):
        return Hopes(0, wanted)
    return _judged(hand, seat, wanted, len(hand.where.evidence.timeline))


def _perhaps_seen(hand: Hand, cards: int) -> bool:
    """Whether all these cards may have been shown where nobody recorded them, or laid on the pile
    in the place of a drawn one."""
    shown = sum(seat.shown_unread for seat in hand.seats)
    laid = sum(
        min(seat.perhaps_hid, (cards & hand.may_hold(seat)).bit_count())
        for seat in hand.seats
        if seat.perhaps_hid
    )
    return cards.bit_count() <= shown + laid


def _extensions(hand: Hand, seat: Seat) -> int:
    if hand.house["withdraw_looks"] == "as_it_lies":
        return extensions(seat.melds, hand.house)
    return extensions_after_a_desmoche(seat.melds, hand.house)


def revealed(hand: Hand, withdrawal: Withdrawal) -> int:
    """Cards that extended the melds of a player who withdrew, and that, as the whole record shows,
    could still come then."""
    return 0 if withdrawal.seat.unknown & THINNED else _looking_back(hand, withdrawal).certain


def still_open(hand: Hand, withdrawal: Withdrawal) -> int:
    """Cards that may have been in the hand of a player who withdrew, where that decides whether
    they were allowed to; 0 where it is decided."""
    back = _looking_back(hand, withdrawal)
    if withdrawal.seat.unknown & THINNED:
        return back.open | back.certain
    return 0 if back.certain else back.open


def _looking_back(hand: Hand, withdrawal: Withdrawal) -> Hopes:
    wanted = withdrawal.hopes & ~hand.doubtful
    if not wanted or hand.unknown & PAST or _perhaps_seen(hand, wanted):
        return Hopes(0, withdrawal.hopes)
    moment = hand.where.evidence.moment_of(withdrawal.event)
    return _judged(hand, withdrawal.seat, wanted, moment)


def _judged(hand: Hand, seat: Seat, wanted: int, moment: int) -> Hopes:
    """Of the cards wanted, those that could come in every deal, and those that could in some."""
    deals = deals_of(hand, moment)
    silent = _silent(hand, seat, moment)
    maybe = deals.in_some(silent, wanted)
    certain = wanted & ~maybe
    if not certain and not deals.can_all(maybe, silent):
        certain = maybe
    if certain and _perhaps_seen(hand, certain):
        return Hopes(0, wanted)
    unsure = maybe & ~certain
    return Hopes(certain, unsure & ~deals.in_every(silent, unsure))


def _silent(hand: Hand, seat: Seat, moment: int) -> Condition:
    """Where nothing comes from for this player: their own hand, the open, and the hands of those
    who were disqualified by then."""
    evidence = hand.where.evidence
    out = {
        other.place
        for other in hand.seats
        if other.standing == DISQUALIFIED and evidence.moment_of(other.out_since) <= moment
    }
    places = {seat.place, OPEN, *out}
    return lambda location: location.now in places
