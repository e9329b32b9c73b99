"""The referee against an independent model of the game: lawful evenings, and single slips."""

from __future__ import annotations

from random import Random

import pytest
from referee_schemas.acceptance import accept_event

from referee.judging.replay import judge
from tests.depth import one_in, seeds
from tests.simulation import faulty_session, lawful_session
from tests.simulation.faults import SLIPS
from tests.test_conformance import differences


def read(events: list[dict]) -> list[dict]:
    accepted = [accept_event(event) for event in events]
    assert None not in accepted
    return accepted


@pytest.mark.parametrize("seed", seeds(200, 40))
def test_lawful_evenings_are_clean_and_the_money_is_right(seed: int) -> None:
    events, expected = lawful_session(Random(f"lawful/{seed}"))
    assert differences(judge(read(events)), expected) == []


@pytest.mark.parametrize("slip", one_in(3, SLIPS), ids=lambda slip: slip.name)
def test_one_slip_is_one_finding(slip) -> None:
    for seed in seeds(4, 1):
        events, expected = faulty_session(Random(f"slip/{seed}"), slip)
        assert differences(judge(read(events)), expected) == [], seed
