"""An empty gap before an act that breaks a rule makes the breach open, but never in order."""

from pathlib import Path
from typing import Any

import pytest

from referee.judging.findings import MISSED, PAYMENT, RECORD
from referee.judging.replay import judge
from referee.rulings.ruling import IN_ORDER, rule_on
from tests.depth import one_in
from tests.every_game import all_files, cases
from tests.partial.trying import accepted

Event = dict[str, Any]


def behind_a_gap(events: list[Event], at: int) -> list[Event]:
    """Return the events with a gap before this one, and adjusted references."""
    moved = [
        {
            name: value + (name in ("event", "before", "dispute") and value >= at)
            if isinstance(value, int)
            else value
            for name, value in event.items()
        }
        for event in events[at - 1 :]
    ]
    return [*events[: at - 1], {"type": "gap"}, *moved]


@pytest.mark.parametrize("path", one_in(4, all_files()))
def test_nothing_that_breaks_a_rule_is_in_order_behind_a_gap(path: Path) -> None:
    for case in cases(path):
        events = accepted(case.events)
        if any(one["type"] in ("correct", "insert") for one in events):
            continue
        for found in judge(events)["findings"]:
            if found["kind"] in (RECORD, MISSED, PAYMENT):
                continue
            ruling = rule_on(behind_a_gap(events, found["event"]), found["event"] + 1)[0]
            assert ruling.kind != IN_ORDER, (case.title, found["message"])
