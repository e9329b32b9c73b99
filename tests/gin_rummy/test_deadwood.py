"""Deadwood is the minimum over all choices of melds, which are tried here without the referee."""

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from referee.cards.deck import NAMES, cards_of, names
from referee.cards.melds import least
from referee.games.gin_rummy import worth
from tests.depth import count

HANDS = count(2500, 200)

Cards = frozenset[str]

RANKS = "A23456789TJQK"
RUNS = {RANKS[low : low + size] for size in range(3, 14) for low in range(14 - size)}
FOURS = {Cards(rank + suit for suit in "cdhs") for rank in RANKS}
MELDS = {Cards(rank + suit for rank in run) for suit in "cdhs" for run in RUNS}
MELDS |= FOURS | {four - {card} for four in FOURS for card in four}


def points_of(cards: Iterable[str]) -> int:
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)


@lru_cache(maxsize=50_000)
def best(cards: Cards) -> tuple[int, tuple[Cards, ...]]:
    """Return the fewest points that a choice of melds leaves, and these melds."""
    ways: list[tuple[int, tuple[Cards, ...]]] = [(points_of(cards), ())]
    for meld in MELDS:
        if meld <= cards:
            points, others = best(cards - meld)
            ways.append((points, (meld, *others)))
    return min(ways, key=lambda way: way[0])


@lru_cache(maxsize=50_000)
def against(cards: Cards, melds: tuple[Cards, ...]) -> int:
    """Return the fewest points that are left if cards may also be laid off onto these melds."""
    laid_off = [
        against(cards - {card}, (*melds[:at], meld | {card}, *melds[at + 1 :]))
        for card in cards
        for at, meld in enumerate(melds)
        if meld | {card} in MELDS
    ]
    return min([best(cards)[0], *laid_off])


def dense(rng: Random, size: int) -> list[str]:
    """Return cards that lie close together, so that many of them fit together."""
    ranks = rng.sample(RANKS, rng.choice((3, 4, 5, 13)))
    cards = [card for card in NAMES if card[0] in ranks]
    return rng.sample(cards, min(size, len(cards)))


def test_the_least_that_a_hand_leaves() -> None:
    rng = Random("deadwood")
    for _ in range(HANDS):
        cards = dense(rng, rng.choice((9, 10, 11)))
        laid = least(cards_of(cards), worth)
        assert laid.points == best(Cards(cards))[0], cards
        assert sorted(names(sum(laid.melds) | laid.left)) == sorted(cards)
        assert {Cards(names(meld)) for meld in laid.melds} <= MELDS


def test_the_least_that_a_hand_leaves_when_it_may_lay_off() -> None:
    rng = Random("lay-offs")
    for _ in range(HANDS // 10):
        cards = dense(rng, 20)
        knockers, others = cards[:10], cards[10:]
        _, melds = best(Cards(knockers))
        laid = least(cards_of(others), worth, tuple(map(cards_of, melds)))
        assert laid.points == against(Cards(others), melds), (melds, others)
