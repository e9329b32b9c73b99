"""What a viewer may see of a hand of Dimes while it is played, and once the next one is opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee_schemas.log_so_far import LogSoFar

from referee.visibility import ANYBODY, Sight, Viewer

Line = dict[str, Any]

HAND: list[Line] = [
    {"type": "game", "game": "dimes", "players": ["Ana", "Beto"]},
    {"type": "hand", "dealer": "Beto"},
    {"type": "deal", "hands": {"Ana": ["7h", "8h", "Qd"], "Beto": ["4c", "Jk", "Ad"]}},
    {"type": "turn_up", "card": "Kd"},
    {"type": "draw", "player": "Ana", "card": "9h"},
    {"type": "discard", "player": "Ana", "card": "Qd"},
    {"type": "take", "player": "Beto", "card": "Qd"},
]


def seen(lines: Sequence[Line], viewer: Viewer) -> list[Line]:
    so_far, sight = LogSoFar(), Sight(viewer)
    sight.take([so_far.add(line) for line in lines])
    return [dict(line) for line in sight.replay.lines]


def test_nobody_sees_what_was_dealt_and_drawn() -> None:
    lines = seen(HAND, ANYBODY)
    assert lines[2]["hands"] == {"Ana": 3, "Beto": 3}
    assert lines[4]["card"] == "??"
    assert lines[3] == HAND[3]
    assert lines[5:] == HAND[5:]


def test_players_see_their_own_cards() -> None:
    lines = seen(HAND, Viewer("Ana"))
    assert lines[2]["hands"] == {"Ana": ["7h", "8h", "Qd"], "Beto": 3}
    assert lines[4]["card"] == "9h"
    assert seen(HAND, Viewer("Beto"))[4]["card"] == "??"


def test_nothing_is_settled_by_a_word() -> None:
    said = [
        {"type": "draw", "player": "Ana", "card": "9h"},
        {"type": "win", "player": "Ana"},
        {"type": "discard", "player": "Ana", "card": "Qd"},
    ]
    assert seen([*HAND[:4], *said], ANYBODY)[2]["hands"] == {"Ana": 3, "Beto": 3}


def test_everything_is_seen_once_the_hand_was_settled() -> None:
    over = [
        {"type": "discard", "player": "Beto", "card": "4c"},
        {"type": "end", "why": "abandoned"},
        {"type": "hand", "dealer": "Ana"},
    ]
    assert seen([*HAND, *over], ANYBODY) == [*HAND, *over]
