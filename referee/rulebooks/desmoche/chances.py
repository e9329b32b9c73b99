"""Which cards could still come: what a player who withdraws must not be able to hope for."""

from __future__ import annotations

from dataclasses import dataclass

from referee.cards import DECK, each
from referee.melds import extensions
from referee.rulebooks.desmoche.hand import DISQUALIFIED, Hand, Seat, Withdrawal


@dataclass(frozen=True, slots=True)
class Hopes:
    """The cards that extend a player's melds and are neither visible nor known to be his own.

    ``certain`` are such that they could come in every deal that fits the record (where no single
    one is certain but his hand cannot hold them all, they are all named); ``open`` may lie in a
    hidden hand from which nothing comes.
    """

    certain: int
    open: int


def hopes(hand: Hand, seat: Seat) -> Hopes:
    """What could still come and extend this player's melds."""
    wanted = extensions(seat.melds) & DECK & ~hand.seen() & ~hand.doubtful
    wanted &= ~hand.surely_in_hand(seat)
    if not wanted or hand.blurred:
        return Hopes(0, wanted)
    dead = places_of_the_disqualified(hand)
    for other in hand.seats:
        if other.standing == DISQUALIFIED:
            wanted &= ~other.picked
    if dead:
        wanted &= ~sum(card for card in each(wanted) if hand.where.surely(card, dead))
    silent = dead | hand.where.held[seat.place]
    maybe = sum(card for card in each(wanted) if hand.where.can(card, silent))
    certain = wanted & ~maybe
    if not certain and maybe.bit_count() > room_in_silent_hands(hand, seat):
        certain = maybe
    return Hopes(certain, maybe & ~certain)


def places_of_the_disqualified(hand: Hand) -> int:
    """Where the cards of disqualified players can have started; they are dead."""
    places = 0
    for seat in hand.seats:
        if seat.standing == DISQUALIFIED:
            places |= hand.where.held[seat.place] | hand.where.dealt[seat.place]
    return places


def room_in_silent_hands(hand: Hand, seat: Seat) -> int:
    """How many cards that nobody knows can be in the hands from which nothing comes for this
    player: his own, and those of disqualified players."""
    silent = [other for other in hand.seats if other is seat or other.standing == DISQUALIFIED]
    return sum(max(other.most, 0) - hand.surely_in_hand(other).bit_count() for other in silent)


def revealed(hand: Hand, withdrawal: Withdrawal) -> int:
    """Cards that extended the melds of a player who withdrew, and that, as was seen later, were
    not in his hand then."""
    if hand.blurred:
        return 0
    seat, own = withdrawal.seat, hand.surely_in_hand(withdrawal.seat)
    silent_others = any(other.standing == DISQUALIFIED for other in hand.seats if other is not seat)
    if own.bit_count() >= seat.most > 0 and seat.fewest == seat.most and not silent_others:
        return withdrawal.hopes & ~own & ~hand.doubtful
    places = hand.where.held[withdrawal.seat.place] | places_of_the_disqualified(hand)
    hopes_then = each(withdrawal.hopes & ~hand.doubtful)
    return sum(card for card in hopes_then if not hand.where.can(card, places))


def still_open(hand: Hand, withdrawal: Withdrawal) -> int:
    """Cards that may have been in the hand of a player who withdrew, where that decides whether
    he was allowed to; 0 where it is decided."""
    if revealed(hand, withdrawal):
        return 0
    held = hand.where.held[withdrawal.seat.place]
    return sum(card for card in each(withdrawal.hopes) if not hand.where.surely(card, held))
