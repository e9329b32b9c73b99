"""A table that has played all night is shown as fast as a new one."""

import sys
from functools import cache
from random import Random

import pytest

from benchmarks.pages import PAGES, Event, hands_of, looked
from referee.simulating.desmoche import evening

SHORT, LONG = 5, 60


@cache
def hands() -> list[list[Event]]:
    """Return the lines of each hand of a night, after those before the first hand."""
    return hands_of(evening("desmoche", Random(37), LONG))


@pytest.mark.deep
def test_a_page_of_a_table_takes_as_much_work_after_many_hands_as_after_few() -> None:
    calls = 0

    def called(_frame: object, event: str, _what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        few, many = (looked(count, hands(), lambda: calls) for count in (SHORT, LONG))
    finally:
        sys.setprofile(None)
    for page in PAGES:
        for before, after in zip(few[page], many[page], strict=True):
            assert after < 1.2 * before, page
