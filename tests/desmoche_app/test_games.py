"""Games played by chance: lawful ones are found lawful, and one slip is one finding."""

from __future__ import annotations

from random import Random

import pytest

from referee.judging.replay import judge
from tests.depth import count, seeds
from tests.desmoche_app.playing import Event, game
from tests.desmoche_app.slips import SLIPS, Course


def without_what_may_be_left_out(log: list[Event], rng: Random) -> list[Event]:
    """The same evening, told in fewer words."""
    kept = []
    for event in log:
        left_out = event["type"] in ("pass", "cut", "win", "reshuffle") and rng.random() < 0.8
        if event["type"] == "deal" and not event["hands"]:
            left_out = True
        if event["type"] == "turn_up" and event["card"] == "??":
            left_out = True
        if not left_out:
            kept.append(event)
    return kept


@pytest.mark.parametrize("seed", seeds(60, 8))
@pytest.mark.parametrize("sees", [1.0, 0.5, 0.0])
def test_a_lawful_game_is_found_lawful(seed: int, sees: float) -> None:
    keen = (0.95, 0.9, 0.6, 0.2)[seed % 4]
    log, hands = game(seed, keen=keen, sees=sees)
    for told in (log, without_what_may_be_left_out(log, Random(seed))):
        report = judge(told)
        assert report["findings"] == []
        assert [one["outcome"]["winner"] for one in report["hands"]] == [
            hand.winner for hand in hands
        ]
    for hand, one in zip(hands, report["hands"], strict=True):
        if hand.winner is not None:
            lying = next(each for each in hand.hands if each.name == hand.winner).melds
            assert [set(meld) for meld in one["outcome"]["melds"]] == [set(meld) for meld in lying]


@pytest.mark.parametrize("name", SLIPS)
def test_one_slip_is_one_finding(name: str) -> None:
    wanted, tried = count(20, 2), 0
    for seed in seeds(1000, 1000):
        rng = Random(f"{name}/{seed}")
        log, _ = game(seed, keen=(0.9, 0.4, 0.1)[seed % 3], hands=1, turns=90)
        ways = list(SLIPS[name](Course(log, rng)))
        for slipped, expected in rng.sample(ways, min(len(ways), 3)):
            found = judge(slipped)["findings"]
            told = [(one["event"], one["rule"], one["player"]) for one in found]
            assert told == [expected], (seed, slipped[expected[0] - 1])
            tried += 1
        if tried >= wanted:
            return
    pytest.fail(f"made {tried} times only")
