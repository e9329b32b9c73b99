"""Events written in an older log format, read in the words of today's.

What lies in the book stays as it was written, byte by byte, so that its chain holds for ever; an
older event is translated each time it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.judging.corrections import Event

FORMAT: Final = 1
"""The log format in which new games are written."""

TO_THE_NEXT: Mapping[int, Callable[[Event], Event]] = {}
"""For each format before today's: how an event of it reads in the format that followed."""


def upcast(
    event: Event,
    written_in: int,
    steps: Mapping[int, Callable[[Event], Event]] = TO_THE_NEXT,
) -> Event:
    """The event as today's format writes it.

    >>> upcast({"type": "knock"}, 1, {1: lambda event: event | {"type": "pass"}})
    {'type': 'pass'}
    """
    for version in range(written_in, written_in + len(steps)):
        if version in steps:
            event = steps[version](event)
    return event
