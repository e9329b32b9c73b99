"""A log accepts only its own game's events, fields, numbers of players and cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import Unreadable
from referee_schemas.vocabulary import Vocabulary, vocabulary

from tests.notation.odd_game import ODD
from tests.parts import pairs
from tests.plugged import plugged

NOT_HAD = Path(__file__).with_name("not_had.txt")
DRAW = {"type": "draw", "player": "Ana", "card": "Jk"}


def fault(game: str, event: dict[str, Any], players: int = 2) -> Unreadable:
    names = ["Ana", "Beto", "Carla", "Dora", "Eva"][:players]
    opening = {"type": "game", "game": game, "players": names}
    with plugged(ODD), pytest.raises(Unreadable) as caught:
        list(map(LogSoFar().add, [opening, event]))
    return caught.value


@pytest.mark.parametrize(("written", "told"), pairs(NOT_HAD, "events"))
def test_what_a_game_does_not_have(written: str, told: str) -> None:
    game, _, event = written.partition(" ")
    problem = fault(game, json.loads(event))
    assert f"{problem.field}: {problem.expected}".startswith(told)


def test_more_players_than_the_game_allows() -> None:
    problem = fault("desmoche", {}, players=5)
    assert problem.field == "players"
    assert problem.expected == "a list of 2 to 4 players' names with commas between them"


def test_what_a_game_has() -> None:
    with plugged(ODD):
        so_far = LogSoFar()
        so_far.add({"type": "game", "game": "odd", "players": ["Ana", "Beto"]})
        assert so_far.add({**DRAW, "card": "JK"})["card"] == "Jk"
        so_far.add({"type": "hand", "dealer": "Ana"})
        so_far.add({"type": "deal", "hands": {"Ana": 100}})
        so_far.add({"type": "gap", "stock": 200, "melds": {"Ana": [["Jk"]]}})


SMALL = Vocabulary(
    games={"desmoche": {"knock": ("binding", "free"), "side_games": ("oro",)}, "golf": {}},
    lists=frozenset({"side_games"}),
    words={"side_game": ("oro",)},
    events={},
    seats=range(2, 5),
    jokers=False,
    deck=52,
)


def test_a_house_rule_that_only_another_game_has() -> None:
    assert SMALL.misfit("desmoche", {"knock": "free", "side_games": ["oro"]}) is None
    rule, expected = SMALL.misfit("golf", {"knock": "free"})
    assert (rule, expected.render()) == ("knock", "a house rule that golf has: none")
    rule, expected = SMALL.misfit("desmoche", {"side_games": ["flor"]})
    assert (rule, expected.render()) == ("side_games", "an option that desmoche has: oro")


def test_every_edition_has_the_rules_of_its_game() -> None:
    games = vocabulary().games
    assert all(games[name] == games[name.partition("@")[0]] for name in games)
    assert all(len(set(options)) > 1 for house in games.values() for options in house.values())
