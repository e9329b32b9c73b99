"""The choices of a simulated player: the melds to lay down, and the card to part with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from random import Random
from typing import Final

from referee.cards.deck import DECK, each
from referee.cards.melds import EXTENDING, MELDS, SHORTEST

NINE: Final = 9  # the number of cards dealt to each player
TO_WIN: Final = 10

_ORDERED: Final = sorted(MELDS, key=lambda meld: (-meld.bit_count(), meld))
WITH_CARD: Final[Mapping[int, Sequence[int]]] = {
    card: [meld for meld in _ORDERED if meld & card] for card in each(DECK)
}
"""All melds that have a card, the largest first."""

NEAR: Final = {
    card: reduce(or_, (meld for meld in melds if meld.bit_count() == SHORTEST)) & ~card
    for card, melds in WITH_CARD.items()
}
"""The cards that share a meld of three with a card."""


def new_meld(card: int, hand: int) -> int:
    """Return the largest meld of a card with cards of a hand, or 0."""
    missing = ~(hand | card)
    return next((meld for meld in WITH_CARD[card] if not meld & missing), 0)


def any_meld(hand: int) -> int:
    """Return a meld among these cards, or 0."""
    return next(filter(None, (new_meld(card, hand) for card in each(hand))), 0)


def extended(card: int, lying: Sequence[int]) -> int:
    """Return the first meld onto which a card can be laid, or 0."""
    return next((meld for meld in lying if EXTENDING[meld][0] & card), 0)


@dataclass(slots=True)
class Bot:
    """A player with their hand and their melds on the table."""

    name: str
    holding: int = 0
    melds: list[int] = field(default_factory=list)

    def lay(self, meld: int, grown: int = 0) -> None:
        """Lay a meld down, replacing the meld ``grown`` that it extends."""
        self.melds = [lying for lying in self.melds if lying != grown] + [meld]
        self.holding &= ~meld

    def has_won(self) -> bool:
        """Return whether ten cards are in melds."""
        return sum(meld.bit_count() for meld in self.melds) == TO_WIN


def least_missed(rng: Random, hand: int) -> int:
    """Return the card that fits least with the others of a hand."""
    return min(each(hand), key=lambda card: ((NEAR[card] & hand).bit_count(), rng.random()))
