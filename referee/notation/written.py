"""Earlier acts by what was written: ``Ana+2c`` is Ana's most recent draw of the two of clubs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.names import fold

SIGNS: Mapping[str, str] = {
    "draw": "+",
    "discard": "/",
    "pass": ".",
    "claim": "?",
    "meld": "=",
    "pay": "-",
    "win": "*",
}
"""The mark of each act; ``>`` is a meld, too, and lists only the cards laid onto one."""

ONTO = ">"
Act = tuple[str, tuple[str, ...] | None]
"""A mark and the cards behind it; None where no card was written."""


def act_of(event: Mapping[str, Any]) -> Act:
    """What a turn's event looks like in a reference.

    >>> act_of({"type": "claim", "player": "Ana"}), act_of({"type": "pay", "card": "Kd"})
    (('?', None), ('-', ('Kd',)))
    """
    if "cards" in event:
        return SIGNS[event["type"]], tuple(event["cards"])
    return SIGNS[event["type"]], (event["card"],) if "card" in event else None


class Written:
    """The acts of a log by player and by what was written."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, Act], int] = {}
        self._onto: dict[int, tuple[str, ...]] = {}

    def add(self, seq: int, event: Mapping[str, Any], onto: tuple[str, ...]) -> None:
        """An act was written; ``onto`` are the cards of a meld that was written with ``>``."""
        player = fold(event["player"])
        self._last[player, act_of(event)] = seq
        if onto:
            self._last[player, (ONTO, onto)] = seq
            self._onto[seq] = onto

    def find(self, player: str, act: Act) -> int | None:
        """The number of the most recent act of this player that was written so."""
        return self._last.get((fold(player), act))

    def acts(self, seq: int, event: Mapping[str, Any]) -> list[Act]:
        """Every way to refer to the act of this number, the best one first."""
        whole = act_of(event)
        return [(ONTO, self._onto[seq]), whole] if seq in self._onto else [whole]
