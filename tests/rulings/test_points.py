"""Games that count points: what hangs on an act, and what two logs come to, is told in points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee_schemas.reading import read_log

from referee.judging.replay import judge
from referee.rulings.compare import compare
from referee.rulings.ruling import rule_on
from tests.table_talk import say

SAMPLES = Path(__file__).parents[2] / "sample_games"


def log(name: str) -> list[dict[str, Any]]:
    return list(read_log(SAMPLES / f"{name}.jsonl"))


def test_a_meld_that_is_taken_back_counts() -> None:
    (ruling,) = rule_on(log("dimes-wild-or-natural"), 21)
    assert ruling.verdict().endswith("No points change.")
    assert ruling.edit
    assert ruling.cost.as_it_should_be == ruling.cost.as_it_lies


def test_a_ruling_tells_what_was_counted_too_much() -> None:
    played = log("dimes-counted-too-much")
    (finding,) = [one for one in judge(played)["findings"] if one["rule"] == "count.high"]
    (ruling,) = rule_on(played, finding["event"], "count.high")
    assert ruling.verdict().startswith("Chance missed: ")
    assert "points less" in ruling.verdict()


def test_points_that_one_log_leaves_open_are_told_as_open() -> None:
    played = log("golf-unseen")
    unwritten = [event for event in played if event["type"] != "score"]
    told = [sentence.render() for sentence in compare(played, unwritten).sentences()]
    assert told[-2:] == ["Totals of A: Paco 38 and Zoila 46.", "Totals of B: Paco ? and Zoila ?."]


def dimes(*lines: str) -> list[dict[str, Any]]:
    return [event for line in lines for event in say(line, game="dimes")]


def test_no_points_are_asked_for_beside_a_fault() -> None:
    played = dimes("table Ana Beto", "draw Ana 9h", "end")
    assert judge(played)["undecided"]
    assert [one.kind for one in rule_on(played, len(played))] == ["record wrong"]


def test_melds_that_are_taken_back_take_the_call_with_them() -> None:
    played = dimes(
        "table Ana Beto round=3", "draw Ana ??", "meld Ana 7h8h9h", "discard Ana Qd", "win Ana"
    )
    (ruling,) = rule_on(played, len(played) - 1)
    assert [line["event"] for line in ruling.edit] == [len(played) - 2, len(played)]
    (cost,) = ruling.cost.sentences
    assert cost.render() == "The cost is not known yet: the hand is not over."


def test_a_hand_that_would_have_gone_on_tells_no_cost() -> None:
    played = dimes(
        "table Ana Beto", "deal Ana=7h8hQd Beto=4c4sAd", "draw Ana 9h", "meld Ana 7h8hQd",
        "discard Ana 9h", "show Beto 4c4sAd",
    )  # fmt: skip
    (finding,) = judge(played)["findings"]
    (ruling,) = rule_on(played, finding["event"], finding["rule"])
    assert ruling.verdict().endswith("the hand would have gone on.")
