"""What may lie together in Dimes: groups of a rank, and sequences of a suit with the ace at
either end; wilds stand for any card, but there are never more of them than naturals.

The rule texts set no limit to a group: with several packs there may be twelve eights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.cards.deck import JOKER, RANKS, SUITS
from referee.rulebooks.dimes.rounds import TWO, Round

SHORTEST = 3
LONGEST_SEQUENCE = 13

SHORT: Final = "short"
APART: Final = "apart"
TOO_WILD: Final = "too_wild"
NOT_HELD: Final = "not_held"


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards that lie together, in order, and for each what it stands for: the card itself, or for
    a wild a card in a sequence (``9h``) and a rank in a group (``9``)."""

    cards: tuple[str, ...]
    stand_for: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something declared is no arrangement: the number of the meld (from 0), the reason, and
    the cards that it is about."""

    meld: int
    why: str
    cards: tuple[str, ...]


def read(cards: Sequence[str], round_: Round) -> Meld | str:
    """The cards as a meld, or why they are none: ``short``, ``apart`` (neither one rank nor a
    sequence with these wilds) or ``too_wild`` (more wilds than naturals).

    >>> read(["Jk", "Qh", "Ah"], Round("5"))
    Meld(cards=('Qh', 'Jk', 'Ah'), stand_for=('Qh', 'Kh', 'Ah'))
    >>> read(["2h", "8c", "8c"], Round("5"))
    Meld(cards=('8c', '8c', '2h'), stand_for=('8c', '8c', '8'))
    >>> read(["5c", "5d", "5h"], Round("5")), read(["Kh", "Ah", "2h"], Round("5"))
    ('too_wild', Meld(cards=('2h', 'Kh', 'Ah'), stand_for=('Qh', 'Kh', 'Ah')))
    >>> read(["5c", "5d", "5h"], Round("5", natural_in_place=True))
    Meld(cards=('5c', '5d', '5h'), stand_for=('5c', '5d', '5h'))
    """
    if len(cards) < SHORTEST:
        return SHORT
    for meld in lawful(cards, round_):
        return meld
    return TOO_WILD if any(_lyings(cards, round_)) else APART


def lawful(cards: Sequence[str], round_: Round) -> Iterator[Meld]:
    """Every lawful way in which three cards or more lie together."""
    for meld in _lyings(cards, round_):
        if 2 * _naturals(meld, round_) >= len(cards):
            yield meld


def faults(melds: Sequence[Sequence[str]], hand: Sequence[str], round_: Round) -> list[Fault]:
    """Everything that is wrong with melds laid out from a hand; nothing if they are lawful.

    >>> laid = [["8c", "8d", "2h"], ["Th", "Qh", "Kh"]]
    >>> print(*faults(laid, ["8c", "8d", "2h", "4d"], Round("5")), sep="\\n")
    Fault(meld=1, why='apart', cards=('Th', 'Qh', 'Kh'))
    Fault(meld=1, why='not_held', cards=('Th', 'Qh', 'Kh'))
    """
    held, found = Counter(hand), []
    for number, cards in enumerate(melds):
        if isinstance(why := read(cards, round_), str):
            found.append(Fault(number, why, tuple(cards)))
        laid = Counter(cards)
        if missing := laid - held:
            found.append(Fault(number, NOT_HELD, tuple(missing.elements())))
        held -= laid
    return found


def _lyings(cards: Sequence[str], round_: Round) -> Iterator[Meld]:
    """Every way in which the cards can lie together, however many are wild."""
    fixed = {card for card in cards if not round_.is_wild(card)}
    for rank in {card[0] for card in fixed} or (TWO, round_.wild):
        if all(card[0] == rank for card in fixed):
            yield _group(cards, rank)
    for suit in {card[1] for card in fixed} or SUITS:
        if all(cards.count(card) == 1 and card[1] == suit for card in fixed):
            yield from _sequences(cards, fixed, suit)


def _group(cards: Sequence[str], rank: str) -> Meld:
    own = [card for card in cards if card[0] == rank and card != JOKER]
    others = [card for card in cards if card[0] != rank or card == JOKER]
    return Meld((*own, *others), (*own, *(rank for _ in others)))


def _sequences(cards: Sequence[str], fixed: set[str], suit: str) -> Iterator[Meld]:
    if len(cards) > LONGEST_SEQUENCE:
        return
    line = [rank + suit for rank in (*RANKS, RANKS[0])]
    for lowest in range(len(line) - len(cards) + 1):
        stretch = line[lowest : lowest + len(cards)]
        if fixed.issubset(stretch):
            own = set(stretch).intersection(cards)
            others = iter((Counter(cards) - Counter(own)).elements())
            lie = tuple(card if card in own else next(others) for card in stretch)
            yield Meld(lie, tuple(stretch))


def _naturals(meld: Meld, round_: Round) -> int:
    """How many of the cards count as natural where they lie."""
    if round_.natural_in_place:
        return sum(card == stands for card, stands in zip(meld.cards, meld.stand_for, strict=True))
    return sum(not round_.is_wild(card) for card in meld.cards)
