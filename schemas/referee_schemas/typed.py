"""The input of a scribe: an event as JSON, or a line of the score sheet."""

import re
from typing import Final

from referee.judging.corrections import Event
from referee.notation import LineReader
from referee.wording.unreadable import Unreadable
from referee_schemas.reading import read_event

_looks_like_json: Final = re.compile(r'\s*\{\s*"').match


def typed(text: str, sheet: LineReader) -> list[Event]:
    """Return the events in a typed line, which is JSON or of a sheet. Raises Unreadable."""
    try:
        return [read_event(text)] if _looks_like_json(text) else sheet.read(text)
    except Unreadable as problem:
        problem.not_written()
        raise


def as_it_should_read(reading: str, number: int, sheet: LineReader) -> Event | None:
    """Return the event that replaces another one, from JSON or a line of the sheet; None for the
    sheet's word for nothing. Raises Unreadable."""
    if _looks_like_json(reading):
        return typed(reading, sheet)[0]
    before = f"fix #{number}: "
    try:
        revision = typed(before + reading, sheet)[0]
    except Unreadable as problem:
        problem.column = problem.column and max(problem.column - len(before), 1)
        raise
    event: Event | None = revision["with"]
    return event
