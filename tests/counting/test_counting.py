"""Counting the cards of a hand in Python; ``tests/cli/sessions`` and ``tests/web/walks`` have what
the command and the pages say."""

from random import Random

import pytest

import referee
from referee import CountError, judge
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


def test_in_python_a_count_has_its_melds_and_a_refusal_is_an_error() -> None:
    counted = referee.count("gin_rummy", "4h5h6h6c6d Kd Qs 9c 8c 7c")
    assert counted.melds == (("4h", "5h", "6h"), ("6c", "7c", "8c", "9c"))
    assert referee.count("golf", "7c", lang="es").points == 7
    with pytest.raises(CountError, match=r"column 1: found «\{0\}»"):
        referee.count("golf", "{0}")
    with pytest.raises(CountError, match="A round is a number from 1 up"):
        referee.count("gin_rummy", "7h", round=0)


def test_a_game_of_another_package_counts_by_its_hook() -> None:
    with installed():
        assert referee.count("high_card", "Kd").points == 13
