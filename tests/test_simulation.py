"""The referee against an independent model of the game: lawful evenings, and their money."""

from __future__ import annotations

from random import Random

import pytest

from referee.judging.replay import judge
from tests.accepting import accept_event
from tests.depth import seeds
from tests.simulation import lawful_session
from tests.simulation.house import OPTIONS
from tests.simulation.settling import settled
from tests.test_conformance import differences


def read(events: list[dict]) -> list[dict]:
    accepted = [accept_event(event) for event in events]
    assert None not in accepted
    return accepted


@pytest.mark.parametrize("seed", seeds(200, 40))
def test_lawful_evenings_are_clean_and_the_money_is_right(seed: int) -> None:
    events, expected = lawful_session(Random(f"lawful/{seed}"))
    assert differences(judge(read(events)), expected) == []


@pytest.mark.parametrize("seed", seeds(150, 10))
def test_a_whole_log_is_settled_as_it_was_played(seed: int) -> None:
    events, expected = lawful_session(Random(seed), masked=False)
    if "gap" not in expected["tags"]:
        assert settled(read(events))[0] == expected["totals"]


@pytest.mark.deep
def test_every_house_rule_varies() -> None:
    seen: dict[str, set[str]] = {rule: set() for rule in OPTIONS}
    for seed in range(300):
        log, _ = lawful_session(Random(seed), hands=1, mended=False)
        for rule, option in log[0].get("house", {}).items():
            if rule in seen:
                seen[rule].add(option)
    assert {rule: set(options) for rule, options in OPTIONS.items()} == seen
