"""Random lawful games are found lawful and counted right."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.judging.replay import judge
from tests.depth import seeds
from tests.golf.playing import Game


@pytest.mark.parametrize("seed", seeds(40, 8))
def test_a_lawful_game_is_found_lawful_and_counted_right(seed: int) -> None:
    game = Game(seed)
    report = judge(game.events)
    assert report["findings"] == []
    assert [hand["scores"] for hand in report["hands"]] == game.scores
    assert [
        (hand["outcome"]["kind"], hand["outcome"]["event"], hand["outcome"]["winner"])
        for hand in report["hands"]
    ] == game.outcomes
    assert report["scores"] == game.sums()
    assert report["winners"] == game.winners()
    open_points = Counter(None for scores in game.scores for one in scores.values() if one is None)
    assert len(report["undecided"]) == open_points.total()
