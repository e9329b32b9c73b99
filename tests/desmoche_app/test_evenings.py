"""Evenings of the app's Desmoche are found lawful, and won as computed here."""

from random import Random

import pytest

from referee.judging.replay import judge
from tests.depth import seeds
from tests.evenings import evening, hands_of, seen_in_part, until

OPTIONAL = ("pass", "cut", "win", "reshuffle")


@pytest.mark.parametrize("seed", seeds(30, 5))
def test_a_lawful_game_is_found_lawful(seed: int) -> None:
    log, rng = evening("desmoche_app", seed, 2), Random(seed)
    winners, melds = [], []
    for hand in hands_of(log):
        held, at = until(
            hand, lambda held, _: any(sum(map(len, lying)) == 10 for lying in held.melds.values())
        )
        winners.append(hand[at]["player"])
        melds.append([set(meld) for meld in held.melds[winners[-1]]])
    for share in (1, 0.5, 0):
        for optional in ((), OPTIONAL):
            report = judge(seen_in_part(log, rng, share, left_out=optional))
            assert report["findings"] == []
            ends = [hand["outcome"] for hand in report["hands"]]
            assert [end["winner"] for end in ends] == winners
            assert [[set(meld) for meld in end["melds"]] for end in ends] == melds
