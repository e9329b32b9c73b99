"""Whole games played by chance: nothing is found in a lawful one, and what it comes to is what was
computed apart; with one slip put in, exactly that is found."""

from __future__ import annotations

from random import Random

import pytest

from referee.judging.replay import ReplayedLog, judge
from tests.depth import seeds
from tests.dimes.games import Played, game
from tests.dimes.slips import PUT_RIGHT, SLIPS, Make, Slip, deal_count

LONGEST = 2500
TRIES = 40


def some_game(rng: Random, *, hidden: float = 0.3) -> Played:
    """A game that is not among the longest."""
    while True:
        played = game(rng, rounds=rng.choice((2, 4, 11)), hidden=hidden)
        if len(played.events) <= LONGEST:
            return played


@pytest.mark.parametrize("seed", seeds(200, 20))
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


def slip_in(make: Make, seed: int) -> Slip:
    """A slip of this kind in some game."""
    rng = Random(f"{make.__name__} {seed}")
    for _ in range(TRIES):
        slip = make(rng, some_game(rng, hidden=0.5))
        if slip is not None:
            return slip
    raise LookupError(f"no game has room for {make.__name__}")


@pytest.mark.parametrize("seed", seeds(12, 1))
@pytest.mark.parametrize("make", [*SLIPS, *PUT_RIGHT], ids=lambda make: make.__name__)
def test_one_slip_is_found_once(make: Make, seed: int) -> None:
    slip = slip_in(make, seed)
    report = judge(slip.events)
    found = [(one["event"], one["rule"], one["player"]) for one in report["findings"]]
    assert found == [slip.finding]


def test_a_wrong_deal_changes_no_card_that_follows() -> None:
    slip = slip_in(deal_count, 500016)
    found = [(one["event"], one["rule"], one["player"]) for one in judge(slip.events)["findings"]]
    assert found == [slip.finding]


@pytest.mark.parametrize("seed", seeds(4, 1))
@pytest.mark.parametrize("make", SLIPS, ids=lambda make: make.__name__)
def test_a_slip_that_is_mended_is_found_no_more(make: Make, seed: int) -> None:
    slip = slip_in(make, seed)
    replay = ReplayedLog()
    for event in slip.events:
        replay.feed(event)
    assert replay.report()["findings"]
    replay.feed(slip.mend)
    report = replay.report()
    assert report["findings"] == []
    assert report == judge([*slip.events, slip.mend])
