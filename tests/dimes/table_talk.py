"""How Dimes is talked about in the language of the table; see ``tests.table_talk``.

``table Ana Beto first_take=barred`` seats the players and opens a hand, which the last one deals;
with ``round=9`` the rounds before it are over, in each of which the player after the dealer was out
and everybody wrote down 0. ``players`` seats them and nothing more. The other lines name the fields
of an event in their order: ``deal Ana=7h8hQd Beto=3``, ``meld Ana 7h8h9h``,
``score Ana:0,Beto:16 Ana:20,Beto:16`` (points, totals), ``payment pot Ana 1``,
``gap Ana=7h8h9h,KcKdKh stock=20``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tests.table_talk import Event, Speech


def _seated(words: list[str]) -> Event:
    players = [word for word in words if "=" not in word]
    house = dict(word.split("=") for word in words if "=" in word)
    return {"type": "game", "game": "dimes", "players": players, "house": house}


def _table(words: list[str]) -> list[Event]:
    number = next((int(word[6:]) for word in words if word.startswith("round=")), 1)
    opening = _seated([word for word in words if not word.startswith("round=")])
    players = opening["players"]
    earlier = [
        event for at in range(number - 1) for event in _over(players, (at - number) % len(players))
    ]
    return [opening, *earlier, {"type": "hand", "dealer": players[-1]}]


def _over(players: list[str], dealer: int) -> Iterator[Event]:
    """A round that is over; the players write down that all of them count nothing."""
    out = players[(dealer + 1) % len(players)]
    yield {"type": "hand", "dealer": players[dealer]}
    yield {"type": "draw", "player": out, "card": "??"}
    yield {"type": "win", "player": out}
    yield {"type": "discard", "player": out, "card": "??"}
    yield {"type": "score", "points": dict.fromkeys(players, 0)}


def _cards(text: str) -> list[str]:
    return re.findall(r"..", text)


def _points(text: str | None) -> dict[str, int] | None:
    if text is None:
        return None
    return {name: int(points) for name, points in (one.split(":") for one in text.split(","))}


def _dealt(*hands: str) -> Event:
    dealt = dict(hand.split("=") for hand in hands)
    return {
        "hands": {
            name: int(cards) if cards.isdigit() else _cards(cards) for name, cards in dealt.items()
        }
    }


def _gap(*told: str) -> Event:
    given = dict(word.split("=") for word in told)
    stock = given.pop("stock", None)
    melds = {name: [_cards(meld) for meld in lying.split(",")] for name, lying in given.items()}
    return {"melds": melds or None, "stock": stock and int(stock)}


SAYINGS: dict[str, Callable[..., Event]] = {
    "players": lambda *words: {
        key: value for key, value in _seated(list(words)).items() if key != "type"
    },
    "hand": lambda dealer: {"dealer": dealer},
    "cut": lambda player: {"player": player},
    "deal": _dealt,
    "turn_up": lambda card: {"card": card},
    "draw": lambda player, card="??": {"player": player, "card": card},
    "take": lambda player, card=None: {"player": player, "card": card},
    "discard": lambda player, card="??": {"player": player, "card": card},
    "meld": lambda player, cards: {"player": player, "cards": _cards(cards)},
    "win": lambda player: {"player": player},
    "show": lambda player, cards: {"player": player, "cards": _cards(cards)},
    "score": lambda points, totals=None: {"points": _points(points), "totals": _points(totals)},
    "reshuffle": lambda: {},
    "payment": lambda giver, taker, amount: {"from": giver, "to": taker, "amount": int(amount)},
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
    "gap": _gap,
}  # fmt: skip

DIMES = Speech(_table, SAYINGS)
