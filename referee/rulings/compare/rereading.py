"""One log as it would read if the other scribe is right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.corrections import Event, correction, insertion, without_line
from referee.judging.names import fold
from referee.rulings.compare.logs import ComparedLine, ComparedLog
from referee.wording.language import N_, _

WHY: Final = N_("as the other scribe wrote it")


@dataclass(frozen=True, slots=True)
class Rereading:
    """The changes by which one log would read as the other one does: other events in the place of
    some lines (None leaves one out), and events put in before the line at a place."""

    instead: tuple[tuple[ComparedLine, Event | None], ...]
    put_in: tuple[int, Event] | None = None


def with_fields(event: Event, other: Event, fields: Iterable[str]) -> dict[str, Any]:
    """The event with these fields as the other one has them."""
    told = {key: value for key, value in event.items() if key not in fields}
    return told | {field: other[field] for field in fields if field in other}


def dealt_as(event: Event, other: Event, player: str) -> dict[str, Any]:
    """The deal with the cards of one player as the other log has them."""
    hands = {name: cards for name, cards in event["hands"].items() if fold(name) != player}
    hands |= {name: cards for name, cards in other["hands"].items() if fold(name) == player}
    return {**event, "hands": hands}


def lines_to_add(log: ComparedLog, rereading: Rereading) -> tuple[dict[str, Any], ...]:
    """The lines that make a log read so."""
    lines = [
        correction(line.number, log.events[line.number - 1], event, _(WHY))
        for line, event in rereading.instead
    ]
    if rereading.put_in is not None:
        before, brought = rereading.put_in
        put_in = insertion(before, brought, _(WHY)) if before else without_line(brought)
        lines.append(put_in)
    return tuple(lines)
