"""The ten side games: the holdings that count, and their order. Ace is high, two is low."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from referee.cards.deck import BLACK, DECK, RANK_CARDS, RED, SUIT_CARDS, rank_of
from referee.cards.melds import SHORTEST, parts
from referee.wording.language import Word

Value = tuple[int, ...]


@dataclass(slots=True)
class Best:
    """The best holding of a set of cards in a side game: its value, and its cards."""

    value: Value
    cards: int


def height(card: int) -> int:
    """Return the rank of a card with the ace high: 1 for a two to 13 for an ace."""
    return rank_of(card) or 13


_ALL_RANKS: Final = SUIT_CARDS[0]
"""Every rank, as bits of one integer."""

_RUNS_BEGIN: Final = sum(RANK_CARDS[: 1 - SHORTEST])
"""The cards with which a run can begin."""


def _highest_of(ranks: int) -> int:
    """Return the highest of some ranks, given as bits: 0 for the ace, or 1 to 12."""
    return 0 if ranks & 1 else ranks.bit_length() - 1


def _best_by_rank(cards: int) -> list[Best]:
    """Return, for every rank from the ace on, the holding of the cards of that rank."""
    return [Best((rank or 13,), cards & same) for rank, same in enumerate(RANK_CARDS)]


def _highest(suit: int) -> Callable[[int, bool], Best | None]:
    by_rank = _best_by_rank(SUIT_CARDS[suit])

    def best(cards: int, _a23_high: bool) -> Best | None:
        ranks = cards >> 13 * suit & _ALL_RANKS
        return by_rank[_highest_of(ranks)] if ranks else None

    return best


def _pairs(colour: int, count: int = 1) -> Callable[[int, bool], Best | None]:
    lower, higher = [13 * suit for suit in range(4) if SUIT_CARDS[suit] & colour]
    by_rank = _best_by_rank(colour)

    def best(cards: int, _a23_high: bool) -> Best | None:
        ranks = cards >> lower & cards >> higher & _ALL_RANKS
        if ranks.bit_count() < count:
            return None
        first = _highest_of(ranks)
        if count == 1:
            return by_rank[first]
        one, other = by_rank[first], by_rank[_highest_of(ranks & ~(1 << first))]
        return Best(one.value + other.value, one.cards | other.cards)

    return best


def _three_of_a_rank(cards: int, _a23_high: bool) -> Best | None:
    clubs, diamonds, hearts, spades = cards, cards >> 13, cards >> 26, cards >> 39
    both_low, both_high = clubs & diamonds, hearts & spades
    ranks = both_low & (hearts | spades) | both_high & (clubs | diamonds)
    if not ranks & _ALL_RANKS:
        return None
    rank = _highest_of(ranks & _ALL_RANKS)
    return Best((rank or 13,), cards & RANK_CARDS[rank])


def _sequence(cards: int, a23_high: bool) -> Best | None:
    if not cards & cards >> 1 & cards >> 2 & _RUNS_BEGIN:
        return None
    suits = [cards & suit for suit in SUIT_CARDS if (cards & suit).bit_count() >= SHORTEST]
    runs = [run for suit in suits for run in parts(suit) if run.bit_count() >= SHORTEST]
    counted = (Best(_run_value(run, a23_high), run) for run in runs)
    return max(counted, key=attrgetter("value"), default=None)


def _run_value(run: int, a23_high: bool) -> Value:
    length, top = run.bit_count(), rank_of(run)
    from_ace = rank_of(run & -run) == 0
    return (1, length, 0) if from_ace and a23_high else (0, top, length)


@dataclass(frozen=True, slots=True)
class SideGame:
    """A side game: its name, its holdings in words, the cards that count, and the best of some."""

    name: str
    plain: str
    counting: int
    best: Callable[[int, bool], Best | None]


SIDE_GAMES: Final[dict[str, SideGame]] = {
    game.name: game
    for game in (
        SideGame("oro", "the highest diamond", SUIT_CARDS[1], _highest(1)),
        SideGame("corazon", "the highest heart", SUIT_CARDS[2], _highest(2)),
        SideGame("flor", "the highest club", SUIT_CARDS[0], _highest(0)),
        SideGame("corazon_negro", "the highest spade", SUIT_CARDS[3], _highest(3)),
        SideGame("par_rojo", "both red cards of the highest rank", RED, _pairs(RED)),
        SideGame("par_negro", "both black cards of the highest rank", BLACK, _pairs(BLACK)),
        SideGame("dos_par_rojo", "two red pairs, the higher pair first", RED, _pairs(RED, 2)),
        SideGame(
            "dos_par_negro", "two black pairs, the higher pair first", BLACK, _pairs(BLACK, 2)
        ),
        SideGame("tres_cuerpos", "three or four of the highest rank", DECK, _three_of_a_rank),
        SideGame("escalera", "the highest run of three or more in a suit", DECK, _sequence),
    )
}
"""The side games by name."""


def title_of(name: str) -> Word:
    """Return the name of a side game as players write it.

    >>> title_of("par_rojo")
    'par rojo'
    """
    return Word(name.replace("_", " "))
