"""Random lawful games are found lawful and counted right; with one slip, that is found and nothing
else."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.judging.replay import judge
from tests.depth import count, seeds
from tests.golf.playing import Game
from tests.golf.slips import SLIPS, with_slip
from tests.random_games import each_slip_is_one_finding

EACH_SLIP = count(12, 2)


def found(report: dict) -> list[tuple[int, str, str, str | None]]:
    return [(one["event"], one["rule"], one["kind"], one["player"]) for one in report["findings"]]


@pytest.mark.parametrize("seed", seeds(60, 10))
def test_a_lawful_game_is_found_lawful_and_counted_right(seed: int) -> None:
    game = Game(seed)
    report = judge(game.events)
    assert found(report) == []
    assert [hand["scores"] for hand in report["hands"]] == game.scores
    assert [
        (hand["outcome"]["kind"], hand["outcome"]["event"], hand["outcome"]["winner"])
        for hand in report["hands"]
    ] == game.outcomes
    assert report["scores"] == game.sums()
    assert report["winners"] == game.winners()
    open_points = Counter(None for scores in game.scores for one in scores.values() if one is None)
    assert len(report["undecided"]) == open_points.total()


@pytest.mark.parametrize("slip", SLIPS)
def test_one_slip_is_one_finding(slip: str) -> None:
    each_slip_is_one_finding(slip, EACH_SLIP, with_slip, found)
