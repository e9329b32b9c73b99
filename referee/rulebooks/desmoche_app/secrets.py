"""What everybody at the table sees of an event at once, and what only one player knows: the cards
dealt and drawn, and the card passed in the Cambio."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging import secrecy as common
from referee.judging.corrections import Event
from referee.judging.secrecy import Secrecy, Secret


def _passed(event: Event, player: str | None) -> dict[str, Any]:
    """Who passes a card in the Cambio knows it, and so does who gets it, where that is written."""
    knows = any(
        common.is_the_same(event[role], player) for role in ("player", "to") if role in event
    )
    return {"card": event["card"] if knows else UNRECORDED}


OPEN_FIELDS: Final = common.open_fields(
    {"cambio": "player to", "take_back": "player cards", "gap": "melds stock"}
)
"""The fields of each event that tell of what happened in the open."""

SECRETS: Final[Mapping[str, Secret]] = {**common.SECRETS, "cambio": _passed}

BEGINNING: Final = common.BEGINNING | {"cambio"}
"""Events that no hand has after its end."""

CLOSING: Final = frozenset({"end"})
"""Events with which a table says that a hand is over for good."""

SECRECY: Final = Secrecy(OPEN_FIELDS, SECRETS, BEGINNING, CLOSING)
