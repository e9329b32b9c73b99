"""The events of Dimes as sentences."""

from __future__ import annotations

from typing import Final

from referee.findings import InOrder, Sentence
from referee.rulebooks.base import Event
from referee.rulebooks.common.sayings import Telling

_TELLING: Final = Telling({"win": "{player} says that he is out."})


def sayings(event: Event) -> list[Sentence]:
    """What the event says.

    >>> [one.told() for one in sayings({"type": "win", "player": "Ana"})]
    ['Ana says that he is out.']
    """
    told = _TELLING(event)
    for player, melds in event.get("melds", {}).items():
        told += [_lies(player, meld) for meld in melds or [[]]]
    return told


def _lies(player: str, meld: list[str]) -> Sentence:
    text = "On the table of {player} lies {meld} then."
    if not meld:
        text = "On the table of {player} lies nothing then."
    return Sentence(text, {"player": player, "meld": InOrder(meld)})
