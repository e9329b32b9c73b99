"""What a meld may have been where not all of its cards, or of those that lay open, were recorded.

A reading says which cards the meld took from the player's other melds, whether it used the card on
offer, and how many cards came from the hand. Readings that no rule allows are left out as long as
there are others: nobody is blamed for what may have been lawful.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from referee.cards.deck import DECK, each
from referee.cards.melds import LONGEST_RUN, MELDS, SHORTEST, is_meld, parts
from referee.rulebooks.desmoche.hand import Hand, Offer, Seat
from referee.rulebooks.desmoche.unknown import USED


@dataclass(frozen=True, slots=True)
class Reading:
    """One way in which a meld may have come together. ``taken`` is what it takes from each of the
    player's melds."""

    taken: tuple[int, ...]
    used: bool
    from_hand: int


_MELDS_OF: Final[Mapping[int, tuple[int, ...]]] = {
    size: tuple(meld for meld in MELDS if meld.bit_count() == size)
    for size in range(SHORTEST, LONGEST_RUN + 1)
}
"""All melds of so many cards."""


def readings(hand: Hand, seat: Seat, named: int, unread: int, decides: bool) -> list[Reading]:
    """All lawful readings of a meld of these named cards and so many unrecorded ones; ``decides``
    if the player may meld from his hand. Those that leave no meld broken go before the others."""
    found = set(_readings(hand, seat, named, unread, decides))
    whole = [one for one in found if _leaves_melds(seat.melds, one.taken)]
    return sorted(whole or found, key=_plainest)


def _plainest(reading: Reading) -> tuple[object, ...]:
    return (not reading.used, reading.from_hand, reading.taken)


def _readings(hand: Hand, seat: Seat, named: int, unread: int, decides: bool) -> Iterator[Reading]:
    offer = hand.offer
    offered = offer.card if offer is not None and may_use(hand, seat, offer) else 0
    held = hand.may_hold(seat)
    for meld in _MELDS_OF.get(named.bit_count() + unread, ()):
        if meld & named != named:
            continue
        fixed = [lying & meld & DECK for lying in seat.melds]
        free = meld & ~seat.table
        uses = _uses(seat, offered, free, decides)
        elsewhere = free & hand.visible & ~(offered | hand.doubtful)
        if not uses or elsewhere:
            continue
        strange = (free & ~(offered | held)).bit_count()
        blanks = [
            list(_some_of(lying & ~DECK)) if some_may_be(lying, free & ~offered) else [0]
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
                if _allowed(hand, seat, taken, used, from_hand):
                    yield Reading(taken, used, from_hand)


def _uses(seat: Seat, offered: int, free: int, decides: bool) -> tuple[bool, ...]:
    """Whether the card on offer may be in the meld, and may not be. A card that he may have used
    already may be an unrecorded one on his table."""
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
        or offer.forced is seat
        or hand.house["forced_cards"] == "automatic"
    )


def some_may_be(lying: int, cards: int) -> bool:
    """Whether an unrecorded card of this meld may be one of these cards."""
    return lying > DECK and any(is_meld_with(lying, card) for card in each(cards))


def is_meld_with(lying: int, card: int) -> bool:
    """Whether an unrecorded card of this meld may be this card."""
    blank = lying & ~DECK
    return is_meld(lying & ~(blank & -blank) | card)


def _some_of(blanks: int) -> Iterator[int]:
    """One selection of each size."""
    chosen = 0
    yield 0
    for card in each(blanks):
        chosen |= card
        yield chosen


def _leaves_melds(melds: Sequence[int], taken: Sequence[int]) -> bool:
    return all(map(_stays_whole, melds, taken))


def _stays_whole(lying: int, taken: int) -> bool:
    rest = lying & ~taken
    if not rest or not taken:
        return True
    if rest > DECK:
        return is_meld(rest) or rest.bit_count() >= 2 * SHORTEST
    return all(map(is_meld, parts(rest)))


def _allowed(hand: Hand, seat: Seat, taken: Sequence[int], used: bool, from_hand: int) -> bool:
    if from_hand and not used and hand.house["hand_melds"] == "never":
        return False
    if hand.house["desmoche"] == "free":
        return True
    whole = [one.bit_count() for one, lying in zip(taken, seat.melds, strict=True) if one == lying]
    moved = sum(one.bit_count() for one in taken) - max(whole, default=0)
    return moved <= 1
