"""Evenings that are played by the rules that judge them: Golf, and its relative."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.core.hand import Act
from referee.games.golf import CAMBIO_CABO, GOLF
from referee.judging.corrections import Event
from referee.judging.rulebook import Rulebook
from referee.simulating.declared import Playing, evening, some_house
from referee.simulating.evening import EveningInPlay
from referee.simulating.ways import next_ways
from tests.depth import count


def test_every_event_of_golf_is_played_but_those_that_report_a_wrong() -> None:
    logs = [evening("golf", Random(seed), 9) for seed in range(count(60, 6))]
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


def at_a_table(**house: str) -> Playing:
    """A hand of three players, with everything done that comes before play."""
    opened = EveningInPlay(Random("three"), "golf", players=3, house=house)
    playing = Playing(GOLF.lay_table(GOLF, opened.log[0]), opened)
    playing.begin()
    return playing


def acts(playing: Playing) -> list[Act]:
    """Return the acts that are lawful now."""
    return [act for act in next_ways(playing.hand, playing.cards) if playing.is_lawful(act)]


def options(playing: Playing) -> Counter[str]:
    """In how many ways each thing may be done now."""
    return Counter(act.form.type for act in acts(playing))


def do(playing: Playing, what: str) -> Event:
    """Let whoever has the turn do this in the first way."""
    playing.do(next(act for act in acts(playing) if act.form.type == what))
    return playing.evening.log[-1]


def test_whoever_has_the_turn_has_every_choice_of_the_rules() -> None:
    playing = at_a_table()
    assert options(playing) == {"draw": 1, "take": 1, "knock": 1}
    do(playing, "draw")
    assert options(playing) == {"swap": 4, "discard": 1}
    do(playing, "discard")
    do(playing, "take")
    assert options(playing) == {"swap": 4}


def test_nobody_knocks_twice_or_on_a_first_turn_that_is_barred() -> None:
    playing = at_a_table(first_knock="barred")
    assert options(playing) == {"draw": 1, "take": 1}
    for _ in range(3):
        do(playing, "draw")
        do(playing, "discard")
    assert options(playing) == {"draw": 1, "take": 1, "knock": 1}
    do(playing, "knock")
    assert options(playing) == {"draw": 1, "take": 1}


@pytest.mark.parametrize(
    ("last_card", "may_stop", "goes_on"),
    [("as_played", True, True), ("turn", False, True), ("at_once", False, False)],
)
def test_the_last_card_is_played_as_the_table_has_it(
    last_card: str, may_stop: bool, goes_on: bool
) -> None:
    playing = at_a_table(last_card=last_card)
    while playing.hand.stock > 1:
        do(playing, "draw")
        do(playing, "discard")
    do(playing, "draw")
    assert playing.may_stop() == may_stop
    assert bool(acts(playing)) == goes_on
