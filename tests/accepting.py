"""Readers of single events, without a log that they would have to fit."""

from collections.abc import Iterable

from referee_schemas.events import protocol
from referee_schemas.fields import Refused

from referee.judging.corrections import Event


def accept_event(value: object) -> Event | None:
    """Return an event of any game in canonical form; None if it is refused."""
    return accept_alone(value, "")


def accept_alone(value: object, game: str) -> Event | None:
    """Return an event of this game in canonical form; None if it is refused."""
    try:
        return protocol(game).read(value)
    except Refused:
        return None


def accepted(log: Iterable[object]) -> list[Event]:
    """Return the log as it is read, without lines of other programs."""
    return [event for event in map(accept_event, log) if event is not None]
