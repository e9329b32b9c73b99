"""The hidden and the public parts of a game while it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.names import fold

Secret = Callable[[Event, str | None], dict[str, Any]]
"""Returns the fields of an event that a player, or no player in particular, may know beyond the
open ones."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """The public and the secret parts of a game while it is played.

    ``open_fields`` lists, by event type, the fields that everyone at the table may know at once.
    Only the scribe knows any other field until the hand is settled. ``secrets`` has the events that
    reveal hidden cards, ``beginning`` the events that show that a hand has begun, and ``closing``
    the events that show that it is over for good.
    """

    open_fields: Mapping[str, frozenset[str]]
    secrets: Mapping[str, Secret]
    beginning: frozenset[str]
    closing: frozenset[str]


_OPEN: Final[Mapping[str, str]] = {
    "game": "game players house unit title place date warnings",
    "house": "house agreed_by",
    "join": "player after",
    "leave": "player",
    "hand": "dealer",
    "forgive": "event agreed_by",
    "dispute": "by event text rule",
    "ruling": "dispute decision text",
    "gap": "stock",
    "position": "turn pile stock round totals",
    "note": "",
}


def open_fields(own: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return the open fields of each event; ``own`` adds or replaces those of a game's events.

    >>> sorted(open_fields({"knock": "player"})["knock"])
    ['player']
    """
    return {kind: frozenset(fields.split()) for kind, fields in {**_OPEN, **own}.items()}


def is_the_same(name: str, player: str | None) -> bool:
    """Return whether a name is a spelling of this player's name."""
    return player is not None and fold(name) == fold(player)


BEGINNING: Final = frozenset({"hand", "cut", "deal", "turn_up", "draw"})
"""Events that never come after the end of a hand."""

CLOSING: Final = frozenset({"end", "score", "payment"})
"""Events that show that a hand is over for good."""
