"""Melds of one pack in a list, by which the referee's are checked: they share nothing with it."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK = [rank + suit for suit in SUITS for rank in RANKS]

Meld = frozenset[str]


@cache
def melds(aces: str = "low") -> Sequence[Meld]:
    """Return every set of three or four, and every run of three to ten; by ``aces`` an ace may also
    lie above the king."""
    line = RANKS + "A" * (aces == "both")
    parts = {line[at : at + size] for size in range(3, 11) for at in range(len(line))}
    runs = [Meld(rank + suit for rank in part) for suit in SUITS for part in parts if len(part) > 2]
    fours = [Meld(rank + suit for suit in SUITS) for rank in RANKS]
    return sorted([*runs, *fours, *(four - {card} for four in fours for card in four)], key=sorted)


@cache
def _known(aces: str) -> set[Meld]:
    return {*melds(aces)}


def is_meld(cards: Collection[str], aces: str = "low") -> bool:
    return Meld(cards) in _known(aces)


def melds_of(pool: Collection[str], aces: str = "low") -> list[Meld]:
    """Return every meld that can be made of these cards."""
    return [meld for meld in melds(aces) if meld.issubset(pool)]


def extends(card: str, meld: Meld, aces: str = "low") -> bool:
    """Return whether the meld with this card added is still one meld."""
    return card not in meld and is_meld(meld | {card}, aces)


def shared_out(cards: Meld, aces: str) -> Iterator[list[Meld]]:
    """Yield every way to lay all of these cards as melds."""
    if not cards:
        yield []
        return
    for meld in melds_of(cards, aces):
        if min(cards) in meld:
            for others in shared_out(cards - meld, aces):
                yield [meld, *others]
