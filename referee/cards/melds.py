"""Melds: runs of three to ten in a suit, sets of three or four of a rank; melds as written, by the
names of their cards; and the deadwood, the fewest points of cards outside melds.

All 305 melds of the deck are in a table, so that testing a meld is one lookup. The ace is low in
them. The 32 runs that end in the ace, which some tables allow, have a table of their own.
Unrecorded cards take bits above the deck (see ``blank``): a group with such a card is a meld if
some card of the deck makes it one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise, zip_longest
from typing import Final, NamedTuple

from referee.cards.deck import (
    BITS,
    DECK,
    NAMES,
    RANK_CARDS,
    RED,
    SUIT_CARDS,
    UNRECORDED,
    cards_of,
    each,
    names,
)

SHORTEST: Final = 3
LONGEST_RUN: Final = 10

RUNS: Final = frozenset(
    ((1 << length) - 1) << 13 * suit + lowest
    for suit in range(4)
    for length in range(SHORTEST, LONGEST_RUN + 1)
    for lowest in range(13 - length + 1)
)
SETS: Final = frozenset(
    sum(cards)
    for rank in RANK_CARDS
    for size in (3, 4)
    for cards in combinations(tuple(each(rank)), size)
)
MELDS: Final = RUNS | SETS

ACE_HIGH_RUNS: Final = frozenset(
    (1 | ((1 << others) - 1) << 13 - others) << 13 * suit
    for suit in range(4)
    for others in range(SHORTEST - 1, LONGEST_RUN)
)
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


def is_meld(cards: int, among: frozenset[int] = MELDS) -> bool:
    """Return whether the cards are one of these melds, or may be one with unrecorded cards.

    >>> is_meld(BITS["Jh"] | BITS["Qh"] | BITS["Kh"])
    True
    >>> queen_king_ace = BITS["Qh"] | BITS["Kh"] | BITS["Ah"]
    >>> is_meld(queen_king_ace), is_meld(queen_king_ace, ACE_HIGH_RUNS)
    (False, True)
    >>> is_meld(BITS["8h"] | BITS["8c"] | blank(0)), is_meld(BITS["8h"] | BITS["2c"] | blank(0))
    (True, False)
    """
    if cards <= DECK:
        return cards in among
    return bool(melds_with(cards & DECK, cards.bit_count(), among))


# a hand with unrecorded cards needs the same few melds at each event
@lru_cache(maxsize=8192)
def melds_with(named: int, size: int, among: frozenset[int] = MELDS) -> tuple[int, ...]:
    """Return all melds of ``size`` cards that contain these.

    >>> len(melds_with(BITS["7h"] | BITS["8h"], 3)), melds_with(BITS["7h"] | BITS["2c"], 3)
    (2, ())
    """
    return tuple([meld for meld in among if meld & named == named and meld.bit_count() == size])


def parts(cards: int) -> list[int]:
    """Return the remains of a meld without some cards: the unbroken pieces of a run with the ace
    low, or the rest unchanged.

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

    >>> [names(part) for part in parts_with_the_ace_high(cards_of(["9h", "Th", "Qh", "Kh", "Ah"]))]
    [['9h', 'Th'], ['Ah', 'Qh', 'Kh']]
    """
    ace = cards & RANK_CARDS[0]
    if cards > DECK or not ace or not cards & ace << 12:
        return parts(cards)
    pieces = parts(cards & ~ace)
    return [*pieces[:-1], pieces[-1] | ace]


def lies_in_order(meld: Sequence[str]) -> bool:
    """Return whether a meld is in strict order: a run ascends, a set alternates colours.

    >>> lies_in_order(("8h", "9h", "Th")), lies_in_order(("8h", "Th", "9h"))
    (True, False)
    >>> lies_in_order(("8h", "8c", "8d")), lies_in_order(("8h", "8d", "8c"))
    (True, False)
    >>> lies_in_order(("Qh", "Kh", "Ah")), lies_in_order(("Ah", "Qh", "Kh"))
    (True, False)
    """
    cards = [BITS[card] for card in meld if card in BITS]
    if len(cards) < len(meld):
        return True
    if sum(cards) in SETS:
        return all(bool(a & RED) != bool(b & RED) for a, b in pairwise(cards))
    ascending = sorted(cards)
    if sum(cards) in ACE_HIGH_RUNS:
        ascending = [*ascending[1:], ascending[0]]
    return cards == ascending


def as_laid(cards: Sequence[str]) -> list[str]:
    """Return cards in the usual order on the table: a run ascends, the colours of a set alternate.

    >>> as_laid(["9h", "7h", "8h"]), as_laid(["7c", "7d", "7s"])
    (['7h', '8h', '9h'], ['7c', '7d', '7s'])
    >>> as_laid(["7c", "7d", "7h", "7s"]), as_laid(["7c", "7h", "7s"])
    (['7c', '7d', '7s', '7h'], ['7c', '7h', '7s'])
    """
    ordered = sorted(cards, key=lambda card: BITS.get(card, DECK))
    if len({card[0] for card in cards}) != 1:
        return ordered
    black = [card for card in ordered if card[1:] in ("c", "s")]
    red = [card for card in ordered if card not in black]
    more, fewer = sorted((black, red), key=len, reverse=True)
    return [card for turn in zip_longest(more, fewer) for card in turn if card is not None]


# ---- melds as written

Meld = tuple[str, ...]


def is_valid(meld: Sequence[str]) -> bool:
    """Return whether cards are a meld, or may be one if some are unrecorded.

    >>> is_valid(["7h", "??", "9h"]), is_valid(["7h", "8h", "Kh"])
    (True, False)
    """
    return is_meld(cards_of(meld) + sum(map(blank, range(meld.count(UNRECORDED)))))


@lru_cache(maxsize=4096)
def fitting(meld: Meld) -> frozenset[str]:
    """Return the cards that an unrecorded card of a meld may be.

    >>> sorted(fitting(("7h", "??", "8h")))
    ['6h', '9h']
    """
    if UNRECORDED not in meld:
        return frozenset()
    at = meld.index(UNRECORDED)
    rest = (*meld[:at], *meld[at + 1 :])
    return frozenset(card for card in NAMES if card not in rest and is_valid((*rest, card)))


def may_share(melds: Iterable[Meld], cards: Meld, fresh: Collection[str]) -> bool:
    """Return whether a meld of these cards may share a card with others, by name or through
    unrecorded cards of either. ``fresh`` are its cards whose place is unknown."""
    own, named = fitting(cards), {*fresh} - {UNRECORDED}
    theirs = [({*meld}, fitting(meld)) for meld in melds]
    return any(fits & (own | named) or (own | named) & meld for meld, fits in theirs)


def is_left(cards: Meld, rest: Meld) -> bool:
    """Return whether cards are the invalid remains of a meld that was torn apart."""
    return not is_valid(cards) and {*cards} <= {*rest}


class MeldReading(NamedTuple):
    """The effect of an act that names cards of melds. ``fresh`` are the cards that were in no meld
    before, ``left`` are the melds that remain without the named cards, and ``torn`` are the remains
    of melds that are no longer valid."""

    fresh: list[str]
    left: list[Meld]
    torn: list[Meld]


def read(
    own: Sequence[Meld], others: Sequence[Meld], cards: Meld, held: Collection[str], *, laid: bool
) -> MeldReading | None:
    """Return the effect of an act on a player's ``own`` melds; None if unrecorded cards leave it
    open, or cards of ``others`` are used. Cards that are ``laid`` stay together afterwards, so a
    meld with unrecorded cards may be listed again; ``held`` cards are known to be in the hand.

    >>> read([("7h", "8h", "9h", "Th")], [], ("7h", "7c", "7d"), [], laid=True)
    MeldReading(fresh=['7c', '7d'], left=[('8h', '9h', 'Th')], torn=[])
    """
    named, every = {*cards} - {UNRECORDED}, {*chain(*own, *others)}
    if UNRECORDED not in cards and UNRECORDED not in every and named.isdisjoint(every):
        return MeldReading([*cards], [*own], [])
    again = [meld for meld in own if laid and _is_listed_again(meld, cards)][:1]
    rest = [meld for meld in own if meld not in again]
    lying = named.intersection(chain(*own))
    fresh = [card for card in cards if card not in lying]
    unheld = [card for card in fresh if laid or card not in held]
    touched = [meld for meld in rest if named.intersection(meld)]
    is_open = any(UNRECORDED in meld for meld in touched) or named.intersection(chain(*others))
    if is_open or may_share([*others, *rest], cards, unheld):
        return None
    old = list(chain(*again)).count(UNRECORDED)
    ours = [card for card in fresh if card in held or not old]
    from_hand = [*ours, *[UNRECORDED] * (len(fresh) - old - len(ours))]
    left = [piece for meld in rest for piece in _pieces(meld, named)]
    torn = [
        tuple(card for card in meld if card not in named)
        for meld in touched
        if is_valid(meld) and not all(map(is_valid, _pieces(meld, named)))
    ]
    return MeldReading(from_hand, left, torn)


def _is_listed_again(meld: Meld, cards: Meld) -> bool:
    named = {*meld} - {UNRECORDED}
    return bool(named) and UNRECORDED in meld and named <= {*cards} and len(meld) <= len(cards)


def _pieces(meld: Meld, gone: Collection[str]) -> list[Meld]:
    """Return the remains of a meld without some cards: the parts of a run, or the rest."""
    rest = tuple(card for card in meld if card not in gone)
    if not rest or len(rest) == len(meld) or not is_valid(meld):
        return [rest] if rest else []
    return [tuple(names(part)) for part in parts(cards_of(rest))]


# ---- deadwood

Melds = tuple[int, ...]


class Deadwood(NamedTuple):
    """One way to lay cards down: the points of the deadwood, the deadwood, the melds, and the
    laid-off cards. All but the points are sets of bits."""

    points: int
    left: int
    melds: Melds
    off: int


def arrangements(cards: int, among: Iterable[int] = MELDS) -> Iterator[tuple[int, Melds]]:
    """Yield every way to make melds of these cards: the leftovers, and the melds."""
    yield cards, ()
    within = [meld for meld in among if meld & cards == meld]
    for at, meld in enumerate(within, 1):
        for left, melds in arrangements(cards ^ meld, within[at:]):
            yield left, (meld, *melds)


def lay_offs(cards: int, melds: Melds) -> Iterator[tuple[int, Melds]]:
    """Yield every way to lay cards onto melds: the laid cards, and the melds with them."""
    yield 0, melds
    for at, meld in enumerate(melds if cards else ()):
        suit = next((suit for suit in SUIT_CARDS if meld & suit == meld), 0)
        rank = next((rank for rank in RANK_CARDS if meld & rank == meld), 0)
        for card in each(cards & ~meld & ((meld << 1 | meld >> 1) & suit | rank)):
            for off, longer in lay_offs(cards ^ card, (*melds[:at], meld | card, *melds[at + 1 :])):
                yield off | card, longer


@lru_cache(maxsize=4096)
def least(cards: int, worth: Callable[[int], int], on: Melds = ()) -> Deadwood:
    """Return the arrangement of cards with the fewest points left, if cards may be laid onto
    another player's melds ``on``.

    >>> names(least(cards_of(["6h", "Kd"]), int.bit_count, (cards_of(["3h", "4h", "5h"]),)).left)
    ['Kd']
    """
    return min(
        Deadwood(worth(left), left, melds, off)
        for off in {off for off, _ in lay_offs(cards, on)}
        for left, melds in arrangements(cards ^ off)
    )
