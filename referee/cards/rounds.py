"""The wild cards of a round of Dimes, and the points of unmelded cards.

The rule text: "In each round there are three wild cards, deuces, jokers and the card equal to the
number of cards dealt."
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from referee.cards.deck import JOKER, NAMES, RANKS

TWO = "2"
FIRST_WILD = RANKS.index("3")
ROUNDS = len(RANKS) - FIRST_WILD  # the number of rounds, from threes to kings
WILD_POINTS = 20
JOKER_POINTS = 50

RANK_POINTS: dict[str, int] = {
    rank: 20 if rank == "A" else WILD_POINTS if rank == TWO else min(at + 1, 10)
    for at, rank in enumerate(RANKS)
}
"""The points of a card of each rank, unless the rank is the round's."""

FACTORS: dict[str, int] = {"J": 2, "Q": 2, "K": 3}
"""The rounds in which points are doubled or tripled, by their wild rank."""

_POINTS: dict[str, int] = {JOKER: JOKER_POINTS} | {name: RANK_POINTS[name[0]] for name in NAMES}


@dataclass(frozen=True, slots=True)
class Round:
    """One of the eleven rounds, by the rank that is wild in it beside twos and jokers.

    ``natural_in_place`` is the house rule ``wild_in_place: natural``: a two or a card of the
    round's rank counts as natural in its own place.
    """

    wild: str
    natural_in_place: bool = False

    @classmethod
    @lru_cache(2 * ROUNDS)
    def numbered(cls, number: int, *, natural_in_place: bool = False) -> Round:
        """Return a round by number: the first (threes) to the eleventh (kings); IndexError beyond.

        >>> Round.numbered(1).wild, Round.numbered(11).wild
        ('3', 'K')
        """
        return cls(RANKS[FIRST_WILD:][number - 1], natural_in_place)

    @property
    def rank(self) -> str:
        """The wild rank as people write it."""
        return "10" if self.wild == "T" else self.wild

    @property
    def factor(self) -> int:
        """The factor of all points in the round."""
        return FACTORS.get(self.wild, 1)

    def is_wild(self, card: str) -> bool:
        """Return whether a card can stand for others.

        >>> [Round("J").is_wild(card) for card in ("Jk", "2h", "Jh", "Th")]
        [True, True, True, False]
        """
        return card == JOKER or card[0] == TWO or card[0] == self.wild

    def points(self, card: str) -> int:
        """Return the points of one card before doubling; KeyError if it is not a card.

        >>> [Round("J").points(card) for card in ("Jk", "2h", "Jh", "Ah", "Kh", "3h")]
        [50, 20, 20, 20, 10, 3]
        """
        return WILD_POINTS if card[0] == self.wild and card != JOKER else _POINTS[card]

    def penalty(self, left: Iterable[str]) -> int:
        """Return the points of the cards left over in this round.

        >>> Round("T").penalty(["Jk", "8h"]), Round("Q").penalty(["Jk", "8h"])
        (58, 116)
        """
        return self.factor * sum(map(self.points, left))

    @lru_cache(maxsize=512)  # noqa: B019 - a round is a small value, and there are few
    def countable(self, packs: int, jokers: int, cards: int) -> frozenset[int]:
        """Return all possible points of at most ``cards`` cards of these packs.

        >>> sorted(Round("Q").countable(1, 0, 1))
        [0, 6, 8, 10, 12, 14, 16, 18, 20, 40]
        """
        sums = [1] + [0] * cards  # bit n of sums[k]: k cards can count n
        for value in map(self.points, [*NAMES * packs, *[JOKER] * jokers]):
            for count in range(cards, 0, -1):
                sums[count] |= sums[count - 1] << value
        every = reduce(or_, sums)
        return frozenset(self.factor * at for at in range(every.bit_length()) if every >> at & 1)
