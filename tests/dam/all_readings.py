"""Readings of melds by brute force: every card is tried at every place of every suit."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

ASCENDING = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]

Layout = tuple[str, ...]
"""The card that each card of a run stands for, from the lowest up."""


def wild(card: str) -> bool:
    return card.startswith("2") or card == "Jk"


def layouts(size: int) -> Iterator[Layout]:
    for suit, low in product("cdhs", range(13)):
        if low + size <= 13:
            yield tuple(rank + suit for rank in ASCENDING[low : low + size])


def orders(left: Counter[str], layout: Layout) -> Iterator[tuple[str, ...]]:
    """Yield every order of these cards in which each may stand for the card of its place."""
    if not layout:
        yield ()
        return
    for card in [card for card, count in left.items() if count]:
        if card == layout[0] or wild(card) or card == "??":
            left[card] -= 1
            for rest in orders(left, layout[1:]):
                yield (card, *rest)
            left[card] += 1


def runs(cards: Sequence[str], two_in_place: str = "natural") -> set[int]:
    """Return the number of wild cards in every reading as a run."""
    return {
        sum(
            wild(card) and (card != name or two_in_place == "wild")
            for card, name in zip(lying, layout, strict=True)
        )
        for layout in layouts(len(cards))
        for lying in orders(Counter(cards), layout)
    }


def is_set(cards: Sequence[str]) -> bool:
    """Return whether the cards have one rank, possibly that of jokers."""
    return any(
        all(card == "??" or (card == "Jk" if rank == "Jk" else card[0] == rank) for card in cards)
        and not (rank == "J" and "Jk" in cards)
        for rank in [*ASCENDING, "Jk"]
    )
