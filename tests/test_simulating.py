"""Simulated evenings: legal ones, with a slip, and with unseen cards."""

from functools import cache
from random import Random
from typing import Any

import pytest

from referee.games.golf import CAMBIO_CABO, GOLF
from referee.judging.replay import judge
from referee.judging.rulebook import Rulebook
from referee.simulating.declared import evening, some_house
from referee.simulating.many import PLAYED, evenings
from tests.depth import count, first_seed, only_deep

LONG = ("cambio_cabo", "gin_rummy", "dam", "dimes", "desmoche_app")
GAMES = [only_deep(game) if game in LONG else game for game in PLAYED]


def hands(game: str, usual: int) -> int:
    """Return the number of hands to play: fewer for games with slow players."""
    return usual // 3 if game in ("dam", "desmoche_app") else usual


@cache
def lawful(game: str) -> list[Any]:
    return list(evenings(game, hands(game, 30), first_seed()))


@pytest.mark.parametrize("game", GAMES)
def test_whoever_plays_follows_the_rules(game: str) -> None:
    ends = set()
    for log in lawful(game):
        report = judge(log)
        assert report["findings"] == []
        assert report["game"] == game
        ends |= {hand["outcome"]["kind"] for hand in report["hands"]}
    assert "open" not in ends
    assert ends & {"melds", "knock", "out"}


@pytest.mark.parametrize("game", GAMES)
def test_cards_that_nobody_saw_are_held_against_nobody(game: str) -> None:
    few, seed = hands(game, 9), first_seed()
    whole = list(evenings(game, few, seed))
    for share in (0.1, 1.0):
        for log, seen in zip(evenings(game, few, seed, masks=share), whole, strict=True):
            assert log != seen
            assert judge(log)["findings"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_slip_of_the_pen_changes_one_place_of_an_evening(game: str) -> None:
    slipped = evenings(game, hands(game, 30), first_seed(), slips=0.5)
    both = list(zip(slipped, lawful(game), strict=True))
    changed = [(one, other) for one, other in both if one != other]
    assert 0 < len(changed) < len(both)
    assert all(abs(len(one) - len(other)) <= 1 for one, other in changed)
    assert any(judge(one)["findings"] for one, _ in changed)


def test_every_event_of_golf_is_played_but_those_that_report_a_wrong() -> None:
    logs = [evening("golf", Random(seed), 9) for seed in range(count(20, 6))]
    played = {event["type"] for log in logs for event in log}
    assert played == {"game", *GOLF.events} - {"offence", "forgive"}


@pytest.mark.parametrize("rulebook", [GOLF, CAMBIO_CABO], ids=lambda book: book.name)
def test_tables_agree_on_every_house_rule(rulebook: Rulebook) -> None:
    usual = rulebook.house()
    agreed = {one for seed in range(99) for one in some_house(rulebook, Random(seed)).items()}
    assert agreed == {
        (house.name, option)
        for house in rulebook.house_rules
        for option in house.options
        if option != usual[house.name]
    }
