"""Impossible points are reported with the reason, one for each kind, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from referee import judge
from referee.wording.language import speaking
from referee.wording.translations import catalogue

Event = dict[str, Any]


def points(**own: int) -> Event:
    return {"type": "score", "points": own}


def totals(**own: int) -> Event:
    return {"type": "score", "totals": own}


OUT = {"type": "score", "points": {"Beto": 10}, "out": "Beto"}

CASES: list[tuple[str, list[Event], str]] = [
    ("dimes", [points(Beto=1)], "Beto 1, but no cards count 1 in this round"),
    ("dimes", [points(Beto=-3)], "Beto -3, but nobody has less than 0 in a hand"),
    ("dimes", [points(Beto=161)], "but all cards of Beto count at most 140 together"),
    ("dimes", [points()] * 8 + [points(Beto=15)], "but points are multiples of 2 in this round"),
    ("dimes", [points()] * 10 + [points(Beto=20)], "but points are multiples of 3 in this round"),
    ("dimes", [totals(Beto=16), totals(Beto=9)], "Beto 9 in all after 16, but a total never falls"),
    ("dimes", [totals(Beto=16), totals(Beto=17)], "Beto 17 in all after 16, but no cards count 1"),
    ("dam", [points(Beto=12)], "Beto 12, but cards count in fives"),
    ("dam", [points(Ana=0, Beto=0)], "Ana 0, but Beto is the one without cards"),
    ("dam", [OUT], "Beto 10, but a player who is out has no points"),
    ("dam", [points(Beto=5000)], "cards count at most"),
    ("golf", [points(Beto=41)], "Beto 41, but nobody has more than 40 in a hand"),
    ("gin_rummy", [points(Ana=300)], "Ana 300, but nobody has more than"),
    ("gin_rummy", [points(Ana=20, Beto=20)], "Ana 20, but Beto has scored in this hand"),
]
"""A game, the scores of its hands, and the reason why the last one is impossible."""


def found(game: str, written: list[Event]) -> str:
    """Return the findings on a log of these lines."""
    events: list[Event] = [
        {"type": "game", "game": game, "players": ["Ana", "Beto", *"C"[game != "dam" :]]}
    ]
    for number, score in enumerate(written):
        events += [{"type": "hand", "dealer": ("Beto", "Ana")[number % 2]}, score]
    return " ".join(one["message"] for one in judge(events)["findings"])


@pytest.mark.parametrize(("game", "written", "reason"), CASES)
def test_impossible_points_are_reported_with_the_reason_in_both_languages(
    game: str, written: list[Event], reason: str
) -> None:
    assert reason in found(game, written)
    with speaking(catalogue("es")):
        told = found(game, written)
    assert ", pero " in told
    assert " but " not in told
