"""Answers during a game of Gin Rummy: what is known of hidden cards, and how slips are put
right."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.judging.replay import ReplayedLog, judge
from referee.rulings.ruling import rule_on
from tests.depth import seeds
from tests.gin_rummy.playing import Game
from tests.gin_rummy.slips import SLIPS, with_slip
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


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        ("pass.first.drawn", "draws or takes a card."),
        ("take.refused", "takes the turn back."),
        ("discard.taken", "back and discards another card."),
        ("knock.deadwood", "The knock is a discard only, and play goes on."),
        ("meld.invalid", "takes the cards back."),
        ("layoff.invalid", "takes the cards back."),
        ("turn.order", "takes the turn back."),
        ("turn.draw", "gives the card back."),
    ],
)
def test_how_a_slip_is_put_right(slip: str, told: str) -> None:
    assert slip in SLIPS
    game = next(
        one for one in (with_slip(f"right/{slip}/{n}", slip) for n in range(99)) if one.slipped
    )
    seq, rule, _, _ = game.slipped[0]
    (ruling,) = rule_on(game.events[:seq], seq, rule)
    assert told in " ".join(one.what.render() for one in ruling.remedies)
    assert not judge([*game.events[:seq], *ruling.edit])["findings"] or not ruling.edit
