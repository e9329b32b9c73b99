"""Short forms of the programs that take minutes; see the package."""

import os
from collections.abc import Iterator

import pytest

from tests.depth import count, only_deep
from tests.endurance import crowd, faults, flips, kills
from tests.endurance.starting import Outcome

posix = pytest.mark.skipif(os.name != "posix", reason="kills as POSIX knows them")
DATABASES = ["sqlite", only_deep("postgresql")]


def sound(outcomes: Iterator[Outcome]) -> list[Outcome]:
    """Return the outcomes, none of which may have problems."""
    found = list(outcomes)
    assert [problem for outcome in found for problem in outcome.problems] == []
    return found


@posix
@pytest.mark.parametrize("db", DATABASES)
def test_killed_writers_lose_nothing_that_was_acknowledged_and_double_nothing(db: str) -> None:
    (outcome,) = sound(kills.run(6 if db != "sqlite" else count(20, 3), cuts=2, db=db))
    assert outcome.counts["events"] > outcome.counts["rounds"] > 0


@pytest.mark.deep
@pytest.mark.skipif(not faults.can_trace(), reason="needs strace")
def test_no_failing_system_call_breaks_the_book() -> None:
    """Try one fault in thirteen, of every kind of failure."""
    (outcome,) = sound(faults.run(every=13))
    assert {"acknowledged", "killed", "refused"} == outcome.counts.keys()


@pytest.mark.deep
@posix
@pytest.mark.parametrize("db", DATABASES)
def test_a_crowd_of_writers_gets_along_and_nobody_waits_in_vain(db: str) -> None:
    """Fail if a writer waits longer than the book's patience. The fairness depends on the load of
    the machine; ``python -m tests.endurance crowd`` prints it."""
    assert sound(crowd.run(2, db))


def test_flipped_bits_are_found() -> None:
    (outcome,) = sound(flips.run(count(400, 100)))
    assert sum(outcome.counts.values()) == count(400, 100)
    assert outcome.counts["verify"] > count(200, 50)
