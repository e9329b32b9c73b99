"""A log has what its game has: its events and fields, its number of players, its cards."""

from __future__ import annotations

from typing import Any

import pytest
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import Unreadable

from tests.notation.odd_game import ODD
from tests.plugged import plugged

DRAW = {"type": "draw", "player": "Ana", "card": "Jk"}


def fault(game: str, event: dict[str, Any], players: int = 2) -> Unreadable:
    names = ["Ana", "Beto", "Carla", "Dora", "Eva"][:players]
    opening = {"type": "game", "game": game, "players": names}
    with plugged(ODD), pytest.raises(Unreadable) as caught:
        read([opening, event])
    return caught.value


def read(lines: list[dict[str, Any]]) -> None:
    so_far = LogSoFar()
    for line in lines:
        so_far.add(line)


@pytest.mark.parametrize(
    ("game", "event", "field", "expected"),
    [
        ("desmoche", {"type": "hand", "dealer": "Ana"}, "bet", "a whole number"),
        ("odd", {"type": "hand", "dealer": "Ana", "bet": 5}, "bet", "one of "),
        ("desmoche", {"type": "turn_up", "card": "7h"}, "type", "an event that desmoche has: game"),
        ("odd", {"type": "claim", "player": "Ana"}, "type", "an event that odd has: game"),
        ("desmoche", DRAW, "card", "a card such as"),
        (
            "desmoche",
            {"type": "correct", "event": 1, "with": DRAW, "why": ""},
            "with.card",
            "a card such as",
        ),
        (
            "conquien",
            {"type": "insert", "before": 1, "event": {"type": "beg", "player": "Ana"}, "why": ""},
            "event.type",
            "an event that conquien has",
        ),
        ("desmoche", {"type": "gap", "melds": {"Ana": [["Jk"]]}}, "melds.Ana[0][0]", "a card"),
        ("desmoche", {"type": "gap", "stock": 53}, "stock", "a whole number from 0 to 52"),
        ("desmoche", {"type": "deal", "hands": {"Ana": 53}}, "hands.Ana", "a list of cards, or"),
        (
            "desmoche",
            {
                "type": "correct",
                "event": 1,
                "with": {"type": "game", "game": "odd", "players": ["Ana", "Beto"]},
                "why": "",
            },
            "with.game",
            "one of desmoche, desmoche@1, conquien, conquien@1",
        ),
    ],
)
def test_what_a_game_does_not_have(
    game: str, event: dict[str, Any], field: str, expected: str
) -> None:
    problem = fault(game, event)
    assert problem.field == field
    assert problem.expected.startswith(expected)


def test_more_players_than_the_game_allows() -> None:
    problem = fault("desmoche", {}, players=5)
    assert (problem.field, problem.expected) == ("players", "a list of 2 to 4 players' names")


def test_what_a_game_has() -> None:
    with plugged(ODD):
        so_far = LogSoFar()
        so_far.add({"type": "game", "game": "odd", "players": ["Ana", "Beto"]})
        assert so_far.add({**DRAW, "card": "JK"})["card"] == "Jk"
        so_far.add({"type": "hand", "dealer": "Ana"})
        so_far.add({"type": "deal", "hands": {"Ana": 100}})
        so_far.add({"type": "gap", "stock": 200, "melds": {"Ana": [["Jk"]]}})
