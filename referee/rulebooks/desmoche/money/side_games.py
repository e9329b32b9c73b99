"""The ten side games: what counts in each and what beats what. Ace is high, two is low."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from referee.cards.deck import BLACK, DECK, RANK_CARDS, RED, SUIT_CARDS, each, rank_of
from referee.cards.melds import RUNS, SHORTEST, parts
from referee.wording.language import Word

Value = tuple[int, ...]


class Best(NamedTuple):
    """The best that a set of cards holds in a side game: how high it counts, and which cards."""

    value: Value
    cards: int


def height(card: int) -> int:
    """The rank of a card where the ace is high: 1 for a two to 13 for an ace."""
    return rank_of(card) or 13


_FROM_THE_ACE: Final = (RANK_CARDS[0], *reversed(RANK_CARDS[1:]))
"""The cards of each rank, the highest first."""


def _highest(suit: int) -> Callable[[int, bool], Best | None]:
    ace = SUIT_CARDS[suit] & RANK_CARDS[0]

    def best(cards: int, _a23_high: bool) -> Best | None:
        cards &= SUIT_CARDS[suit]
        if not cards:
            return None
        card = cards & ace or 1 << cards.bit_length() - 1
        return Best((height(card),), card)

    return best


def _pairs(colour: int) -> Callable[[int], list[int]]:
    pairs = [colour & rank for rank in _FROM_THE_ACE]
    return lambda cards: [pair for pair in pairs if cards & pair == pair]


def _pair(colour: int) -> Callable[[int, bool], Best | None]:
    pairs = _pairs(colour)

    def best(cards: int, _a23_high: bool) -> Best | None:
        held = pairs(cards)
        return Best((height(held[0] & -held[0]),), held[0]) if held else None

    return best


def _two_pairs(colour: int) -> Callable[[int, bool], Best | None]:
    pairs = _pairs(colour)

    def best(cards: int, _a23_high: bool) -> Best | None:
        two = pairs(cards)[:2]
        if len(two) < 2:
            return None
        return Best(tuple(height(pair & -pair) for pair in two), sum(two))

    return best


def _three_of_a_rank(cards: int, _a23_high: bool) -> Best | None:
    for rank in _FROM_THE_ACE:
        same = cards & rank
        if same.bit_count() >= SHORTEST:
            return Best((height(same & -same),), same)
    return None


def _sequence(cards: int, a23_high: bool) -> Best | None:
    runs = [
        run
        for suit in SUIT_CARDS
        if (cards & suit).bit_count() >= SHORTEST
        for run in parts(cards & suit)
        if run.bit_count() >= SHORTEST
    ]
    return max((Best(_run_value(run, a23_high), run) for run in runs), key=_value, default=None)


def _run_value(run: int, a23_high: bool) -> Value:
    length, top = run.bit_count(), rank_of(run)
    from_ace = rank_of(run & -run) == 0
    return (1, length, 0) if from_ace and a23_high else (0, top, length)


def _value(best: Best) -> Value:
    return best.value


@dataclass(frozen=True, slots=True)
class SideGame:
    """One side game: its name, what counts in plain words, and the best of a set of cards."""

    name: str
    plain: str
    best: Callable[[int, bool], Best | None]


SIDE_GAMES: Final[dict[str, SideGame]] = {
    game.name: game
    for game in (
        SideGame("oro", "the highest diamond", _highest(1)),
        SideGame("corazon", "the highest heart", _highest(2)),
        SideGame("flor", "the highest club", _highest(0)),
        SideGame("corazon_negro", "the highest spade", _highest(3)),
        SideGame("par_rojo", "both red cards of the highest rank", _pair(RED)),
        SideGame("par_negro", "both black cards of the highest rank", _pair(BLACK)),
        SideGame("dos_par_rojo", "two red pairs, the higher pair first", _two_pairs(RED)),
        SideGame("dos_par_negro", "two black pairs, the higher pair first", _two_pairs(BLACK)),
        SideGame("tres_cuerpos", "three or four of the highest rank", _three_of_a_rank),
        SideGame("escalera", "the highest run of three or more in a suit", _sequence),
    )
}
"""The side games by name."""


@lru_cache(len(SIDE_GAMES))
def least(name: str) -> tuple[int, ...]:
    """The sets of cards that just qualify in a side game: without any one of them they do not."""
    best = SIDE_GAMES[name].best
    pairs = [colour & rank for colour in (RED, BLACK) for rank in RANK_CARDS]
    tried = [
        *each(DECK),
        *pairs,
        *(sum(two) for two in combinations(pairs, 2)),
        *(sum(three) for rank in RANK_CARDS for three in combinations(each(rank), SHORTEST)),
        *(run for run in RUNS if run.bit_count() == SHORTEST),
    ]
    found: list[int] = []
    for cards in tried:
        if best(cards, True) is not None and not any(less & ~cards == 0 for less in found):
            found.append(cards)
    return tuple(found)


def title_of(name: str) -> Word:
    """The name of a side game as players write it.

    >>> title_of("par_rojo")
    'par rojo'
    """
    return Word(name.replace("_", " "))
