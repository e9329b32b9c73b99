"""Evenings with other house rules or other events."""

from random import Random
from typing import Any

import pytest

from referee.judging.corrections import correction
from referee.judging.replay import judge, replayed
from referee.rulings.whatif import NotPossible, supposing, what_if
from tests.depth import seeds
from tests.lawful import lawful
from tests.rulings.asking import ANA_WINS, lines

EVENING = lines("table Ana Beto" + ANA_WINS)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"house": {"side_games": "oro"}}, "the options oro"),
        ({"without": [3], "instead": {3: EVENING[2]}}, "both leave out event"),
    ],
)
def test_what_cannot_be_asked_for(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(NotPossible, match=why):
        what_if(EVENING, **asked)


@pytest.mark.parametrize("seed", seeds(30, 4))
def test_what_would_be_is_judged_as_if_it_had_been_written_so(seed: int) -> None:
    rng = Random(seed)
    log = lawful(rng)
    replay, left_out = replayed(log), rng.randrange(2, len(log) + 1)
    as_it_was = replay.report()
    would_be = supposing(replay, without=[left_out])
    line = correction(left_out, log[left_out - 1], None, "what if")
    assert would_be == judge([*log, line]) | {"events": len(log)}
    assert replay.report() == as_it_was
    assert supposing(replay) == as_it_was
