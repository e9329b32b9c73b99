"""Evenings of Dimes are found lawful, and come to what is computed apart."""

from random import Random

import pytest

from referee.judging.replay import judge
from tests.depth import seeds
from tests.dimes.counted import counted, with_payments
from tests.evenings import evening, hands_of, seen_in_part

OPTIONAL = ("cut", "win", "reshuffle", "score", "end")


@pytest.mark.parametrize("seed", seeds(60, 3))
def test_a_lawful_game_is_judged_as_it_was_played(seed: int) -> None:
    """Look at whole games, with hidden cards unseen, and what the game comes to paid."""
    log = evening("dimes", seed, (2, 4, 11)[seed % 3])
    right = counted(log)
    unseen = seen_in_part(log, Random(seed), (0, 0.5)[seed % 2], ("deal", "draw"))
    for told in (log, unseen, with_payments(log, right)):
        report = judge(told)
        assert report["findings"] == []
        assert [hand["outcome"]["winner"] for hand in report["hands"]] == [
            name for name, _ in right.outs
        ]
        assert [hand["scores"] for hand in report["hands"]] == right.scores
        assert [hand["net"] for hand in report["hands"]] == right.nets
        assert [hand["carried"] for hand in report["hands"]] == right.carried
        assert report["winners"] == right.winners
        assert told is not log or [hand["outcome"]["event"] for hand in report["hands"]] == [
            line for _, line in right.outs
        ]


@pytest.mark.parametrize("seed", seeds(30, 4))
def test_cards_that_nobody_laid_down_count_for_nobody(seed: int) -> None:
    """Leave out the cards of a player's hand, dealt, drawn and laid down at the end."""
    log = evening("dimes", f"open/{seed}", 2)
    right = counted(log)
    unseen = seen_in_part(log, Random(seed), 0, ("deal", "draw", "take"), OPTIONAL)
    silent = Random(seed).choice(log[0]["players"])
    kept = [log[0]]
    for hand, (out, _) in zip(hands_of(unseen), right.outs, strict=True):
        last = max(at for at, line in enumerate(hand) if line["type"] == "discard")
        kept += [
            line
            for at, line in enumerate(hand)
            if at <= last or silent == out or line.get("player") != silent
            if line["type"] != "score"
        ]
    report = judge(kept)
    assert report["findings"] == []
    for hand, points, (out, _) in zip(report["hands"], right.scores, right.outs, strict=True):
        told = points if silent == out else {**points, silent: None}
        assert hand["scores"] == told
