"""Corrections and insertions: from the lines of a log to the events after corrections.

Events are never renumbered. A corrected event keeps the number of its line; an inserted event has
the number of its ``insert`` line.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import compress, count, takewhile
from operator import itemgetter
from typing import Any, Final

from referee.wording.language import N_

Event = dict[str, Any]
"""An event as in ``log.md``: a dictionary with ``type`` and that type's fields, with cards in
canonical spelling."""

Numbered = tuple[int, Event]

REVISING: Final = frozenset({"correct", "insert"})

_type_of: Final = itemgetter("type")

UNDONE: Final = N_("undone")
"""The reason for striking out a line that its writer took back at once."""


def refers_soundly(seq: int, event: Event) -> bool:
    """Return whether a ``correct`` or ``insert`` on line ``seq`` refers to an earlier line and puts
    a valid event there: the first line remains the only ``game`` event."""
    if event["type"] == "insert":
        number, brought = event["before"], event["event"]
        return bool(1 < number <= seq) and brought["type"] not in REVISING | {"game"}
    number, brought = event["event"], event["with"]
    if not 1 <= number < seq:
        return False
    opens = brought is not None and brought["type"] == "game"
    return bool(opens == (number == 1))


OF_THE_LINE: Final = frozenset({"seq", "id"})
"""Fields that belong to a line of the log, not to its event."""


def without_line(event: Event) -> dict[str, Any]:
    """Return an event without the fields of its line, ready to nest in another one.

    >>> without_line({"type": "end", "seq": 7, "id": "e7"})
    {'type': 'end'}
    """
    return {name: value for name, value in event.items() if name not in OF_THE_LINE}


def correction(seq: int, line: Event, event: Event | None, why: str) -> dict[str, Any]:
    """Return the line that corrects the event of line ``seq`` to another one (None strikes it out).
    An event from an ``insert`` line is corrected inside it.

    >>> correction(2, {"type": "note", "note": "a"}, None, "slip")
    {'type': 'correct', 'event': 2, 'with': None, 'why': 'slip'}
    """
    right = None if event is None else without_line(event)
    if line["type"] == "insert" and right is not None and right["type"] not in REVISING:
        right = {**without_line(line), "event": right}
    return {"type": "correct", "event": seq, "with": right, "why": why}


def insertion(before: int, event: Event, why: str) -> dict[str, Any]:
    """Return the line that inserts a missing event before the line with this number.

    >>> insertion(3, {"type": "note", "note": "a", "id": "n"}, "slip")
    {'type': 'insert', 'before': 3, 'event': {'type': 'note', 'note': 'a'}, 'why': 'slip'}
    """
    return {"type": "insert", "before": before, "event": without_line(event), "why": why}


def as_they_should_read(lines: Sequence[Event]) -> list[Numbered]:
    """Return the events of a log in the order of their replay, with their numbers.

    The last correction of a line counts, and a corrected correction reads as if it had always been
    so. An insertion before an ``insert`` line goes before the event that this line inserts. Lines
    that correct or insert also keep their own place.

    >>> lines = [{"type": "game"}, {"type": "note", "note": "a"},
    ...          {"type": "correct", "event": 2, "with": {"type": "note", "note": "b"}, "why": ""},
    ...          {"type": "insert", "before": 2, "event": {"type": "end"}, "why": ""}]
    >>> [(seq, event["type"]) for seq, event in as_they_should_read(lines)]
    [(1, 'game'), (4, 'end'), (2, 'note'), (3, 'correct'), (4, 'insert')]
    >>> as_they_should_read(lines)[2][1]["note"]
    'b'
    """
    standing, inserted = _revised(lines)
    brought = {seq for inserts in inserted.values() for seq, _ in inserts}

    def before(seq: int) -> Iterator[Numbered]:
        for insert in reversed(inserted.get(seq, [])):
            yield from before(insert[0])
            yield insert

    events: list[Numbered] = list(enumerate(lines, 1))
    # from the end, so that earlier places stay valid
    for seq in sorted(standing.keys() | inserted.keys() - brought, reverse=True):
        if seq in standing:
            _, now = standing[seq]
            events[seq - 1 : seq] = [(seq, now)] if now is not None else []
        if seq not in brought:
            events[seq - 1 : seq - 1] = before(seq)
    return events


def same_until(before: Sequence[Numbered], after: Sequence[Numbered]) -> int:
    """Return the length of the common beginning of both.

    >>> same_until([(1, {"type": "game"}), (2, {"type": "end"})], [(1, {"type": "game"})])
    1
    """
    pairs = enumerate(zip(before, after, strict=False))
    shorter = min(len(before), len(after))
    return next((place for place, (old, new) in pairs if old != new), shorter)


def last_standing(events: Sequence[Numbered]) -> int:
    """Return the number of the last line that can be taken back, given the corrected events; lines
    that only take back another do not count.

    >>> lines = [{"type": "game"}, {"type": "note", "note": "a"}, {"type": "end"},
    ...          {"type": "correct", "event": 3, "with": None, "why": "undone"}]
    >>> last_standing(as_they_should_read(lines))
    2
    """
    # standing lines are in the order of their numbers; inserted events come before them
    return next(
        seq
        for seq, event in reversed(events)
        if event["type"] != "correct" or event["with"] is not None
    )


def standing_from(events: Sequence[Numbered], first: int) -> dict[int, Event]:
    """Return the lines from number ``first`` on that stand after these corrections, by number."""
    newest_first = takewhile(lambda line: line[0] >= first, reversed(events))
    return dict([*newest_first][::-1])


def corrected_by(lines: Sequence[Event]) -> dict[int, int]:
    """Return the number of the valid correction for each corrected line.

    >>> lines = [{"type": "game"}, {"type": "note", "note": "a"},
    ...          {"type": "correct", "event": 2, "with": {"type": "note", "note": "b"}, "why": ""}]
    >>> corrected_by(lines)
    {2: 3}
    """
    standing, _ = _revised(lines)
    return {seq: by for seq, (by, _) in sorted(standing.items())}


def _revised(
    lines: Sequence[Event],
) -> tuple[dict[int, tuple[int, Event | None]], dict[int, list[Numbered]]]:
    """Return the corrected events with their corrections, and the insertions before each line."""
    standing: dict[int, tuple[int, Event | None]] = {}
    inserted: dict[int, list[Numbered]] = {}
    revising = map(REVISING.__contains__, map(_type_of, lines))
    waiting = list(compress(count(1), revising))
    while waiting:
        seq = waiting.pop()
        event = standing[seq][1] if seq in standing else lines[seq - 1]
        if event is None or event["type"] not in REVISING or not refers_soundly(seq, event):
            continue
        if event["type"] == "insert":
            inserted.setdefault(event["before"], []).append((seq, event["event"]))
            continue
        number, now = event["event"], event["with"]
        if number in standing:
            continue
        standing[number] = seq, now
        if now is not None and now["type"] in REVISING and number not in waiting:
            insort(waiting, number)
    return standing, inserted
