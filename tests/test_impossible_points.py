"""Impossible points are reported with the reason, one for each kind, in both languages."""

from pathlib import Path

import pytest

from referee import judge
from referee.wording.language import speaking
from referee.wording.translations import catalogue
from tests.parts import pairs
from tests.table_talk import say


def found(game: str, scores: list[str]) -> str:
    """Return the findings on a log with these scores."""
    seated = ["Ana", "Beto", *"C"[game != "dam" :]]
    events = [{"type": "game", "game": game, "players": seated}]
    for number, score in enumerate(scores):
        events += [{"type": "hand", "dealer": ("Beto", "Ana")[number % 2]}, *say(score, game=game)]
    return " ".join(one["message"] for one in judge(events)["findings"])


@pytest.mark.parametrize(
    ("written", "reason"), pairs(Path(__file__).with_name("impossible_points.txt"), "points")
)
def test_impossible_points_are_reported_with_the_reason(written: str, reason: str) -> None:
    game, _, scores = written.partition(": ")
    assert reason in found(game, scores.split("; "))
    with speaking(catalogue("es")):
        told = found(game, scores.split("; "))
    assert ", pero " in told
    assert " but " not in told
