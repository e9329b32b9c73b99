"""One slip in a lawful evening of any game with turns is one finding, and put right it is none."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from referee.judging.replay import judge
from tests.dam.games import lawful as dam
from tests.depth import count
from tests.desmoche_app.playing import game as app
from tests.dimes.games import game as dimes
from tests.gin_rummy.playing import Game as Gin
from tests.golf.playing import Game as Golf
from tests.slips import ONE_PACK, SLIPS, Log, some_slip

EVENINGS: dict[str, Callable[[int], Log]] = {
    "golf": lambda seed: Golf(seed, holes=2).events,
    "gin_rummy": lambda seed: Gin(seed).events,
    "dimes": lambda seed: dimes(Random(seed), rounds=2, hidden=0).events,
    "dam": lambda seed: dam(Random(seed), hands=2).log,
    "desmoche_app": lambda seed: app(seed, turns=90)[0],
}

PAIRS = [
    (game, rule)
    for game in EVENINGS
    for rule in SLIPS
    if game in ONE_PACK or rule != "card.location"
]


def found(log: Log) -> list[tuple[Any, ...]]:
    return [(one["event"], one["rule"], one["player"]) for one in judge(log)["findings"]]


@pytest.mark.parametrize(("game", "rule"), PAIRS)
def test_one_slip_is_one_finding_and_put_right_it_is_none(game: str, rule: str) -> None:
    made = 0
    for seed in range(100):
        slip = some_slip(EVENINGS[game](seed), Random(seed), rule)
        if slip is not None:
            assert found(slip.log) == [slip.finding], seed
            assert found([*slip.log, slip.mend]) == [], seed
            made += 1
        if made == count(6, 1):
            return
    pytest.fail(f"made {made} times only")
