"""What cards count beside melds, exactly: every way to lay them out, and onto others' melds.

The ace is low. Cards and melds are sets of bits (see ``deck``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from referee.cards.deck import RANK_CARDS, SUIT_CARDS, each
from referee.cards.melds import MELDS

_BY_LOWEST: Final[dict[int, list[int]]] = {}
for _meld in sorted(MELDS):
    _BY_LOWEST.setdefault(_meld & -_meld, []).append(_meld)


def arrangements(cards: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every way to lay melds out of these cards: what is left, and the melds."""
    if not cards:
        yield 0, ()
        return
    lowest = cards & -cards
    for left, melds in arrangements(cards ^ lowest):
        yield left | lowest, melds
    for meld in _BY_LOWEST.get(lowest, ()):
        if meld & cards == meld:
            for left, melds in arrangements(cards ^ meld):
                yield left, (meld, *melds)


def extending(meld: int) -> int:
    """Return the cards that can be laid onto a meld, one at a time.

    >>> from referee.cards.deck import cards_of, names
    >>> names(extending(cards_of(["3h", "4h"]))), names(extending(cards_of(["Ah", "Ac", "As"])))
    (['2h', '5h'], ['Ad'])
    """
    same = next((cards for cards in SUIT_CARDS if meld & cards == meld), 0)
    if same:
        return (meld << 1 | meld >> 1) & same & ~meld
    return next((cards for cards in RANK_CARDS if meld & cards == meld), 0) & ~meld


def laid_onto(melds: tuple[int, ...], cards: int) -> Iterator[tuple[int, ...]]:
    """Yield the melds as they are with all these cards laid onto them, for each way to do it."""
    if not cards:
        yield melds
    for at, meld in enumerate(melds):
        for card in each(cards & extending(meld)):
            yield from laid_onto((*melds[:at], meld | card, *melds[at + 1 :]), cards ^ card)


class Laid(NamedTuple):
    """Cards that were laid down: what those count that are left, these cards, the melds, and what
    lies with others' melds."""

    points: int
    left: int
    melds: tuple[int, ...]
    off: int


@lru_cache(maxsize=4096)
def least(cards: int, worth: Callable[[int], int], on: tuple[int, ...] = ()) -> Laid:
    """Return how cards are laid down so that those that are left count least, where those that fit
    may be laid onto these melds of another player.

    >>> from referee.cards.deck import cards_of
    >>> least(cards_of(["3h", "4h", "5h", "5c", "5d", "Kd"]), int.bit_count).points
    1
    >>> least(cards_of(["6h", "Kd"]), int.bit_count, (cards_of(["3h", "4h", "5h"]),)).points
    1
    """
    found = [Laid(worth(left), left, melds, 0) for left, melds in arrangements(cards)]
    for at, meld in enumerate(on):
        for card in each(cards & extending(meld)):
            best = least(cards ^ card, worth, (*on[:at], meld | card, *on[at + 1 :]))
            found.append(best._replace(off=best.off | card))
    return min(found)
