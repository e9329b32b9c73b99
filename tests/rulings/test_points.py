"""Games that count points: what hangs on an act, and what two logs come to, is told in points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.rulings.compare import compare
from referee.rulings.ruling import rule_on
from schemas.reading import read_log

SAMPLES = Path(__file__).parents[2] / "sample_games"


def log(name: str) -> list[dict[str, Any]]:
    return list(read_log(SAMPLES / f"{name}.jsonl"))


def test_a_ruling_tells_what_would_be_counted_without_the_act() -> None:
    (ruling,) = rule_on(log("dimes-wild-or-natural"), 21)
    told = [sentence.told() for sentence in ruling.done_right]
    assert told[-2:] == [
        "Had it not been done, with all else as written:",
        "Faye would count 60 points less.",
    ]


def test_points_that_one_log_leaves_open_are_told_as_open() -> None:
    played = log("golf-unseen")
    unwritten = [event for event in played if event["type"] != "score"]
    told = [sentence.told() for sentence in compare(played, unwritten).sentences()]
    assert told[-2:] == ["Totals of A: Paco 38 and Zoila 46.", "Totals of B: Paco ? and Zoila ?."]
