"""Short forms of the programs that take minutes; see the package."""

from __future__ import annotations

import os
import sys

import pytest

from tests.depth import count
from tests.endurance import crowd, faults, flips, kills


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX knows them")
def test_killed_writers_lose_nothing_that_was_acknowledged_and_double_nothing() -> None:
    outcome = kills.run(count(20, 3))
    assert outcome.problems == []
    assert outcome.counts["events"] > outcome.counts["rounds"] > 0


@pytest.mark.deep
@pytest.mark.skipif(not faults.can_trace(), reason="needs strace")
def test_no_failing_system_call_breaks_the_book() -> None:
    """Try one fault in thirteen, of every kind of failure."""
    outcome = faults.run(every=13)
    assert outcome.problems == []
    assert {"acknowledged", "killed", "refused"} == outcome.counts.keys()


@pytest.mark.deep
def test_a_crowd_of_writers_gets_along_and_nobody_waits_in_vain() -> None:
    """Fail if a writer waits longer than the book's patience. The fairness depends on the load of
    the machine; ``python -m tests.endurance crowd`` prints it."""
    outcome = crowd.run(2)
    assert outcome.problems == []
    assert all(outcome.counts.values())


@pytest.mark.deep
@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX knows them")
def test_a_server_that_is_killed_loses_nothing_that_was_acknowledged() -> None:
    outcome = kills.run_on_a_server(6, 2)
    assert outcome.problems == []
    assert outcome.counts["events"] > outcome.counts["rounds"] > 0


@pytest.mark.deep
@pytest.mark.skipif(sys.platform == "win32", reason="a server for the tests is not to be had")
def test_several_servers_write_into_one_book() -> None:
    for outcome in crowd.run_on_a_server(2):
        assert outcome.problems == []
        assert all(outcome.counts.values())


def test_flipped_bits_in_the_events_are_found() -> None:
    outcome = flips.run(count(200, 50))
    assert outcome.problems == []
    assert sum(outcome.counts.values()) == count(200, 50)


def test_flipped_bits_anywhere_break_no_program() -> None:
    assert flips.run(count(200, 50), anywhere=True).problems == []
