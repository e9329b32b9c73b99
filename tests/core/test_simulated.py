"""Simulated evenings of Golf and Cambio Cabo, played by the rules that judge them."""

from random import Random

import pytest

from referee.games.golf import CAMBIO_CABO, GOLF
from referee.judging.rulebook import Rulebook
from referee.simulating.declared import evening, some_house
from tests.depth import count


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
