"""Events read one by one, without a log that they would have to fit."""

from __future__ import annotations

from referee_schemas.events import protocol

from referee.judging.corrections import Event


def accept_event(value: object) -> Event | None:
    """Return the event of any game as the log keeps it; None where it is refused."""
    return protocol().read(value)
