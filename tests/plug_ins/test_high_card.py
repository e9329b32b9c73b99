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
from tests.plug_ins.example import HIGH_CARD, installed


@pytest.fixture(autouse=True, scope="module")
def _the_example_is_there() -> Iterator[None]:
    with installed():
        yield


def found(*lines: str, players: str = "Ana, Beto, Carla*") -> list[tuple[int, str, str | None]]:
    log = list(read_log("\n".join(["high_card", f"players {players}", "hand", *lines, ""])))
    return [(one["event"], one["rule"], one["player"]) for one in judge(log)["findings"]]


def test_nobody_is_accused_of_a_lawful_evening_and_its_points_are_right() -> None:
    for seed in seeds(60, 10):
        report = judge(log := evening_of(HIGH_CARD, Random(f"high card/{seed}"), 3))
        assert report["findings"] == [], f"seed {seed}"
        for hand in report["hands"]:
            lines = log[hand["first_event"] - 1 : hand["last_event"]]
            drawn = {one["player"]: one["card"] for one in lines if one["type"] == "draw"}
            points = {name: RANKS.index(card[0]) + 1 for name, card in drawn.items()}
            assert hand["scores"] == points, f"seed {seed}"


DRAWN = ("Ana +9s", "Beto +7h", "Carla +2s")
SCORE = "score Ana 9, Beto 7, Carla 2"

SLIPS = [
    (["Beto +9s"], (3, "turn.order", "Beto")),
    (["Ana +9s", "Ana +7h", "Beto +2s"], (4, "draw.once", "Ana")),
    (["Ana +9s", "Beto +9s"], (4, "card.location", None)),
    (["Ana +9s", '"Zoe" +7h'], (4, "player.unknown", None)),
    ([*DRAWN, "Ana +3c"], (6, "hand.over", None)),
    ([*DRAWN, "hand Carla"], (6, "dealer.rotation", "Carla")),
    ([SCORE, *["hand", SCORE] * 4, "hand"], (12, "hand.over", None)),
    (["cut Ana"], (3, "cut.player", "Ana")),
    (["Ana +9s", "cut Beto"], (4, "event.phase", None)),
    (["Ana +9s", "end"], (4, "end.early", None)),
    (["Ana +9s", "hand Ana"], (4, "end.early", None)),
    (["Ana +9s", "offence Ana other"], (4, "offence.other", "Ana")),
    ([*DRAWN, "score Ana 9, Beto 7, Carla 3"], (6, "score.wrong", None)),
    ([*DRAWN, "totals Ana 9, Beto 8, Carla 2"], (6, "score.wrong", None)),
]


@pytest.mark.parametrize(("lines", "finding"), SLIPS)
def test_a_slip_is_found_once_where_it_was_made(
    lines: list[str], finding: tuple[int, str, str | None]
) -> None:
    assert found(*lines) == [finding]


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
