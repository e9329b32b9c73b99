"""Hands of That Dam Game with only a recorded score."""

from typing import Any

import pytest

from referee.judging.replay import judge

SCORES: list[tuple[str, dict[str, Any], str | None, list[int | None], int]] = [
    ("Ana is out and counts nothing", {"out": "Ana", "points": {"Beto": 20, "Eva": 15}},
     "Ana", [0, 20, 15], 0),
    ("only who was out is written", {"out": "Ana"}, "Ana", [0, None, None], 0),
    ("the only player without points was out", {"points": {"Ana": 0, "Beto": 20}},
     "Ana", [0, 20, None], 0),
    ("a total alone is the points of the first hand", {"totals": {"Ana": 0, "Beto": 20, "Eva": 5}},
     "Ana", [0, 20, 5], 0),
    ("two players without points", {"points": {"Ana": 0, "Beto": 0, "Eva": 5}},
     None, [None, None, 5], 1),
    ("seven points", {"points": {"Ana": 7, "Beto": 10, "Eva": 0}}, "Eva", [None, 10, 0], 1),
    ("Ana is out with five points", {"out": "Ana", "points": {"Ana": 5, "Beto": 20, "Eva": 15}},
     "Ana", [0, 20, 15], 1),
    ("Beto has none, but Ana was out", {"out": "Ana", "points": {"Beto": 0, "Eva": 15}},
     "Ana", [0, None, 15], 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("score", "winner", "points", "findings"),
    [one[1:] for one in SCORES],
    ids=[one[0] for one in SCORES],
)
def test_a_score_alone_tells_the_points_and_who_was_out(
    score: dict[str, Any], winner: str | None, points: list[int | None], findings: int
) -> None:
    players = ["Ana", "Beto", "Eva"]
    opening = {"type": "game", "game": "dam", "players": players}
    report = judge([opening, {"type": "hand", "dealer": "Ana"}, {"type": "score", **score}])
    hand = report["hands"][0]
    assert [one["rule"] for one in report["findings"]] == ["score.wrong"] * findings
    assert (hand["outcome"]["winner"], [hand["scores"][one] for one in players]) == (winner, points)
