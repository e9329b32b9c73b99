"""The dimes: who puts how many into the pot, and who takes what from it.

The rule text: "At the beginning of each game each player contributes 5 dimes to the pot. The
player who goes out in each round gets one dime from the pot. The player with the lowest score at
the end of the game gets the remaining dimes in the pot."
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

STAKE = 5
"""The dimes that everybody puts in at the first hand."""


@dataclass(frozen=True, slots=True)
class Before:
    """What a hand begins with: dimes in the pot, and what the hands before it came to.

    ``scores`` are the totals that count, ``written`` those that follow from what was written down,
    ``outs`` how often each was out, ``owed`` the money since the last payments (None: nobody
    knows), ``open_hands`` the hands of which nobody knows who was out: each of them may have taken
    a dime that still counts in the ``pot``. ``if_not_out`` are the points of those hands, by the
    word of each: whoever was out has none.
    """

    pot: int
    scores: Mapping[str, int | None]
    written: Mapping[str, int | None]
    outs: Mapping[str, int] = field(default_factory=dict)
    owed: Mapping[str, int] | None = field(default_factory=dict)
    open_hands: tuple[int, ...] = ()
    if_not_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def surely(self) -> int:
        """How many dimes lie in the pot at the least."""
        return max(self.pot - len(self.open_hands), 0)


def shares(
    rest: int, winners: Sequence[str], outs: Mapping[str, int], order: Sequence[str]
) -> dict[str, int]:
    """What each of the winners takes of the rest of the pot: as much as can be shared, and of what
    cannot a dime each to those who were out more often, among equals in this order.

    >>> shares(8, ["Ana", "Beto", "Carla"], {"Ana": 1, "Carla": 2}, ["Beto", "Carla", "Ana"])
    {'Ana': 3, 'Beto': 2, 'Carla': 3}
    """
    each, odd = divmod(rest, len(winners))
    first = sorted(winners, key=lambda name: (-outs.get(name, 0), order.index(name)))
    return {name: each + (name in first[:odd]) for name in winners}
