"""Games that count points: what hangs on an act, and what two logs come to, is told in points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.judging.replay import judge
from referee.rulings.compare import compare
from referee.rulings.ruling import rule_on
from schemas.reading import read_log

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
    told = [sentence.told() for sentence in compare(played, unwritten).sentences()]
    assert told[-2:] == ["Totals of A: Paco 38 and Zoila 46.", "Totals of B: Paco ? and Zoila ?."]
