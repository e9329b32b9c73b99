"""Readers of single events, without a log that they would have to fit."""

from referee_schemas.events import protocol

from referee.judging.corrections import Event


def accept_event(value: object) -> Event | None:
    """Return an event of any game in canonical form; None if it is refused."""
    return protocol().read(value)
