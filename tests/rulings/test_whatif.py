"""Evenings with other house rules or other events."""

from random import Random

import pytest

from referee.judging.corrections import correction
from referee.judging.replay import judge, replayed
from referee.rulings.whatif import supposing
from tests.depth import seeds
from tests.lawful import lawful


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
