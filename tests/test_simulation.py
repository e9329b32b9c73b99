"""The referee against an independent model of the game: lawful evenings, and single slips."""

from random import Random

import pytest

from referee.judging.registry import find
from referee.judging.replay import judge
from tests.accepting import accept_event
from tests.depth import one_in, seeds
from tests.simulation import faulty_session, lawful_session
from tests.simulation.faults import SLIPS
from tests.simulation.house import OPTIONS
from tests.slips import OF_EVERY_GAME
from tests.test_conformance import differences


def read(events: list[dict]) -> list[dict]:
    accepted = [accept_event(event) for event in events]
    assert None not in accepted
    return accepted


@pytest.mark.parametrize("seed", seeds(120, 30))
def test_lawful_evenings_are_clean_and_the_money_is_right(seed: int) -> None:
    events, expected = lawful_session(Random(f"lawful/{seed}"))
    assert differences(judge(read(events)), expected) == []


@pytest.mark.parametrize("slip", one_in(3, SLIPS), ids=lambda slip: slip.name)
def test_one_slip_is_one_finding(slip) -> None:
    for seed in seeds(3, 1):
        events, expected = faulty_session(Random(f"slip/{seed}"), slip)
        assert [one["rule"] for one in expected["findings"]] == [slip.rule]
        assert differences(judge(read(events)), expected) == [], seed


def test_every_rule_has_a_slip_but_the_one_about_results() -> None:
    made = {slip.rule for slip in SLIPS} | {*OF_EVERY_GAME}
    assert made == find("desmoche").rule_ids - {"result.wrong"}


@pytest.mark.deep
def test_every_house_rule_varies() -> None:
    seen: dict[str, set[str]] = {rule: set() for rule in OPTIONS}
    for seed in range(300):
        log, _ = lawful_session(Random(seed), hands=1, mended=False)
        for rule, option in log[0].get("house", {}).items():
            if rule in seen:
                seen[rule].add(option)
    assert {rule: set(options) for rule, options in OPTIONS.items()} == seen
