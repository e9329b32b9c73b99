"""The fewest points that a small hand can leave, by brute force: every choice of cards, every rank
and every stretch of every suit, every card at every place. Shares no code with the referee."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

LINE = "A23456789TJQKA"
POINTS = {rank: int(rank) for rank in "3456789"} | dict.fromkeys("TJQK", 10) | {"A": 20}
TIMES = {"J": 2, "Q": 2, "K": 3}


def is_wild(card: str, wild: str) -> bool:
    return card == "Jk" or card[0] in ("2", wild)


@cache
def is_lawful(cards: tuple[str, ...], wild: str, natural: bool) -> bool:
    """Return whether the cards can lie as a group or a sequence."""
    size = len(cards)
    if size < 3:
        return False
    targets = [tuple(rank + "?" for _ in cards) for rank in LINE[:13]]
    targets += [
        tuple(rank + suit for rank in LINE[start : start + size])
        for suit in "cdhs"
        for start in range(15 - size if size < 14 else 0)
    ]
    return any(
        2 * naturals >= size
        for target in targets
        for naturals in _fillings(target, cards, wild, natural)
    )


def _fillings(
    target: tuple[str, ...], cards: tuple[str, ...], wild: str, natural: bool
) -> Iterator[int]:
    """Yield the numbers of naturals with which the cards can fill the places."""
    if not target:
        yield 0
        return
    for at, card in enumerate(cards):
        if card in cards[:at]:
            continue
        rest = cards[:at] + cards[at + 1 :]
        own = card != "Jk" and target[0] in (card, card[0] + "?")
        if own or is_wild(card, wild):
            counts = own and (natural or not is_wild(card, wild))
            for more in _fillings(target[1:], rest, wild, natural):
                yield more + counts


def least(hand: list[str], wild: str, *, natural: bool) -> int:
    """Return the fewest points that the hand can leave."""

    @cache
    def rest(cards: tuple[str, ...]) -> int:
        if not cards:
            return 0
        first, others = cards[0], cards[1:]
        found = rest(others) + (
            50 if first == "Jk" else 20 if is_wild(first, wild) else POINTS[first[0]]
        )
        for size in range(2, len(others) + 1):
            for chosen in combinations(range(len(others)), size):
                meld = (first, *(others[at] for at in chosen))
                if is_lawful(tuple(sorted(meld)), wild, natural):
                    left = tuple(card for at, card in enumerate(others) if at not in chosen)
                    found = min(found, rest(left))
        return found

    return TIMES.get(wild, 1) * rest(tuple(sorted(hand)))
