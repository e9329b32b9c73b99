"""What everybody at the table sees of an event at once, and what only one player knows: the cards
that were dealt, drawn, or came with a beg.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.judging import secrecy as secrets
from referee.judging.corrections import Event
from referee.judging.secrecy import Secrecy, Secret, is_the_same

OPEN_FIELDS: Final = secrets.open_fields(
    {"beg": "player card", "meld": "player cards owner", "gap": "melds stock"}
)
"""The fields of each event that tell of what happened in the open."""


def _begged(event: Event, player: str | None) -> dict[str, Any]:
    """Only who begs sees the card from the deck."""
    knows = "drawn" in event and is_the_same(event["player"], player)
    return {"drawn": event["drawn"]} if knows else {}


SECRETS: Final[Mapping[str, Secret]] = {**secrets.SECRETS, "beg": _begged}

SECRECY: Final = Secrecy(
    OPEN_FIELDS, SECRETS, beginning=secrets.BEGINNING | {"beg"}, closing=secrets.CLOSING
)
