"""The phone app's Desmoche in the language of the table (see ``tests.table_talk``).

``table Ana Beto`` seats the players; Beto deals nine unseen cards to each, each passes one unseen,
and the king of diamonds is turned up. ``players Ana Beto`` seats them only.
"""

from __future__ import annotations

import re
from typing import Any, Final

from tests.table_talk import DESMOCHE, Event, Speech


def _players(*words: str) -> Event:
    chosen = dict(word.split("=") for word in words if "=" in word)
    seated = [word for word in words if "=" not in word]
    return {"game": "desmoche_app", "players": seated, "house": chosen}


def _table(words: list[str]) -> list[Event]:
    opening: dict[str, Any] = {"type": "game", **_players(*words)}
    players = opening["players"]
    return [
        opening,
        {"type": "hand", "dealer": players[-1]},
        {"type": "deal", "hands": {}},
        *({"type": "cambio", "player": player, "card": "??"} for player in players),
        {"type": "turn_up", "card": "Kd"},
    ]


def _cards(text: str) -> list[str]:
    return re.findall(r"..", text)


SPEECH: Final = Speech(
    _table,
    {
        **DESMOCHE.sayings,
        "players": _players,
        "house": lambda *words: {"house": dict(word.split("=") for word in words)},
        "hand": lambda dealer: {"dealer": dealer},
        "turn_up": lambda card: {"card": card},
        "take": lambda player, card=None: {"player": player, "card": card},
        "take_back": lambda player, cards: {"player": player, "cards": _cards(cards)},
        "reshuffle": dict,
    },
)
