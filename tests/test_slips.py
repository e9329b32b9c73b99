"""One slip in a lawful evening of any game with turns is one finding, and put right it is none."""

from random import Random
from typing import Any

import pytest

from referee.judging.replay import judge
from tests.depth import count
from tests.evenings import evening
from tests.lawful import WHOLE
from tests.lawful import lawful as recorded
from tests.slips import OF_EVERY_GAME, ONE_PACK, SLIPS, Log, some_slip

GAMES = ("golf", "gin_rummy", "dimes", "dam", "desmoche_app")

PAIRS = [
    *(
        (game, rule)
        for game in GAMES
        for rule in SLIPS
        if game in ONE_PACK or rule != "card.location"
    ),
    *(("desmoche", rule) for rule in OF_EVERY_GAME),
]


def lawful(game: str, seed: int) -> Log:
    return recorded(Random(seed), WHOLE) if game == "desmoche" else evening(game, seed, 2)


def found(log: Log) -> list[tuple[Any, ...]]:
    return [(one["event"], one["rule"], one["player"]) for one in judge(log)["findings"]]


@pytest.mark.parametrize(("game", "rule"), PAIRS)
def test_one_slip_is_one_finding_and_put_right_it_is_none(game: str, rule: str) -> None:
    made = 0
    for seed in range(100):
        slip = some_slip(lawful(game, seed), Random(seed), rule)
        if slip is not None:
            assert found(slip.log) == [slip.finding], seed
            assert found([*slip.log, slip.mend]) == [], seed
            made += 1
        if made == count(6, 1):
            return
    pytest.fail(f"made {made} times only")
