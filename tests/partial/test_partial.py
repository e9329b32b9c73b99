"""Knowing less never accuses more, in every game and every way to lose a part of the record.

CONTRIBUTING.md says how to try more evenings. Partial records that were once judged wrongly are in
``tests/conformance/holes``.
"""

from collections.abc import Iterator

import pytest

from tests.depth import count, one_in, only_deep, seeds
from tests.partial.completions import SmallRecord, small_record
from tests.partial.evenings import EVENINGS
from tests.partial.library import masked_cases
from tests.partial.trying import trial
from tests.plug_ins.example import installed

TOLD = 0.95
"""The minimum share of the findings of all completions that must be reported."""

TOLD_OF_OUTCOMES = 0.85
"""The same for the ends of hands of Desmoche: the winner of a side game is open if a player showed
an unrecorded card."""


@pytest.fixture(autouse=True, scope="module")
def _the_example_is_there() -> Iterator[None]:
    with installed():
        yield


WAYS = [(game, way) for game, evenings in EVENINGS.items() for way in evenings.ways]


@pytest.mark.parametrize(("game", "way"), one_in(5, WAYS))
def test_a_poorer_record_accuses_nobody_and_settles_nothing_otherwise(game: str, way: str) -> None:
    for seed in seeds(6, 2):
        tried = trial(game, way, seed)
        assert tried is None or tried.broken == [], f"seed {seed}"


@pytest.mark.deep
@pytest.mark.parametrize("game", ["golf", "dimes", "dam"])
def test_a_case_of_which_one_thing_was_masked_accuses_nobody_else(game: str) -> None:
    said = [(one.file, one.title, one.mask, one.trial.broken) for one in masked_cases(game)]
    assert [one for one in said if one[-1]] == []


def small_records(game: str, faulty: bool, tries: int) -> list[SmallRecord]:
    """Return small records about which nothing is told but what stands in all their completions."""
    found = []
    for seed in seeds(tries, tries):
        record = small_record(seed, faulty, game)
        if record is not None and record.whole:
            assert record.findings <= record.certain, f"seed {seed}"
            assert record.tells_no_wrong_outcome, f"seed {seed}"
            found.append(record)
    return found


@pytest.mark.parametrize("faulty", [only_deep(False), True])
def test_of_a_small_record_is_told_what_stands_in_all_its_completions(faulty: bool) -> None:
    records = small_records("desmoche", faulty, count(60, 8))
    stands = sum(len(one.certain) for one in records)
    assert sum(len(one.findings) for one in records) >= TOLD * stands
    alike = [one.tells_its_outcome for one in records if len(one.outcomes) == 1]
    assert alike
    assert sum(alike) >= TOLD_OF_OUTCOMES * len(alike)


@pytest.mark.deep
@pytest.mark.parametrize("faulty", [False, True])
@pytest.mark.parametrize("game", ["golf", "dimes", "dam"])
def test_so_it_is_in_other_games(game: str, faulty: bool) -> None:
    records = small_records(game, faulty, {"golf": 10, "dimes": 80, "dam": 40}[game])
    alike = [one.tells_its_outcome for one in records if one.all_agree]
    assert alike
    assert sum(alike) >= TOLD * len(alike)
