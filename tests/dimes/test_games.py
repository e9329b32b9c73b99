"""Whole lawful games played by chance: nothing is found, and what they come to was computed
apart."""

from __future__ import annotations

from random import Random

import pytest

from referee.judging.replay import judge
from tests.depth import seeds
from tests.dimes.games import Played, game

LONGEST = 2500


def some_game(rng: Random, *, hidden: float = 0.3) -> Played:
    """Return a game that is not among the longest."""
    while True:
        played = game(rng, rounds=rng.choice((2, 4, 11)), hidden=hidden)
        if len(played.events) <= LONGEST:
            return played


@pytest.mark.parametrize("seed", seeds(80, 10))
def test_a_lawful_game_is_judged_as_it_was_played(seed: int) -> None:
    played = some_game(Random(seed), hidden=seed % 5 / 4)
    report = judge(played.events)
    assert report["findings"] == []
    ends = [(hand["outcome"]["winner"], hand["outcome"]["event"]) for hand in report["hands"]]
    assert ends == played.outs
    assert [hand["scores"] for hand in report["hands"]] == played.scores
    assert [hand["net"] for hand in report["hands"]] == played.nets
    assert [hand["carried"] for hand in report["hands"]] == played.carried
    assert report["winners"] == played.winners
