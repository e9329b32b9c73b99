"""Corrections and insertions: from the lines of a log to the events as they should read.

Nothing is ever renumbered. A corrected event keeps the number of its line; an inserted event
bears the number of the ``insert`` line that brought it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import compress, count, takewhile
from operator import itemgetter
from typing import Any, Final

from referee.wording.language import N_

Event = dict[str, Any]
"""An event as ``log.md`` describes it: a dictionary with ``type`` and that type's fields, cards in
canonical spelling."""

Numbered = tuple[int, Event]

REVISING: Final = frozenset({"correct", "insert"})

_type_of: Final = itemgetter("type")

UNDONE: Final = N_("undone")
"""The reason why a line never happened, where its writer took it back at once."""


def refers_soundly(seq: int, event: Event) -> bool:
    """Return whether a ``correct`` or ``insert`` on line ``seq`` refers to an earlier line and puts
    something there that can stand there: the first line stays the only ``game`` event."""
    if event["type"] == "insert":
        number, brought = event["before"], event["event"]
        return bool(1 < number <= seq) and brought["type"] not in REVISING | {"game"}
    number, brought = event["event"], event["with"]
    if not 1 <= number < seq:
        return False
    opens = brought is not None and brought["type"] == "game"
    return bool(opens == (number == 1))


OF_THE_LINE: Final = frozenset({"seq", "id"})
"""Fields that belong to a line of the log, and not to the event that it records."""


def without_line(event: Event) -> dict[str, Any]:
    """An event as it stands inside another one.

    >>> without_line({"type": "end", "seq": 7, "id": "e7"})
    {'type': 'end'}
    """
    return {name: value for name, value in event.items() if name not in OF_THE_LINE}


def correction(seq: int, line: Event, event: Event | None, why: str) -> dict[str, Any]:
    """The line by which what this line with number ``seq`` brought reads as an event, or never
    happened. What an ``insert`` brought is corrected inside it.

    >>> correction(2, {"type": "note", "note": "a"}, None, "slip")
    {'type': 'correct', 'event': 2, 'with': None, 'why': 'slip'}
    """
    told = None if event is None else without_line(event)
    if line["type"] == "insert" and told is not None and told["type"] not in REVISING:
        told = {**without_line(line), "event": told}
    return {"type": "correct", "event": seq, "with": told, "why": why}


def insertion(before: int, event: Event, why: str) -> dict[str, Any]:
    """The line by which an event that was forgotten stands before the line with this number.

    >>> insertion(3, {"type": "note", "note": "a", "id": "n"}, "slip")
    {'type': 'insert', 'before': 3, 'event': {'type': 'note', 'note': 'a'}, 'why': 'slip'}
    """
    return {"type": "insert", "before": before, "event": without_line(event), "why": why}


def as_they_should_read(lines: Sequence[Event]) -> list[Numbered]:
    """The events of a log in the order in which they are to be replayed, with their numbers.

    The last correction of a line stands, and a corrected correction is as if it had been written
    so from the beginning. What is inserted before an ``insert`` goes before the event that this one
    brought. Lines that correct or insert stay in their own place, too.

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
    # from the end, so that the others stay where they are
    for seq in sorted(standing.keys() | inserted.keys() - brought, reverse=True):
        if seq in standing:
            _, now = standing[seq]
            events[seq - 1 : seq] = [(seq, now)] if now is not None else []
        if seq not in brought:
            events[seq - 1 : seq - 1] = before(seq)
    return events


def same_until(before: Sequence[Numbered], after: Sequence[Numbered]) -> int:
    """Return the number of events at the beginning that are the same in both.

    >>> same_until([(1, {"type": "game"}), (2, {"type": "end"})], [(1, {"type": "game"})])
    1
    """
    pairs = enumerate(zip(before, after, strict=False))
    shorter = min(len(before), len(after))
    return next((place for place, (old, new) in pairs if old != new), shorter)


def last_standing(events: Sequence[Numbered]) -> int:
    """The number of the last line that can be taken back, given the events as they should read;
    what itself only takes a line back does not count.

    >>> lines = [{"type": "game"}, {"type": "note", "note": "a"}, {"type": "end"},
    ...          {"type": "correct", "event": 3, "with": None, "why": "undone"}]
    >>> last_standing(as_they_should_read(lines))
    2
    """
    # lines that stand are in the order of their numbers; what an insertion brought comes before it
    return next(
        seq
        for seq, event in reversed(events)
        if event["type"] != "correct" or event["with"] is not None
    )


def standing_from(events: Sequence[Numbered], first: int) -> dict[int, Event]:
    """Return the lines from number ``first`` on that stand, by their numbers, given the events as
    they should read.

    >>> lines = [{"type": "game"}, {"type": "note", "note": "a"}, {"type": "end"},
    ...          {"type": "correct", "event": 3, "with": None, "why": "undone"}]
    >>> list(standing_from(as_they_should_read(lines), 2))
    [2, 4]
    """
    newest_first = takewhile(lambda one: one[0] >= first, reversed(events))
    return dict([*newest_first][::-1])


def corrected_by(lines: Sequence[Event]) -> dict[int, int]:
    """Return, for every line that a later one corrects, the number of the correction that stands.

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
    """Return what the lines say of each other: how a corrected one should read, with the number of
    the correction that says so, and the events that were forgotten before each."""
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
