"""The example is judged like our own games: every slip once, and nothing for unrecorded parts.

``tests.partial`` also makes its evenings partial.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee import judge, read_log
from referee.cards.deck import RANKS
from referee.simulating.declared import evening_of
from referee.wording.language import speaking
from referee.wording.translations import catalogue
from tests.catalogues import said_of
from tests.depth import seeds
from tests.plug_ins.example import HIGH_CARD, installed, is_found, told

TOLD = told("high_card")


@pytest.fixture(autouse=True, scope="module")
def _the_example_is_there() -> Iterator[None]:
    with installed():
        yield


def test_nobody_is_accused_of_a_lawful_evening_and_its_points_are_right() -> None:
    for seed in seeds(60, 10):
        report = judge(log := evening_of(HIGH_CARD, Random(f"high card/{seed}"), 3))
        assert report["findings"] == [], f"seed {seed}"
        for hand in report["hands"]:
            lines = log[hand["first_event"] - 1 : hand["last_event"]]
            drawn = {one["player"]: one["card"] for one in lines if one["type"] == "draw"}
            points = {name: RANKS.index(card[0]) + 1 for name, card in drawn.items()}
            assert hand["scores"] == points, f"seed {seed}"


@pytest.mark.parametrize("lines", TOLD.values(), ids=TOLD)
def test_a_slip_is_found_once_where_it_was_made(lines: list[str]) -> None:
    is_found("high_card lang=en\nplayers Ana, Beto, Carla*\nhand", lines)


def test_it_is_told_in_spanish() -> None:
    log = list(read_log("high_card\nplayers Ana, Beto*\nhand\nBeto +9c\nAna +7h\n"))
    with speaking(catalogue("es")):
        (finding,) = judge(log)["findings"]
    assert finding["message"] == "Beto sacó fuera de turno."


def test_every_sentence_of_it_has_its_spanish() -> None:
    texts = {text if isinstance(text, str) else text[0] for _, text in said_of(HIGH_CARD)}
    spanish = catalogue("es")
    assert [text for text in texts if text and spanish.gettext(text) == text] == []
