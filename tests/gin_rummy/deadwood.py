"""Deadwood by trying every choice of melds, without the referee."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from tests.melds import RANKS, is_meld, melds_of

Meld = tuple[str, ...]


def worth(cards: Iterable[str]) -> int:
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)


def ways(cards: Sequence[str]) -> Iterator[tuple[list[Meld], list[str]]]:
    """Yield every choice of melds that share no card, and the remaining cards."""
    melds = [tuple(meld) for meld in melds_of(cards)]
    for count in range(4):
        for chosen in combinations(melds, count):
            used = [card for meld in chosen for card in meld]
            if len(set(used)) == len(used):
                yield list(chosen), [card for card in cards if card not in used]


@lru_cache(maxsize=10_000)
def _best(cards: frozenset[str]) -> tuple[list[Meld], list[str]]:
    return min(ways(sorted(cards)), key=lambda one: worth(one[1]))


def best(cards: Iterable[str]) -> tuple[list[Meld], list[str]]:
    """Return a choice of melds that leaves the fewest points, and the remaining cards."""
    melds, left = _best(frozenset(cards))
    return list(melds), list(left)


def left_against(cards: Sequence[str], melds: Sequence[Meld]) -> list[str]:
    """Return what remains if the cards are melded and laid off to leave the fewest points."""
    offs = _lay_offs(frozenset(), tuple(map(frozenset, melds)), frozenset(cards))
    return min((best(set(cards) - off)[1] for off in offs), key=worth)


def _lay_offs(
    off: frozenset[str], melds: tuple[frozenset[str], ...], cards: frozenset[str]
) -> set[frozenset[str]]:
    reached, waiting = set(), {(off, melds)}
    while waiting:
        state = waiting.pop()
        reached.add(state)
        off, melds = state
        for card in cards - off:
            for at, meld in enumerate(melds):
                longer = meld | {card}
                if is_meld(longer):
                    after = (off | {card}, (*melds[:at], longer, *melds[at + 1 :]))
                    if after not in reached:
                        waiting.add(after)
    return {one for one, _ in reached}
