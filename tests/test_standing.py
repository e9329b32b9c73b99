"""Standings that are updated hand by hand agree with the report, also after a replay went back."""

from importlib import import_module
from random import Random

import pytest

from referee.judging.replay import ReplayedLog, replayed
from referee.simulating.many import PLAYED
from tests.depth import only_deep, seeds
from tests.lawful import MENDED, lawful
from tests.table_talk import say

LONG = ("dam", "dimes", "desmoche_app")
STANDING = ("game", "players", "totals", "scores")


def stands_as_reported(replay: ReplayedLog) -> bool:
    """Check the standings against the report."""
    report, standing = dict(replay.report()), dict(replay.standing())
    whole = all(standing[part] == report[part] for part in STANDING if part in report)
    return whole and all(report[part] == told for part, told in standing.items())


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        *((game, seed) for game in PLAYED if game not in LONG for seed in seeds(4, 1)),
        *(only_deep(game, seed) for game in LONG for seed in seeds(2, 1)),
    ],
)
def test_the_standing_is_that_of_the_report_after_every_line(game: str, seed: int) -> None:
    play = import_module(f"referee.simulating.{PLAYED[game]}").evening
    replay = ReplayedLog()
    for number, line in enumerate(play(game, Random(seed), 3)):
        replay.feed(line)
        assert number % (29 if game in LONG else 7) or stands_as_reported(replay)
    assert stands_as_reported(replay)


@pytest.mark.parametrize("seed", seeds(15, 2))
def test_the_standing_follows_corrections_and_lines_that_are_taken_back(seed: int) -> None:
    rng = Random(seed)
    events = lawful(rng, MENDED)
    replay = ReplayedLog()
    for at in range(len(events)):
        replay.feed(events[at])
        if not rng.randrange(12):
            assert stands_as_reported(replay)
        if at > 5 and not rng.randrange(15):
            back = rng.randint(2, at)
            replay.go_back(back)
            whole = replayed(events[:back])
            assert replay.lines == whole.lines
            assert replay.events == whole.events
            assert replay.report() == whole.report()
            assert replay.view() == whole.view()
            assert stands_as_reported(replay)
            replay.feed_all(events[back : at + 1])
    assert replay.report() == replayed(events).report()
    assert stands_as_reported(replay)


def test_a_hand_that_is_taken_back_is_no_longer_counted() -> None:
    lines = ("players Ana Beto", "hand Beto 5", "withdraw Ana", "end", "hand Ana 5")
    replay = replayed([event for line in lines for event in say(line)])
    assert stands_as_reported(replay)
    replay.feed_all(say("correct 3: nothing"))
    assert stands_as_reported(replay)
