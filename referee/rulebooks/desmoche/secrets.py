"""What everybody at the table sees of an event at once, and what stays hidden until the hand is
settled: the cards dealt, the card passed in the Cambio, cards named when a side game is announced.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.secrecy import Secrecy, Secret

_OPEN: Final[Mapping[str, str]] = {
    "game": "game players house unit title place date warnings",
    "house": "house agreed_by",
    "join": "player after",
    "leave": "player",
    "hand": "dealer bet bets agreed_by",
    "side_bet": "side_game amount players",
    "cut": "player",
    "deal": "",
    "announce": "player side_game",
    "cambio": "player to",
    "declare": "player win cards",
    "draw": "player card",
    "discard": "player card",
    "pass": "player",
    "claim": "player card",
    "meld": "player cards",
    "pay": "player card",
    "force": "player by",
    "withdraw": "player",
    "win": "player",
    "show": "player cards",
    "offence": "player kind by",
    "disqualify": "player event",
    "forgive": "event agreed_by",
    "end": "why",
    "result": "winner by bonuses up_the_tree side_games",
    "payment": "from to amount",
    "dispute": "by event text rule",
    "ruling": "dispute decision text",
    "gap": "melds stock",
    "position": "turn offer melds stock out owes",
    "note": "",
}

OPEN_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    kind: frozenset(fields.split()) for kind, fields in _OPEN.items()
}
"""The fields of each event that tell of what happened in the open."""


def _is(name: str, player: str | None) -> bool:
    return player is not None and fold(name) == fold(player)


def _dealt(event: Event, player: str | None) -> dict[str, Any]:
    """Everybody sees how many cards each player has, and the cards of their own hand."""
    hands = {
        name: cards if _is(name, player) or isinstance(cards, int) else len(cards)
        for name, cards in event["hands"].items()
    }
    return {"hands": hands}


def _passed(event: Event, player: str | None) -> dict[str, Any]:
    """Who passes a card in the Cambio knows it, and so does who gets it, where that is written."""
    knows = any(_is(event[role], player) for role in ("player", "to") if role in event)
    return {"card": event["card"] if knows else UNRECORDED}


def _announced(event: Event, player: str | None) -> dict[str, Any]:
    """Who announces a side game need not have said with which cards."""
    knows = "cards" in event and _is(event["player"], player)
    return {"cards": event["cards"]} if knows else {}


SECRETS: Final[Mapping[str, Secret]] = {
    "deal": _dealt,
    "announce": _announced,
    "cambio": _passed,
}

BEGINNING: Final = frozenset({"hand", "side_bet", "cut", "deal", "cambio", "draw"})
"""Events that no hand has after its end."""

CLOSING: Final = frozenset({"end", "result", "payment"})
"""Events with which a table says that a hand is over for good."""

SECRECY: Final = Secrecy(OPEN_FIELDS, SECRETS, BEGINNING, CLOSING)
