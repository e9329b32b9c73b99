"""Answers during a game of Gin Rummy: what is known of hidden cards."""

from __future__ import annotations

from referee.judging.replay import ReplayedLog
from tests.table_talk import say


def played(*lines: str) -> ReplayedLog:
    replay = ReplayedLog()
    for line in lines:
        replay.feed_all(say(line, game="gin_rummy"))
    return replay


def test_the_melds_of_a_player_lie_apart() -> None:
    replay = played(
        "table Ana Beto", "draw Ana", "knock Ana Kd", "meld Ana 3h4h5h", "meld Ana 7c7d7s"
    )
    seats = replay.view()["hand"]["seats"]
    assert [seat["melds"] for seat in seats] == [[["3h", "4h", "5h"], ["7c", "7d", "7s"]], []]
