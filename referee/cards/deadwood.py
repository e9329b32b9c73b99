"""Deadwood: the fewest points of cards outside melds. Sets of cards are bits; the ace is low."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.cards.deck import RANK_CARDS, SUIT_CARDS, each
from referee.cards.melds import MELDS

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

    >>> from referee.cards.deck import cards_of, names
    >>> names(least(cards_of(["6h", "Kd"]), int.bit_count, (cards_of(["3h", "4h", "5h"]),)).left)
    ['Kd']
    """
    return min(
        Deadwood(worth(left), left, melds, off)
        for off in {off for off, _ in lay_offs(cards, on)}
        for left, melds in arrangements(cards ^ off)
    )
