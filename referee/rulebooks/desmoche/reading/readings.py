"""What a meld may have been where not all of its cards, or of those that lay open, were recorded.

A way says which cards the meld took from the player's other melds, whether it used the card on
offer, and how many cards came from the hand. Ways that no rule allows are left out as long as there
are others: nobody is blamed for what may have been lawful.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from referee.cards.deck import DECK, RANK_CARDS, each
from referee.cards.melds import SHORTEST
from referee.judging.rulebook import House
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.melds import is_meld, melds_with, pieces, some_may_be
from referee.rulebooks.desmoche.records import Offer
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import USED


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a meld may have come together. ``taken`` is what it takes from each of the
    player's melds."""

    taken: tuple[int, ...]
    used: bool
    from_hand: int


def ways_to_read(
    hand: Hand, seat: Seat, named: int, unread: int, decides: bool
) -> tuple[list[Way], list[Way]]:
    """All lawful ways to read a meld of these named cards and so many unrecorded ones; ``decides``
    if the player may meld from the hand. Those that leave no meld broken go before the others,
    which come second: a later meld of the same act may mend what they break."""
    found = set(_ways(hand, seat, named, unread, decides))
    whole = [one for one in found if _leaves_melds(seat.melds, one.taken, hand.house)]
    if unread and all(_moves_wrongly(seat.melds, one.taken, hand.house) for one in whole):
        # with other cards it may be another fault
        return [], []
    if not whole and named & _perhaps_taken(hand):
        return [], []
    first = whole or found
    return sorted(first, key=_plainest), [way for way in found if way not in first]


def _perhaps_taken(hand: Hand) -> int:
    """The cards that lay on offer and that somebody may have used: they are in no hand."""
    return hand.doubtful & hand.visible & ~hand.where.evidence.contradicted


def _plainest(way: Way) -> tuple[object, ...]:
    return (not way.used, way.from_hand, way.taken)


def _ways(hand: Hand, seat: Seat, named: int, unread: int, decides: bool) -> Iterator[Way]:
    offer = hand.offer
    offered = offer.card if offer is not None and may_use(hand, seat, offer) else 0
    held = hand.may_hold(seat) & ~_perhaps_taken(hand)
    for meld in melds_with(named, named.bit_count() + unread, hand.house):
        fixed = [lying & meld & DECK for lying in seat.melds]
        free = meld & ~seat.table
        uses = _uses(seat, offered, free, decides)
        elsewhere = free & hand.visible & ~(offered | hand.doubtful)
        if not uses or elsewhere:
            continue
        strange = (free & ~(offered | held)).bit_count()
        open_before = free if seat.unknown & USED else free & ~offered
        blanks = [
            list(_some_of(lying & ~DECK)) if some_may_be(lying, open_before, hand.house) else [0]
            for lying in seat.melds
        ]
        for more in product(*blanks):
            taken = tuple(map(int.__or__, fixed, more))
            came = sum(one.bit_count() for one in more)
            for used in uses:
                from_hand = free.bit_count() - came - used
                if not 0 <= from_hand <= seat.most:
                    continue
                named_offer = bool(offered & free)
                if strange + named_offer > came + (used and (named_offer or offered > DECK)):
                    continue
                if used or not from_hand or hand.house["hand_melds"] != "never":
                    yield Way(taken, used, from_hand)


def _uses(seat: Seat, offered: int, free: int, decides: bool) -> tuple[bool, ...]:
    """Whether the card on offer may be in the meld, and may not be. A card that the player may
    have used already may be an unrecorded one on their table."""
    if offered & DECK:
        if offered & free:
            return (True, False) if seat.unknown & USED else (True,)
        return (False,) if decides else ()
    may, may_not = (True,) if offered else (), (False,) if decides else ()
    return (*may, *may_not)


def may_use(hand: Hand, seat: Seat, offer: Offer) -> bool:
    """Whether the card on offer is one that this player could use at all."""
    return bool(offer.card) and (
        offer.by is not seat
        or offer.held
        or any(claim.seat is seat for claim in offer.claims)
        or offer.forced is seat
        or hand.house["forced_cards"] == "automatic"
    )


def _some_of(blanks: int) -> Iterator[int]:
    """One selection of each size."""
    chosen = 0
    yield 0
    for card in each(blanks):
        chosen |= card
        yield chosen


def _leaves_melds(melds: Sequence[int], taken: Sequence[int], house: House) -> bool:
    return all(_stays_whole(*both, house) for both in zip(melds, taken, strict=True))


def _moves_wrongly(melds: Sequence[int], taken: Sequence[int], house: House) -> bool:
    """Whether a desmoche that takes these cards is one that the table bars."""
    moving = {"one_card": 2, "sets_of_four": 1}.get(house["desmoche"])
    if moving is None:
        return False
    both = zip(melds, taken, strict=True)
    parts = [(lying, gone) for lying, gone in both if gone and gone != lying]
    if moving == 1:
        parts = [(lying, gone) for lying, gone in parts if lying not in RANK_CARDS]
    return sum(gone.bit_count() for _, gone in parts) >= moving


def _stays_whole(lying: int, taken: int, house: House) -> bool:
    rest = lying & ~taken
    if not rest or not taken:
        return True
    if rest > DECK:
        return is_meld(rest, house) or rest.bit_count() >= 2 * SHORTEST
    return all(is_meld(piece, house) for piece in pieces(lying, taken, house))
