"""Readings of one record: equal ones merge, and too many are blurred into one."""

from __future__ import annotations

from referee.core.hand import Hand
from referee.core.worlds import MOST, merge, merged
from referee.judging.replay import ReplayedLog
from tests.table_talk import say


def a_hand() -> Hand:
    replay = ReplayedLog()
    for line in ("table Ana Beto", "draw Ana ??"):
        replay.feed_all(say(line, game="golf"))
    hand: Hand = replay.play.hand
    return hand


def test_readings_that_become_one_keep_every_doubt_about_a_face() -> None:
    hand, doubting, naming = (a_hand() for _ in range(3))
    doubting.loose = frozenset({"7h"})
    naming.named["?1"] = ("2d",)
    for other in (doubting, naming):
        merge(hand, other)
    assert hand.loose == {"7h", "2d"}


def test_too_many_readings_leave_the_best_as_it_is() -> None:
    hands = [a_hand() for _ in range(MOST + 2)]
    for number, hand in enumerate(hands):
        hand.set(stock=number, slips=min(number, 1))
    best, *others = merged(hands)
    assert best.stock == 0
    assert len(others) == MOST - 1
    assert any(hand.maybe("stock") is None for hand in others)
