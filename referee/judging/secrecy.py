"""The hidden and the public parts of a game while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from referee.cards.deck import UNRECORDED
from referee.judging.corrections import Event
from referee.judging.names import fold


class Secret(Protocol):
    """An event that tells of hidden cards, as one player, or nobody in particular, may know it."""

    def __call__(self, event: Event, player: str | None) -> dict[str, Any]:
        """The fields of the event that this player may know beyond those that are open to all."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """The public and the secret parts of a game while it is played.

    ``open_fields`` lists, by event type, the fields that everybody at the table may know at once.
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
    "cut": "player",
    "deal": "",
    "turn_up": "card",
    "draw": "player",
    "take": "player card",
    "discard": "player card",
    "pass": "player",
    "meld": "player cards",
    "win": "player",
    "show": "player cards",
    "reshuffle": "",
    "score": "points totals out",
    "offence": "player kind by",
    "forgive": "event agreed_by",
    "end": "why",
    "payment": "from to amount",
    "dispute": "by event text rule",
    "ruling": "dispute decision text",
    "gap": "stock",
    "position": "turn pile stock round totals",
    "note": "",
}


def open_fields(own: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The fields of each event that tell of what happened in the open; ``own`` are those of a
    game's own events, or of events that it sees otherwise.

    >>> sorted(open_fields({"knock": "player"})["knock"])
    ['player']
    """
    return {kind: frozenset(fields.split()) for kind, fields in {**_OPEN, **own}.items()}


def is_the_same(name: str, player: str | None) -> bool:
    """Return whether a name is one of this player's spellings."""
    return player is not None and fold(name) == fold(player)


def dealt(event: Event, player: str | None) -> dict[str, Any]:
    """Everybody sees how many cards each player has, and which ones they have themselves."""
    hands = {
        name: cards if is_the_same(name, player) or isinstance(cards, int) else len(cards)
        for name, cards in event["hands"].items()
    }
    return {"hands": hands}


def drawn(event: Event, player: str | None) -> dict[str, Any]:
    """Only the drawer sees the card."""
    knows = is_the_same(event["player"], player)
    return {"card": event["card"] if knows else UNRECORDED}


SECRETS: Final[Mapping[str, Secret]] = {"deal": dealt, "draw": drawn}
"""The hidden cards that all these games have."""

BEGINNING: Final = frozenset({"hand", "cut", "deal", "turn_up", "draw"})
"""Events that no hand has after its end."""

CLOSING: Final = frozenset({"end", "score", "payment"})
"""Events with which a table says that a hand is over for good."""
