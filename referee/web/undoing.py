"""The lines that one tap wrote, for the keys *Undo* and *Redo*.

Nothing is erased. Undo writes for each of these lines that it never happened; redo takes those
corrections back.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from referee.judging.corrections import Event, last_standing, standing_from
from referee.judging.replay import Replay
from referee.wording.language import N_

REDONE: Final = N_("it stands after all")
"""Why a line that took another one back never happened."""


def undone_next(replay: Replay) -> list[int]:
    """The numbers of the lines that one tap wrote and that are taken back next; none where only
    the opening line stands."""
    last = last_standing(replay.events)
    if last == 1:
        return []
    tap = _of_one_tap(replay.lines, last, range(1, last + 1))
    standing = standing_from(replay.events, tap[0])
    return [number for number in tap if number in standing]


def redone_next(lines: Sequence[Event]) -> list[int]:
    """The numbers of the lines by which a tap was taken back that is brought back next; none where
    something else was written since.

    >>> undo = {"type": "correct", "event": 2, "with": None, "why": "undone"}
    >>> redo = {"type": "correct", "event": 3, "with": None, "why": "it stands after all"}
    >>> lines = [{"type": "game"}, {"type": "end"}, undo, redo]
    >>> redone_next(lines[:3]), redone_next(lines), redone_next([*lines, undo])
    ([3], [], [5])
    """
    brought_back = 0
    last = len(lines)
    while last > 1 and _takes_back(lines[last - 1]):
        tap = _of_one_tap(lines, last, range(1, last + 1))
        if _takes_back(lines[lines[last - 1]["event"] - 1]):
            brought_back += 1
        elif brought_back:
            brought_back -= 1
        else:
            return tap
        last = tap[0] - 1
    return []


def named(events: Sequence[Event], sent_as: str) -> list[Event]:
    """Return the events of one tap with the ids by which it is known.

    >>> [line["id"] for line in named([{}, {}], "a")]
    ['a', 'a.1']
    """
    return [
        {**event, "id": f"{sent_as}.{place}" if place else sent_as}
        for place, event in enumerate(events)
    ]


def lines_of_tap(lines: Sequence[Event], sent_as: str) -> list[int]:
    """The numbers of the lines that were sent under this id; none where nothing was.

    >>> lines_of_tap([{"id": "a"}, {"id": "b"}, {"id": "b.1"}, {"id": "c"}], "b")
    [2, 3]
    """
    return [number for number, line in enumerate(lines, 1) if sent_as and _tap(line) == sent_as]


def _takes_back(line: Event) -> bool:
    return bool(line["type"] == "correct" and line["with"] is None)


def _of_one_tap(lines: Sequence[Event], number: int, among: Container[int]) -> list[int]:
    """The lines that were written together with the one of this number, as their ids tell; of
    these ``among`` which it is asked."""
    tap = _tap(lines[number - 1])
    first = last = number
    while tap and first > 1 and _tap(lines[first - 2]) == tap:
        first -= 1
    while tap and last < len(lines) and _tap(lines[last]) == tap:
        last += 1
    return [one for one in range(first, last + 1) if one in among]


def _tap(line: Event) -> str:
    """Return what the ids of all lines of one tap begin with."""
    stem: str = line.get("id", "").partition(".")[0]
    return stem
