"""The cards of That Dam Game: what is wild, what a run has from the lowest place up, and what a
card counts that is left in the hand.

Several packs are in play, so that a card is a name here and a meld is a list of names; the same
name may stand in it twice. ``??`` is a card that nobody recorded.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.cards.deck import JOKER, RANKS, SUITS, UNRECORDED

TWO: Final = "2"

WILD_CARDS: Final = frozenset({JOKER, *(TWO + suit for suit in SUITS)})
"""Every two and every joker: they may stand for other cards in a run."""

PLACES: Final = "23456789TJQKA"
"""The thirteen places of a run from the lowest up. The ace is always high (seed 004: "the wheel
is not permitted"), so that the two below the three is the lowest card."""

POINTS: Final[dict[str, int]] = {
    **{rank: 10 if rank in "TJQK" else 5 for rank in RANKS},
    "A": 15,
    TWO: 20,
    JOKER: 50,
}
"""What a card counts in the hand at the end, by its rank (seed 004, Scoring Values). A two counts
20 also where it could have stood as a two."""


def rank_of(card: str) -> str:
    """The rank of a card; a joker is of a rank of its own.

    >>> rank_of("Jh"), rank_of("Jk")
    ('J', 'Jk')
    """
    return card if card == JOKER else card[0]


def is_wild(card: str) -> bool:
    """Whether a card may stand for another one in a run.

    >>> is_wild("2c"), is_wild("Jk"), is_wild("Jc"), is_wild("??")
    (True, True, False, False)
    """
    return card in WILD_CARDS


def penalty(cards: Iterable[str]) -> int | None:
    """What the cards left in a hand count together; None where one of them was not recorded.

    >>> penalty(["Ah", "Kd", "Tc", "9s", "3s", "2h", "Jk"]), penalty([]), penalty(["Ah", "??"])
    (115, 0, None)
    """
    held = list(cards)
    return None if UNRECORDED in held else sum(POINTS[rank_of(card)] for card in held)
