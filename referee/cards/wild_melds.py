"""Valid melds of Dimes: groups of a rank, and sequences of a suit with the ace at either end. Wilds
stand for any card, but a meld never has more wilds than naturals.

The rule texts set no limit to a group: with several packs there may be twelve eights.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from referee.cards.deck import JOKER, RANKS, SUITS, UNRECORDED
from referee.cards.rounds import TWO, Round

SHORTEST = 3
LONGEST_SEQUENCE = 13

SHORT: Final = "short"
APART: Final = "apart"
TOO_WILD: Final = "too_wild"


@dataclass(frozen=True, slots=True)
class WildMeld:
    """Melded cards in order, with the card that each stands for: itself, or for a wild a card in a
    sequence (``9h``) or a rank in a group (``9``)."""

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
    """Yield every legal meld of these cards, at least three."""
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
    return _why_no_meld(tuple(cards), round_)


# rules and mechanics ask about the same cards in turn
@lru_cache(maxsize=256)
def _why_no_meld(cards: tuple[str, ...], round_: Round) -> str | None:
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
