"""Between a meld that wins and the hands that it shows to every phone lie a few seconds, so that a
mistaken tap shows nobody anything.

The scribe may say *not yet* and open the hands when the table has seen that it is so. The book
keeps what they said (``referee.store.reveals``). A line that closes the hand, or the next hand,
opens them whatever they said. The seconds are counted from when this server first looked at the
win: a server that starts anew keeps the hands closed for as long again.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from typing import Any, Final

from referee.store.reveals import Reveals

WAIT: Final = 8.0
"""Seconds."""

Clock = Callable[[], float]

Waits = MutableMapping[str, tuple[int, float]]
"""The line that won the last hand of each game, and when its hands open."""


class ShowdownDelay:
    """Hides the hands of one table a little longer. ``lines`` are the lines of its game, which
    grow. ``waits`` outlasts the table, which a server may drop from memory."""

    def __init__(
        self,
        game: str,
        lines: Sequence[dict[str, Any]],
        reveals: Reveals,
        waits: Waits,
        clock: Clock,
    ) -> None:
        self._game = game
        self._lines = lines
        self._reveals = reveals
        self._waits = waits
        self._clock = clock

    def opens(self, won_by: int) -> bool:
        """Return whether the hand that was won by the line of this number may be seen."""
        over = self._is_waited(won_by)
        decision = self._reveals.of(self._game)
        if decision is None:
            return over
        return decision.opens(won_by) or (over and not decision.closes(self._lines))

    def is_kept_closed(self, won_by: int) -> bool:
        """Return whether the scribe has said *not yet*."""
        self._is_waited(won_by)
        decision = self._reveals.of(self._game)
        return decision is not None and decision.closes(self._lines)

    def keep_closed(self, _won_by: int) -> None:
        """Not yet."""
        self._reveals.close(self._game, len(self._lines))

    def open(self, _won_by: int) -> None:
        """Now everybody may see the hand."""
        self._reveals.open(self._game, len(self._lines))

    def _is_waited(self, won_by: int) -> bool:
        """Return whether the seconds are over that begin with the first look at a win."""
        known, until = self._waits.get(self._game, (0, 0.0))
        if known != won_by:
            # another one was taken back
            until = self._clock() + WAIT
            self._waits[self._game] = won_by, until
        return self._clock() >= until
