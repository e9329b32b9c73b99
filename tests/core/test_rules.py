"""Rules speak of what they can read, and say what is lawful next."""

from __future__ import annotations

import pytest

from referee.core.facts import known
from tests.core import found, hand_after, table_after


def next_acts(*lines: str) -> dict[str, tuple[str, ...]]:
    return {one.act: one.players for one in table_after(*lines).expected()}


def test_an_act_out_of_turn_is_one_finding_and_play_goes_on_from_there() -> None:
    lines = ["table Ana Beto Carla", "draw Carla", "discard Carla", "draw Ana", "discard Ana"]
    assert found(*lines) == [(4, "turn.order", "Carla")]


def test_a_rule_that_reads_an_open_fact_says_nothing() -> None:
    assert found("table Ana Beto", "draw Beto") == [(4, "turn.order", "Beto")]
    assert found("table Ana Beto", "gap", "draw Beto") == []


def test_a_turn_behind_a_gap_closes_the_turn_again() -> None:
    lines = ["table Ana Beto Carla", "gap", "draw Beto", "discard Beto", "gap", "draw Ana"]
    hand = hand_after(*lines)
    assert hand.turn.name == "Ana"
    assert known(lambda: hand.mid_turn)


def test_a_swap_behind_a_gap_ends_the_turn_wherever_the_card_came_from() -> None:
    lines = ["table Ana Beto Carla", "knock Ana", "gap", "swap Beto 2 7h", "gap", "swap Carla 1 8h"]
    assert hand_after(*lines).over == "knock"


def test_a_card_that_may_be_the_last_one_leaves_open_if_the_hand_is_over() -> None:
    hand = hand_after("table Ana Beto last_card=at_once", "gap", "draw Ana 7h")
    assert known(lambda: hand.over, "open") == "open"


def test_a_lasting_fact_survives_a_gap() -> None:
    hand = hand_after("table Ana Beto Carla", "knock Ana", "gap")
    assert hand.knocker.name == "Ana"
    assert hand.maybe("turn") is None


def test_a_slip_opens_the_cards_of_its_player_only() -> None:
    hand = hand_after("table Ana Beto", "look Ana 7h2d", "look Beto 8h3d", "discard Ana Kd")
    ana, beto = hand.seats
    assert "7h" not in hand.layout[ana]
    assert hand.layout[beto][:2] == ("8h", "3d")


def test_a_line_behind_the_end_changes_nothing() -> None:
    lines = ["table Ana Beto", "knock Ana", "draw Beto", "discard Beto", "draw Ana 7h"]
    assert found(*lines) == [(7, "hand.over", None)]
    assert hand_after(*lines).over == "knock"


@pytest.mark.parametrize(
    ("lines", "acts"),
    [
        (["draw Ana"], {"swap", "discard"}),
        (["take Ana"], {"swap"}),
        (["knock Ana"], {"draw", "take"}),
    ],
)
def test_what_may_come_next_is_what_the_rules_allow(lines: list[str], acts: set[str]) -> None:
    given = next_acts("table Ana Beto top=9d", "look Ana", "look Beto", *lines)
    assert {act for act in given if act not in ("end", "look")} == acts


def test_behind_a_gap_anybody_may_act() -> None:
    acts = next_acts("table Ana Beto Carla", "gap")
    assert acts["draw"] == ("Ana", "Beto", "Carla")


def test_a_snapshot_brings_the_table_back() -> None:
    table = table_after("players Ana Beto", "hand Beto", "deal")
    before, seen = table.snapshot(), table.view()
    table.play_on([(4, {"type": "draw", "player": "Beto", "card": "7h"})])
    assert table.findings
    table.restore(before)
    assert (table.findings, table.view()) == ([], seen)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("discard Beto 8h", "Beto lays a card down without having taken one."),
        ("draw Beto 8h", "Ana has taken a card and laid none down for it."),
    ],
)
def test_the_sentence_names_the_player_at_fault(line: str, told: str) -> None:
    (finding,) = table_after("table Ana Beto Carla", "draw Ana 7h", line).found(0, final=False)
    assert finding.message() == told
    assert finding.player == told.split()[0]
