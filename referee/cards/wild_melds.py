"""The rounds of Dimes with their wild cards and points, and its valid melds: groups of a rank, and
sequences of a suit with the ace at either end.

The rule text: "In each round there are three wild cards, deuces, jokers and the card equal to the
number of cards dealt." A meld never has more wilds than naturals. The rule texts set no limit to a
group: with several packs there may be twelve eights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from referee.cards.deck import JOKER, NAMES, RANKS, SUITS, UNRECORDED

TWO = "2"
FIRST_WILD = RANKS.index("3")
ROUNDS = len(RANKS) - FIRST_WILD  # the number of rounds, from threes to kings
WILD_POINTS = 20
JOKER_POINTS = 50

FACTORS: dict[str, int] = {"J": 2, "Q": 2, "K": 3}
"""The rounds in which points are doubled or tripled, by their wild rank."""

_POINTS: dict[str, int] = {JOKER: JOKER_POINTS} | {
    name: 20 if name[0] in ("A", TWO) else min(RANKS.index(name[0]) + 1, 10) for name in NAMES
}
"""The points of each card, unless its rank is the round's."""


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


SHORTEST = 3
LONGEST_SEQUENCE = 13

SHORT: Final = "short"
APART: Final = "apart"
TOO_WILD: Final = "too_wild"


@dataclass(frozen=True, slots=True)
class WildMeld:
    """The cards of a meld in order. Each natural card stands for itself, each wild one for a card
    of the sequence (``9h``) or for the rank of the group (``9``)."""

    cards: tuple[str, ...]
    stand_for: tuple[str, ...]


def read(cards: Sequence[str], round_: Round) -> WildMeld | str:
    """Return the cards as a meld, or why they are not one: ``SHORT``, ``APART`` (neither one rank
    nor a sequence with these wilds) or ``TOO_WILD`` (more wilds than naturals).

    >>> read(["Jk", "Qh", "Ah"], Round("5"))
    WildMeld(cards=('Qh', 'Jk', 'Ah'), stand_for=('Qh', 'Kh', 'Ah'))
    >>> read(["2h", "8c", "8c"], Round("5"))
    WildMeld(cards=('8c', '8c', '2h'), stand_for=('8c', '8c', '8'))
    >>> read(["5c", "5d", "5h"], Round("5")) == TOO_WILD, read(["Kh", "Ah", "2h"], Round("5"))
    (True, WildMeld(cards=('2h', 'Kh', 'Ah'), stand_for=('Qh', 'Kh', 'Ah')))
    >>> read(["5c", "5d", "5h"], Round("5", natural_in_place=True))
    WildMeld(cards=('5c', '5d', '5h'), stand_for=('5c', '5d', '5h'))
    """
    if len(cards) < SHORTEST:
        return SHORT
    for meld in lawful(cards, round_):
        return meld
    return TOO_WILD if any(_lyings(cards, round_)) else APART


def lawful(cards: Sequence[str], round_: Round) -> Iterator[WildMeld]:
    """Yield every legal meld of all these cards, three or more."""
    for meld in _lyings(cards, round_):
        if 2 * _naturals(meld, round_) >= len(cards):
            yield meld


def _lyings(cards: Sequence[str], round_: Round) -> Iterator[WildMeld]:
    """Yield every arrangement of these cards as a meld, with any number of wilds."""
    fixed = {card for card in cards if not round_.is_wild(card)}
    for rank in {card[0] for card in fixed} or (TWO, round_.wild):
        if all(card[0] == rank for card in fixed):
            yield _group(cards, rank)
    for suit in {card[1] for card in fixed} or SUITS:
        if all(cards.count(card) == 1 and card[1] == suit for card in fixed):
            yield from _sequences(cards, fixed, suit)


def _group(cards: Sequence[str], rank: str) -> WildMeld:
    own = [card for card in cards if card[0] == rank and card != JOKER]
    others = [card for card in cards if card[0] != rank or card == JOKER]
    return WildMeld((*own, *others), (*own, *(rank for _ in others)))


def _sequences(cards: Sequence[str], fixed: set[str], suit: str) -> Iterator[WildMeld]:
    if len(cards) > LONGEST_SEQUENCE:
        return
    line = [rank + suit for rank in (*RANKS, RANKS[0])]
    for lowest in range(len(line) - len(cards) + 1):
        stretch = line[lowest : lowest + len(cards)]
        if fixed.issubset(stretch):
            own = set(stretch).intersection(cards)
            others = iter((Counter(cards) - Counter(own)).elements())
            lie = tuple(card if card in own else next(others) for card in stretch)
            yield WildMeld(lie, tuple(stretch))


def _naturals(meld: WildMeld, round_: Round) -> int:
    """Return the number of cards that count as natural in this meld."""
    if round_.natural_in_place:
        return sum(card == stands for card, stands in zip(meld.cards, meld.stand_for, strict=True))
    return sum(not round_.is_wild(card) for card in meld.cards)


# ---- unrecorded cards


def why_no_meld(cards: Sequence[str], round_: Round) -> str | None:
    """Return why the cards are no meld (a reason of `read`); None if they are, or may be, a meld.

    >>> why_no_meld(["8c", "??", "Th"], Round("5")) == APART
    True
    >>> why_no_meld(["2h", "Jk", "??"], Round("5")) == TOO_WILD
    True
    >>> why_no_meld(["8h", "??", "Th"], Round("5"))
    >>> why_no_meld(["Jk", "??", "2c", "As", "Qs"], Round("T"))
    """
    why = None
    for filled in _filled(cards, round_):
        found = read(filled, round_)
        if isinstance(found, WildMeld):
            return None
        why = found if why is None or found == TOO_WILD else why
    return why


def _filled(cards: Sequence[str], round_: Round) -> Iterator[list[str]]:
    """Yield the cards with the unrecorded ones replaced by good fits: cards of one rank, or the
    gaps of a sequence, naturals first."""
    known = [card for card in cards if card != UNRECORDED]
    missing = len(cards) - len(known)
    if not missing:
        yield known
        return
    for rank in RANKS:
        yield known + [rank + SUITS[0]] * missing
    line = RANKS + RANKS[0]
    for suit in SUITS:
        for lowest in range(len(line) - len(cards) + 1):
            stretch = [rank + suit for rank in line[lowest : lowest + len(cards)]]
            gaps = sorted((Counter(stretch) - Counter(known)).elements(), key=round_.is_wild)
            yield known + gaps[:missing]
