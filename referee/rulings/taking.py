"""One log as it would read if the other scribe is right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from referee.corrections import Event
from referee.notation.names import fold
from referee.rulings.scribes import Line, Log

WHY: Final = "as the other scribe wrote it"
OF_THE_LINE: Final = frozenset({"seq", "id"})


@dataclass(frozen=True, slots=True)
class Take:
    """How one log would read as the other one does: other events in the place of some lines (None
    leaves one out), and events put in before the line at a place."""

    instead: tuple[tuple[Line, Event | None], ...]
    put_in: tuple[int, Event] | None = None


def told_of(event: Event) -> dict[str, Any]:
    """An event without what belongs to its line only."""
    return {key: value for key, value in event.items() if key not in OF_THE_LINE}


def with_fields(event: Event, other: Event, fields: Iterable[str]) -> dict[str, Any]:
    """The event with these fields as the other one has them."""
    told = {key: value for key, value in event.items() if key not in fields}
    return told | {field: other[field] for field in fields if field in other}


def dealt_as(event: Event, other: Event, player: str) -> dict[str, Any]:
    """The deal with the cards of one player as the other log has them."""
    hands = {name: cards for name, cards in event["hands"].items() if fold(name) != player}
    hands |= {name: cards for name, cards in other["hands"].items() if fold(name) == player}
    return {**event, "hands": hands}


def lines_to_add(log: Log, take: Take) -> tuple[dict[str, Any], ...]:
    """The lines that make a log read so."""
    lines: list[dict[str, Any]] = []
    for line, event in take.instead:
        told = None if event is None else told_of(event)
        written = log.events[line.number - 1]
        if written["type"] == "insert" and told is not None:
            told = {**told_of(written), "event": told}
        lines.append({"type": "correct", "event": line.number, "with": told, "why": WHY})
    if take.put_in is not None:
        before, brought = take.put_in
        told = told_of(brought)
        put_in = {"type": "insert", "before": before, "event": told, "why": WHY}
        lines.append(put_in if before else told)
    return tuple(lines)
