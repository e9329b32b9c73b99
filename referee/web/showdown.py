"""Between a meld that wins and the hands that it shows to every phone lie a few seconds, so that a
mistaken tap shows nobody anything.

The scribe may say *not yet* and open the hands when the table has seen that it is so. A line that
closes the hand, or the next hand, opens them whatever they said. A server that starts anew finds
the hands open.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final

WAIT: Final = 8.0
"""Seconds."""

Clock = Callable[[], float]


class ShowdownDelay:
    """What hides the hands of one table a little longer; ``lines`` is how many it had when somebody
    first looked at it here."""

    def __init__(self, lines: int, clock: Clock = monotonic) -> None:
        self._lines_at_first = lines
        self._clock = clock
        self._opens: dict[int, float] = {}

    def opens(self, won_by: int, lines: int) -> bool:
        """Whether the hand that was won by the line of this number may be seen, now that there are
        so many lines."""
        if won_by not in self._opens:
            old = lines == self._lines_at_first
            # another one was taken back
            self._opens = {won_by: -inf if old else self._clock() + WAIT}
        return self._clock() >= self._opens[won_by]

    def is_kept_closed(self, won_by: int) -> bool:
        """Whether the scribe has said *not yet*."""
        return self._opens.get(won_by) == inf

    def keep_closed(self, won_by: int) -> None:
        """Not yet."""
        self._opens = {won_by: inf}

    def open(self, won_by: int) -> None:
        """Now everybody may see the hand."""
        self._opens = {won_by: -inf}
