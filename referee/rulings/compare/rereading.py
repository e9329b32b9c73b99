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
    """The changes that make one log read like the other: replacements for some lines (None removes
    a line), and an event inserted before a line."""

    instead: tuple[tuple[ComparedLine, Event | None], ...]
    put_in: tuple[int, Event] | None = None


def with_fields(event: Event, other: Event, fields: Iterable[str]) -> dict[str, Any]:
    """Return the event with these fields taken from the other event."""
    told = {key: value for key, value in event.items() if key not in fields}
    return told | {field: other[field] for field in fields if field in other}


def dealt_as(event: Event, other: Event, player: str) -> dict[str, Any]:
    """Return the deal with one player's cards taken from the other log."""
    hands = {name: cards for name, cards in event["hands"].items() if fold(name) != player}
    hands |= {name: cards for name, cards in other["hands"].items() if fold(name) == player}
    return {**event, "hands": hands}


def lines_to_add(log: ComparedLog, rereading: Rereading) -> tuple[dict[str, Any], ...]:
    """Return the lines that apply a rereading to a log."""
    lines = [
        correction(line.number, log.replay.lines[line.number - 1], event, _(WHY))
        for line, event in rereading.instead
    ]
    if rereading.put_in is not None:
        before, brought = rereading.put_in
        put_in = insertion(before, brought, _(WHY)) if before else without_line(brought)
        lines.append(put_in)
    return tuple(lines)
