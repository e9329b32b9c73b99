"""A log accepts only its own game's events, fields, numbers of players and cards."""

import json
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import Unreadable
from referee_schemas.vocabulary import misfit, vocabulary

from referee.judging.registry import find
from tests.notation.odd_game import ODD
from tests.parts import pairs
from tests.plugged import plugged

NOT_HAD = Path(__file__).with_name("not_had.txt")
DRAW = {"type": "draw", "player": "Ana", "card": "Jk"}


def fault(game: str, event: dict[str, Any]) -> Unreadable:
    opening = {"type": "game", "game": game, "players": ["Ana", "Beto"]}
    with plugged(ODD), pytest.raises(Unreadable) as caught:
        list(map(LogSoFar().add, [opening, event]))
    return caught.value


@pytest.mark.parametrize(("written", "told"), pairs(NOT_HAD, "events"))
def test_what_a_game_does_not_have(written: str, told: str) -> None:
    game, _, event = written.partition(" ")
    problem = fault(game, json.loads(event))
    assert f"{problem.field}: {problem.expected}".startswith(told)


def test_what_a_game_has() -> None:
    with plugged(ODD):
        so_far = LogSoFar()
        so_far.add({"type": "game", "game": "odd", "players": ["Ana", "Beto"]})
        assert so_far.add({**DRAW, "card": "JK"})["card"] == "Jk"
        so_far.add({"type": "hand", "dealer": "Ana"})
        so_far.add({"type": "deal", "hands": {"Ana": 100}})
        so_far.add({"type": "gap", "stock": 200, "melds": {"Ana": [["Jk"]]}})


def test_a_house_rule_that_only_another_game_has() -> None:
    def refused(game: str, house: dict[str, str | list[str]]) -> str:
        wrong = misfit(game, house)
        return f"{wrong[0]}: {wrong[1].render()}" if wrong else ""

    assert not refused("desmoche", {"knock": "free", "side_games": ["oro"]})
    wrong = refused("golf", {"knock": "free"})
    assert wrong.startswith("knock: a house rule that golf has: first_knock, ")
    wrong = refused("desmoche", {"side_games": ["copa"]})
    assert wrong.startswith("side_games: an option that desmoche has: oro, ")


def test_every_edition_has_the_rules_of_its_game() -> None:
    games = {name: find(name) for name in vocabulary().games}
    assert all(games[name] is games[name.partition("@")[0]] for name in games)
    rules = (rule for book in games.values() for rule in book.house_rules)
    assert all(len(rule.options) > 1 for rule in rules)
