"""Random lawful games are found lawful and counted right; with one slip, that is found and nothing
else."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.judging.replay import Replay, judge
from tests.depth import count, seeds
from tests.golf.playing import Game
from tests.golf.slips import SLIPS, with_slip

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
    made = 0
    for seed in seeds(1000, 1000):
        game = with_slip(f"{slip}/{seed}", slip)
        if game.slipped:
            made += 1
            assert found(judge(game.events)) == game.slipped, f"seed {slip}/{seed}"
        if made == EACH_SLIP:
            return
    pytest.fail(f"made {made} times only")


def test_event_by_event_is_the_same_as_all_at_once() -> None:
    game = with_slip("event by event", "turn.draw")
    replay = Replay()
    for event in game.events:
        replay.feed(event)
        replay.report()
        replay.view()
        replay.expected()
    assert replay.report() == judge(game.events)
