"""Answers during a game of Gin Rummy: what is known of hidden cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.judging.replay import ReplayedLog
from tests.depth import seeds
from tests.gin_rummy.playing import Game
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


@pytest.mark.parametrize("seed", seeds(200, 10))
def test_what_is_known_of_hidden_hands_is_so(seed: int) -> None:
    class Watched(Game):
        """A game in which the cards in the hands are kept, line by line."""

        def write(self, what: str, /, **fields: Any) -> None:
            super().write(what, **fields)
            held = {player: list(cards) for player, cards in getattr(self, "held", {}).items()}
            self.__dict__.setdefault("hands_held", []).append((what, held))

    game = Watched(f"known/{seed}")
    numbered = list(enumerate(game.events, 1))
    table = ReplayedLog()
    table.feed_all(game.events)
    turns = [at for at, (what, _) in enumerate(game.hands_held, 1) if what in ("draw", "discard")]
    for at in Random(seed).sample(turns, min(4, len(turns))):
        for one in table.play.knowledge(numbered[:at], numbered[at:]):
            real = set(game.hands_held[at - 1][1][one.player])
            assert set(one.surely) <= real <= {*one.surely, *one.possibly}
            assert one.count[0] <= len(real) <= one.count[1]
