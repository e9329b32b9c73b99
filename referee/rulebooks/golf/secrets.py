"""What everybody sees of a hole at once, and what only one player knows: nobody sees the cards
that are dealt, and each player those at which they look and those that they draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.secrecy import Secrecy, Secret
from referee.rulebooks.common import secrets as common

OPEN_FIELDS: Final = common.open_fields(
    {"look": "player", "swap": "player position card", "knock": "player"}
)


def _dealt(event: Event, player: str | None) -> dict[str, Any]:
    """Nobody looks at the cards as they are dealt, not even at their own."""
    hands = {
        name: cards if isinstance(cards, int) else len(cards)
        for name, cards in event["hands"].items()
    }
    return {"hands": hands}


def _looked(event: Event, player: str | None) -> dict[str, Any]:
    """Only the player sees the cards that they look at."""
    knows = "cards" in event and common.is_the_same(event["player"], player)
    return {"cards": event["cards"]} if knows else {}


SECRETS: Final[Mapping[str, Secret]] = {
    "deal": _dealt,
    "look": _looked,
    "draw": common.drawn,
}

BEGINNING: Final = common.BEGINNING | {"look", "take", "swap", "knock"}
"""Events that no hole has after its end."""

CLOSING: Final = frozenset({"show", "score", "end"})
"""Events with which a table says that a hole is over for good."""

SECRECY: Final = Secrecy(OPEN_FIELDS, SECRETS, BEGINNING, CLOSING)
