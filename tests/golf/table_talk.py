"""How Golf is talked about in the language of the table; see ``tests.table_talk``.

``table Ana Beto top=9d pairs=cancel`` seats the players, the last one deals the first hole, nobody
saw the cards, and the 9d was turned up; with ``left=2`` unseen cards were drawn and discarded until
the deck has two left. ``players`` seats them and nothing more; ``game=cambio_cabo`` plays another
game. The other lines name the fields of an event in their order: ``swap Ana 2 Kd``,
``deal Ana=AhAc???? Beto=4``, ``score Ana:8,Beto:16 Ana:20,Beto:16`` (points, totals),
``gap stock=20``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tests.table_talk import Event, Speech


def _seated(words: list[str]) -> tuple[Event, str]:
    players = [word for word in words if "=" not in word]
    house = dict(word.split("=") for word in words if "=" in word)
    game, top = house.pop("game", "golf"), house.pop("top", "")
    return {"type": "game", "game": game, "players": players, "house": house}, top


def _table(words: list[str]) -> list[Event]:
    left = next((int(word[5:]) for word in words if word.startswith("left=")), None)
    opening, top = _seated([word for word in words if not word.startswith("left=")])
    players = opening["players"]
    turned = [{"type": "turn_up", "card": top}] if top else []
    return [
        opening,
        {"type": "hand", "dealer": players[-1]},
        {"type": "deal", "hands": {}},
        *turned,
        *_until(left, players),
    ]


def _until(left: int | None, players: list[str]) -> Iterator[Event]:
    """Turns in which an unseen card is drawn and discarded, until the deck has so many left."""
    turns = 0 if left is None else 51 - 4 * len(players) - left
    for number in range(turns):
        player = players[number % len(players)]
        yield {"type": "draw", "player": player, "card": "??"}
        yield {"type": "discard", "player": player, "card": "??"}


def cards(text: str | None) -> list[str] | None:
    return text and re.findall(r"..", text)  # type: ignore[return-value]


def _points(text: str | None) -> dict[str, int] | None:
    if text is None:
        return None
    named = (one.split(":") for one in text.split(",") if one != "-")
    return {name: int(points) for name, points in named}


def _dealt(*hands: str) -> Event:
    dealt = dict(hand.split("=") for hand in hands)
    return {
        "hands": {
            name: int(told) if told.isdigit() else cards(told) for name, told in dealt.items()
        }
    }


SAYINGS: dict[str, Callable[..., Event]] = {
    "players": lambda *words: {
        key: value for key, value in _seated(list(words))[0].items() if key != "type"
    },
    "hand": lambda dealer: {"dealer": dealer},
    "cut": lambda player: {"player": player},
    "deal": _dealt,
    "turn_up": lambda card: {"card": card},
    "look": lambda player, told=None: {"player": player, "cards": cards(told)},
    "draw": lambda player, card="??": {"player": player, "card": card},
    "take": lambda player, card=None: {"player": player, "card": card},
    "swap": lambda player, position, card=None: {
        "player": player, "position": int(position), "card": card,
    },
    "discard": lambda player, card="??": {"player": player, "card": card},
    "knock": lambda player: {"player": player},
    "show": lambda player, told: {"player": player, "cards": cards(told)},
    "score": lambda points, totals=None, out=None: {
        "points": _points(points), "totals": _points(totals), "out": out,
    },
    "out": lambda player: {"type": "score", "out": player},
    "offence": lambda player, kind: {"player": player, "kind": kind},
    "forgive": lambda event: {"event": int(event)},
    "end": lambda why=None: {"why": why},
    "house": lambda *words: {"house": dict(word.split("=") for word in words)},
    "join": lambda player, after: {"player": player, "after": after},
    "leave": lambda player: {"player": player},
    "dispute": lambda by, event, rule=None: {
        "by": by, "event": int(event), "text": "no", "rule": rule,
    },
    "ruling": lambda dispute, decision: {"dispute": int(dispute), "decision": decision},
    "gap": lambda stock=None: {"stock": stock and int(stock.removeprefix("stock="))},
}  # fmt: skip

GOLF = Speech(_table, SAYINGS)
