"""What of a game is hidden while it is played, and what everybody may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from referee.judging.corrections import Event


class Secret(Protocol):
    """An event that tells of hidden cards, as one player, or nobody in particular, may know it."""

    def __call__(self, event: Event, player: str | None) -> dict[str, Any]:
        """The fields of the event that this player may know beyond those that are open to all."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What of a game is open while it is played, and what is not.

    ``open_fields`` are, by event type, the fields that everybody at the table may know at once;
    whatever stands nowhere there is known to nobody but the scribe until the hand is settled.
    ``secrets`` has the events that tell of hidden cards, ``beginning`` those that show that a hand
    has begun, ``closing`` those that show that it is over for good.
    """

    open_fields: Mapping[str, frozenset[str]]
    secrets: Mapping[str, Secret]
    beginning: frozenset[str]
    closing: frozenset[str]
