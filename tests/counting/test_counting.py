"""Counting the cards of a hand in Python; ``tests/cli/sessions`` and ``tests/web/walks`` have what
the command and the pages say."""

from random import Random

import pytest

import referee
from referee import judge
from referee.cards.deck import NAMES
from tests.plug_ins.example import installed


@pytest.mark.parametrize("pairs", ["count", "cancel"])
def test_golf_counts_as_the_report_of_a_table_does(pairs: str) -> None:
    rng, house = Random(7), {"pairs": pairs}
    opening = {"type": "game", "game": "golf", "players": ["Ana", "Beto"], "house": house}
    for _ in range(20):
        cards = rng.sample(NAMES, 4)
        show = {"type": "show", "player": "Ana", "cards": cards}
        report = judge([opening, {"type": "hand", "dealer": "Beto"}, show])
        counted = referee.count("golf", cards, house=house)
        assert report["hands"][0]["scores"]["Ana"] == counted.points


def test_a_game_of_another_package_counts_by_its_hook() -> None:
    with installed():
        assert referee.count("high_card", "Kd").points == 13
