"""What cards count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.cards.deck import UNRECORDED

POSITIONS: Final = 4
MOST: Final = 10 * POSITIONS
"""What four cards count at the most."""
PENALTIES: Final = {"none": (1, 0), "plus_ten": (1, 10), "double": (2, 0)}
"""What the points of somebody who knocked in vain are taken times, and what is added."""
COLUMNS: Final = ((0, 2), (1, 3))
"""The places of a layout that lie one behind the other, as its player sees them."""

_WORTH: Final = {
    "A": 1,
    **{str(pips): pips for pips in range(2, 10)},
    "T": 10,
    "J": 10,
    "Q": 10,
    "K": 0,
}


def worth(card: str) -> int:
    """What one card counts.

    >>> [worth(card) for card in ("Ah", "7d", "Td", "Qs", "Kc")]
    [1, 7, 10, 10, 0]
    """
    return _WORTH[card[0]]


def points_of(layout: Sequence[str], *, pairs_cancel: bool) -> int | None:
    """What four cards count; None where one of them is not known.

    >>> points_of(["7h", "Kd", "7c", "2c"], pairs_cancel=False)
    16
    >>> points_of(["7h", "Kd", "7c", "2c"], pairs_cancel=True)
    2
    >>> points_of(["7h", "Kd", "7c", "??"], pairs_cancel=True)
    """
    if UNRECORDED in layout:
        return None
    points = 0
    for near, far in COLUMNS:
        one, other = layout[near], layout[far]
        if not (pairs_cancel and one[0] == other[0]):
            points += worth(one) + worth(other)
    return points
