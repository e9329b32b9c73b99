"""Random lawful games are found lawful and counted right."""

from __future__ import annotations

import pytest

from referee.judging.replay import judge
from tests.depth import count
from tests.gin_rummy.playing import Game


@pytest.mark.parametrize("first", range(0, count(300, 20), 20))
def test_lawful_games_are_found_lawful_and_counted_right(first: int) -> None:
    for seed in range(first, first + 20):
        game = Game(seed)
        report = judge(game.events)
        assert report["findings"] == [], f"seed {seed}"
        for hand, real, certain in zip(report["hands"], game.points, game.certain, strict=True):
            for player, points in hand["scores"].items():
                open_ = points is None and not certain
                assert open_ or points == real[player], f"seed {seed}, hand {hand['hand']}"
        if all(certain for certain in game.certain):
            sums = {name: game.sums[name] + game.bonus[name] for name in game.players}
            assert report["scores"] == sums, f"seed {seed}"
            won = [name for name in game.players if game.sums[name] >= 100]
            assert report["winners"] == won, f"seed {seed}"
