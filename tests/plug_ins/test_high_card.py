"""The example is judged as our own games are: every slip once, and nobody for what is not written.

``tests.partial`` makes its evenings poorer, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee import judge, read_log
from referee.wording.language import speaking
from referee.wording.translations import catalogue
from tests.catalogues import said_of
from tests.depth import seeds
from tests.partial.trying import accepted
from tests.plug_ins.example import HIGH_CARD, installed
from tests.plug_ins.playing import SLIPS, Evening


@pytest.fixture(autouse=True, scope="module")
def _the_example_is_there() -> Iterator[None]:
    with installed():
        yield


def found(*lines: str, players: str = "Ana, Beto, Carla*") -> list[tuple[int, str, str | None]]:
    log = list(read_log("\n".join(["high_card", f"players {players}", "hand", *lines, ""])))
    return [(one["event"], one["rule"], one["player"]) for one in judge(log)["findings"]]


def test_nobody_is_accused_of_a_lawful_evening_and_its_points_are_right() -> None:
    for seed in seeds(600, 60):
        evening = Evening(Random(f"high card/{seed}"))
        report = judge(accepted(evening.events))
        assert report["findings"] == [], f"seed {seed}"
        for hand, points in zip(report["hands"], evening.points, strict=True):
            told = {name: count for name, count in hand["scores"].items() if count is not None}
            assert told.items() <= points.items(), f"seed {seed}"


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_found_once_where_it_was_made(slip: str) -> None:
    for seed in seeds(100, 10):
        evening = Evening(Random(f"high card/{seed}"), slip)
        findings = judge(accepted(evening.events))["findings"]
        told = [(one["event"], one["rule"], one["player"]) for one in findings]
        assert told == evening.slipped, f"seed {seed}"


def test_who_draws_behind_a_gap_may_have_the_turn() -> None:
    assert found("gap", "Beto +9c", "Ana +7h", "Carla +2c") == []
    assert found("Ana +9c", "gap", "Carla +7h") == []


def test_a_second_card_behind_a_gap_may_be_the_first_one() -> None:
    assert found("gap", "Ana +7h", "Beto +9c", "Carla +2c") == []


def test_those_who_were_passed_over_draw_later_in_any_order() -> None:
    out_of_turn = [(3, "turn.order", "Beto")]
    assert found("Beto +9c", "Ana +7h", "Carla +2c") == out_of_turn
    assert found("Beto +9c", "Carla +2c", "Ana +7h") == out_of_turn


def test_a_second_card_goes_back_and_the_next_player_may_draw_it() -> None:
    assert found("Ana +7h", "Ana +9c", "Beto +9c") == [(4, "draw.once", "Ana")]


def test_it_is_told_in_spanish() -> None:
    log = list(read_log("high_card\nplayers Ana, Beto*\nhand\nBeto +9c\nAna +7h\n"))
    with speaking(catalogue("es")):
        (finding,) = judge(log)["findings"]
    assert finding["message"] == "Beto sacó fuera de turno."


def test_every_sentence_of_it_has_its_spanish() -> None:
    texts = {text if isinstance(text, str) else text[0] for _, text in said_of(HIGH_CARD)}
    spanish = catalogue("es")
    assert [text for text in texts if text and spanish.gettext(text) == text] == []
