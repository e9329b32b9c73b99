"""Melds: runs of three to ten in a suit, sets of three or four of a rank.

All 305 melds of the deck are in a table, so that testing a meld is one lookup. The ace is low in
them. The 32 runs that end in the ace, which some tables allow, have a table of their own.
Unrecorded cards take bits above the deck (see ``blank``): a group with such a card is a meld if
some card of the deck makes it one.
"""

from collections.abc import Collection
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from referee.cards.deck import BITS, DECK, RANK_CARDS, RED, SUIT_CARDS, cards_of, each

SHORTEST: Final = 3
LONGEST_RUN: Final = 10


def _runs() -> frozenset[int]:
    return frozenset(
        ((1 << length) - 1) << 13 * suit + lowest
        for suit in range(4)
        for length in range(SHORTEST, LONGEST_RUN + 1)
        for lowest in range(13 - length + 1)
    )


def _sets() -> frozenset[int]:
    return frozenset(
        sum(cards)
        for rank in RANK_CARDS
        for size in (3, 4)
        for cards in combinations(tuple(each(rank)), size)
    )


def _ace_high_runs() -> frozenset[int]:
    return frozenset(
        (1 | ((1 << others) - 1) << 13 - others) << 13 * suit
        for suit in range(4)
        for others in range(SHORTEST - 1, LONGEST_RUN)
    )


RUNS: Final = _runs()
SETS: Final = _sets()
MELDS: Final = RUNS | SETS

ACE_HIGH_RUNS: Final = _ace_high_runs()
"""The runs that end in the ace: Q-K-A, J-Q-K-A and so on. No table has K-A-2."""


def _extending(melds: Collection[int]) -> dict[int, int]:
    """Map each meld without one card to the cards that complete it."""
    found: dict[int, int] = {}
    for meld in melds:
        for card in each(meld):
            found[meld ^ card] = found.get(meld ^ card, 0) | card
    return found


_LOW: Final = _extending(MELDS)
_HIGH: Final = _extending(ACE_HIGH_RUNS)

EXTENDING: Final[dict[int, tuple[int, int]]] = {
    meld: (_LOW.get(meld, 0), _HIGH.get(meld, 0)) for meld in MELDS | ACE_HIGH_RUNS
}
"""For every meld, the cards that can be laid onto it one at a time, and those that turn it into a
run that ends in the ace."""

A23: Final[tuple[int, ...]] = tuple(0b111 << 13 * suit for suit in range(4))


def blank(number: int) -> int:
    """Return the bit of the ``number``-th unrecorded open card (from 0)."""
    return 1 << 52 + number


def is_meld(cards: int) -> bool:
    """Return whether the cards are a run or a set, or may be one with unrecorded cards.

    >>> is_meld(BITS["Jh"] | BITS["Qh"] | BITS["Kh"])
    True
    >>> is_meld(BITS["Qh"] | BITS["Kh"] | BITS["Ah"])
    False
    >>> is_meld(BITS["8h"] | BITS["8c"] | blank(0)), is_meld(BITS["8h"] | BITS["2c"] | blank(0))
    (True, False)
    """
    if cards <= DECK:
        return cards in MELDS
    return bool(melds_with(cards & DECK, cards.bit_count()))


def may_end_in_the_ace(cards: int) -> bool:
    """Return whether the cards are a run that ends in the ace, or may be one with unrecorded cards.

    >>> may_end_in_the_ace(BITS["Qh"] | BITS["Kh"] | BITS["Ah"])
    True
    >>> may_end_in_the_ace(BITS["Kh"] | BITS["Ah"] | BITS["2h"])
    False
    >>> may_end_in_the_ace(BITS["Qh"] | BITS["Ah"] | blank(0))
    True
    """
    if cards <= DECK:
        return cards in ACE_HIGH_RUNS
    return bool(ace_high_runs_with(cards & DECK, cards.bit_count()))


# a hand with unrecorded cards needs the same few melds at each event
@lru_cache(maxsize=4096)
def melds_with(named: int, size: int) -> tuple[int, ...]:
    """Return all melds of ``size`` cards that contain these.

    >>> len(melds_with(BITS["7h"] | BITS["8h"], 3)), melds_with(BITS["7h"] | BITS["2c"], 3)
    (2, ())
    """
    return _with(MELDS, named, size)


@lru_cache(maxsize=4096)
def ace_high_runs_with(named: int, size: int) -> tuple[int, ...]:
    """Return all runs of ``size`` cards that end in the ace and contain these."""
    return _with(ACE_HIGH_RUNS, named, size)


def _with(melds: Collection[int], named: int, size: int) -> tuple[int, ...]:
    return tuple([meld for meld in melds if meld & named == named and meld.bit_count() == size])


def parts(cards: int) -> list[int]:
    """Return the remains of a meld without some cards: the unbroken pieces of a run with the ace
    low, or the rest unchanged.

    >>> from referee.cards.deck import cards_of, names
    >>> [names(part) for part in parts(cards_of(["2h", "3h", "4h", "6h", "7h", "8h"]))]
    [['2h', '3h', '4h'], ['6h', '7h', '8h']]
    """
    if cards > DECK or not any(cards & ~suit == 0 for suit in SUIT_CARDS):
        return [cards]
    pieces = []
    while cards:
        piece = lowest = cards & -cards
        while cards & lowest << 1:
            lowest <<= 1
            piece |= lowest
        pieces.append(piece)
        cards &= ~piece
    return pieces


def parts_with_the_ace_high(cards: int) -> list[int]:
    """Return the remains of a run that ended in the ace.

    >>> from referee.cards.deck import cards_of, names
    >>> [names(part) for part in parts_with_the_ace_high(cards_of(["9h", "Th", "Qh", "Kh", "Ah"]))]
    [['9h', 'Th'], ['Ah', 'Qh', 'Kh']]
    """
    ace = cards & RANK_CARDS[0]
    if cards > DECK or not ace or not cards & ace << 12:
        return parts(cards)
    pieces = parts(cards & ~ace)
    return [*pieces[:-1], pieces[-1] | ace]


@lru_cache(maxsize=4096)
def laid_down(names: tuple[str, ...]) -> tuple[int, bool]:
    """Return the set of these cards, and whether they are in strict order.

    >>> laid_down(("Ac", "2c", "3c")), laid_down(("2c", "Ac", "??"))
    ((7, True), (3, True))
    """
    return cards_of(names), lies_in_order(names)


def lies_in_order(names: tuple[str, ...]) -> bool:
    """Return whether a meld is in strict order: a run ascends, a set alternates colours.

    >>> lies_in_order(("8h", "9h", "Th")), lies_in_order(("8h", "Th", "9h"))
    (True, False)
    >>> lies_in_order(("8h", "8c", "8d")), lies_in_order(("8h", "8d", "8c"))
    (True, False)
    >>> lies_in_order(("Qh", "Kh", "Ah")), lies_in_order(("Ah", "Qh", "Kh"))
    (True, False)
    """
    cards = [BITS[card] for card in names if card in BITS]
    if len(cards) < len(names):
        return True
    if sum(cards) in SETS:
        return all(bool(a & RED) != bool(b & RED) for a, b in pairwise(cards))
    ascending = sorted(cards)
    if sum(cards) in ACE_HIGH_RUNS:
        ascending = [*ascending[1:], ascending[0]]
    return cards == ascending
