"""How Gin Rummy is talked about in the language of the table; see ``tests.table_talk``.

``table Ana Beto top=9d knock_limit=5`` seats the two, Beto deals, nobody saw the cards, and the 9d
was turned up; ``Ana=...`` gives her cards, and ``left=4`` has unseen cards drawn and discarded
until the deck has four left. The other lines name the fields of an event in their order, as in
Golf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.golf import table_talk as golf
from tests.table_talk import Event, Speech


def _seated(words: list[str]) -> tuple[Event, Event, dict[str, str]]:
    players = [word for word in words if "=" not in word]
    house = dict(word.split("=") for word in words if "=" in word)
    about = {name: house.pop(name) for name in ("top", "left") if name in house}
    hands = golf.SAYINGS["deal"](*(f"{one}={house.pop(one)}" for one in players if one in house))
    opening = {"type": "game", "game": "gin_rummy", "players": players, "house": house}
    return opening, {"type": "deal", **hands}, about


def _table(words: list[str]) -> list[Event]:
    opening, deal, about = _seated(words)
    first, dealer = opening["players"]
    turned = [{"type": "turn_up", "card": about["top"]}] if "top" in about else []
    turns = 31 - int(about.get("left", 31))
    return [
        opening,
        {"type": "hand", "dealer": dealer},
        deal,
        *turned,
        *_unseen_turns(turns, (first, dealer)),
    ]


def _unseen_turns(turns: int, players: tuple[str, str]) -> Iterator[Event]:
    for number in range(turns):
        yield {"type": "draw", "player": players[number % 2], "card": "??"}
        yield {"type": "discard", "player": players[number % 2], "card": "??"}


SAYINGS: dict[str, Callable[..., Event]] = {
    **{name: said for name, said in golf.SAYINGS.items() if name not in ("look", "swap")},
    "players": lambda *words: {
        key: value for key, value in _seated(list(words))[0].items() if key != "type"
    },
    "pass": lambda player: {"player": player},
    "knock": lambda player, card="??": {"player": player, "card": card},
    "meld": lambda player, told: {"player": player, "cards": golf.cards(told)},
    "lay_off": lambda player, told: {"player": player, "cards": golf.cards(told)},
}
GIN_RUMMY = Speech(_table, SAYINGS)
