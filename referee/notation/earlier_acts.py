"""Earlier acts by what was written: ``Ana+2c`` is Ana's most recent draw of the two of clubs."""

from __future__ import annotations

from collections.abc import Iterable

from referee.judging.names import fold
from referee.notation.signs import ONTO, Act


class EarlierActs:
    """The acts of a log by player and by what was written."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, Act], int] = {}
        self._onto: dict[int, tuple[str, ...]] = {}

    def add(self, seq: int, player: str, acts: Iterable[Act], onto: tuple[str, ...]) -> None:
        """Add an act that can be written in each of these ways; ``onto`` are the cards of a meld
        that was written with ``>``."""
        who = fold(player)
        for act in acts:
            self._last[who, act] = seq
        if onto:
            self._last[who, (ONTO, onto)] = seq
            self._onto[seq] = onto

    def find(self, player: str, act: Act) -> int | None:
        """The number of the most recent act of this player that was written so."""
        return self._last.get((fold(player), act))

    def acts(self, seq: int, act: Act) -> list[Act]:
        """Every way to refer to the act of this number, the best one first."""
        return [(ONTO, self._onto[seq]), act] if seq in self._onto else [act]
