"""The table of a game with a deck, a discard pile and turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from referee.judging.kernel.table import Table
from referee.rulebooks.common.hands import PileHand

H = TypeVar("H", bound=PileHand[Any, Any])


@dataclass(slots=True)
class PileTable(Table[H]):
    """The session of a game that may have a certain number of hands, and counts points."""

    most_hands: int | None = None
    """How many hands make a game; None where it goes on as long as people like."""

    @property
    def rounds(self) -> int:
        """How many hands of the game were opened, but for those that were given up."""
        last = self.hand
        return 0 if last is None else last.round - last.abandoned

    @property
    def is_full(self) -> bool:
        """Whether the game has had all its hands, the last one opened at least."""
        return self.most_hands is not None and self.rounds >= self.most_hands
