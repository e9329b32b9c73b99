"""Events read one by one, without a log that they would have to fit."""

from __future__ import annotations

from functools import cache

from referee.judging.registry import find
from referee_schemas.events import Event, Shape, opening, protocol
from referee_schemas.vocabulary import vocabulary


def accept_event(value: object) -> Event | None:
    """The event of any game as the log keeps it; None where it is refused.

    >>> accept_event({"type": "draw", "player": "Ana", "card": "10H"})
    {'type': 'draw', 'player': 'Ana', 'card': 'Th'}
    """
    return protocol().read(value)


def accept_opening(value: object) -> Event | None:
    """The event that opens a log, read without a look at other games than the one that it names;
    None where it is refused, or has a name that only another game knows."""
    if type(value) is not dict or value.get("type") != "game" or type(value.get("game")) is not str:
        return None
    try:
        shape = _opening_of(value["game"])
    except KeyError:
        return None
    return shape.read(value)


@cache
def _opening_of(game: str) -> Shape:
    return opening(vocabulary(find(game).name), (game,))
