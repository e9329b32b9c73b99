"""Lawful games played by chance are found lawful."""

from __future__ import annotations

from random import Random

import pytest

from referee.judging.replay import judge
from tests.depth import seeds
from tests.desmoche_app.playing import Event, game


def without_what_may_be_left_out(log: list[Event], rng: Random) -> list[Event]:
    """Return the same evening without optional lines and fields."""
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


@pytest.mark.parametrize("seed", seeds(30, 6))
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
