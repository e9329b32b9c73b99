"""What is wild in a round of Dimes, and what the cards count that nobody melded.

The rule text: "In each round there are three wild cards, deuces, jokers and the card equal to the
number of cards dealt."
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from referee.cards.deck import JOKER, NAMES, RANKS

TWO = "2"
FIRST_WILD = RANKS.index("3")
ROUNDS = len(RANKS) - FIRST_WILD
"""From threes to kings."""
WILD_POINTS = 20
JOKER_POINTS = 50

RANK_POINTS: dict[str, int] = {
    rank: 20 if rank == "A" else WILD_POINTS if rank == TWO else min(at + 1, 10)
    for at, rank in enumerate(RANKS)
}
"""What a card of each rank counts where the rank is not the round's."""

FACTORS: dict[str, int] = {"J": 2, "Q": 2, "K": 3}
"""The rounds in which points are doubled or tripled, by their wild rank."""

_POINTS: dict[str, int] = {JOKER: JOKER_POINTS} | {name: RANK_POINTS[name[0]] for name in NAMES}


@dataclass(frozen=True, slots=True)
class Round:
    """One of the eleven rounds, by the rank that is wild in it beside twos and jokers.

    ``natural_in_place`` is the house rule ``wild_in_place: natural``: a two or a card of the
    round's rank counts as natural where it lies as what it is.
    """

    wild: str
    natural_in_place: bool = False

    @classmethod
    @lru_cache(2 * ROUNDS)
    def numbered(cls, number: int, *, natural_in_place: bool = False) -> Round:
        """The first round (threes) to the eleventh (kings); IndexError beyond.

        >>> Round.numbered(1).wild, Round.numbered(11).wild
        ('3', 'K')
        """
        return cls(RANKS[FIRST_WILD:][number - 1], natural_in_place)

    def is_wild(self, card: str) -> bool:
        """Whether a card can stand for others.

        >>> [Round("J").is_wild(card) for card in ("Jk", "2h", "Jh", "Th")]
        [True, True, True, False]
        """
        return card == JOKER or card[0] == TWO or card[0] == self.wild

    def points(self, card: str) -> int:
        """What one card counts, not yet doubled; KeyError for what is no card.

        >>> [Round("J").points(card) for card in ("Jk", "2h", "Jh", "Ah", "Kh", "3h")]
        [50, 20, 20, 20, 10, 3]
        """
        return WILD_POINTS if card[0] == self.wild and card != JOKER else _POINTS[card]

    def penalty(self, left: Iterable[str]) -> int:
        """What the cards left over count in this round.

        >>> Round("T").penalty(["Jk", "8h"]), Round("Q").penalty(["Jk", "8h"])
        (58, 116)
        """
        return FACTORS.get(self.wild, 1) * sum(map(self.points, left))

    def most(self, packs: int, jokers: int, cards: int | None) -> int:
        """What so many cards of these packs count at the most; None: any number of cards.

        >>> Round("3").most(1, 2, 3), Round("K").most(1, 2, 3)
        (120, 360)
        """
        return FACTORS.get(self.wild, 1) * sum(_dearest(self, packs, jokers)[:cards])


@lru_cache(8 * ROUNDS)
def _dearest(round_: Round, packs: int, jokers: int) -> tuple[int, ...]:
    """What each card of some packs counts, not yet doubled, the dearest first."""
    points = [round_.points(card) for card in (*(NAMES * packs), *([JOKER] * jokers))]
    return tuple(sorted(points, reverse=True))
