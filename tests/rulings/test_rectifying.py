"""Rectifications: every rule has one, the record accepts it, and the cost follows from it; an empty
gap before a breach leaves it open, but never in order."""

from collections.abc import Mapping
from typing import Any

import pytest

from referee.judging.corrections import REVISING
from referee.judging.findings import MISSED, PAYMENT, RECORD
from referee.judging.registry import games
from referee.judging.replay import judge
from referee.judging.report import in_the_middle
from referee.judging.rulebook import Rulebook
from referee.rulings.ruling import IN_ORDER, Ruling, rule_on
from tests.accepting import accept_event, accepted
from tests.depth import one_in
from tests.evenings import Log
from tests.every_game import all_files, cases
from tests.rulings.repair_slips import referring

Event = Mapping[str, Any]
SHOWN = [
    pytest.param([case.events for case in found], id=f"{found[0].events[0]['game']} {path.stem}")
    for path in all_files()
    if (found := [case for case in cases(path) if case.findings])
]
"""The cases of each rule with a finding."""

NO_LINE = {"offence.other", "player.unknown", "card.count", "take.swap", "deal.count",
           "dealer.rotation", "seat.carry", "side.unshown", "end.early", "hand.over", "event.phase",
           "count.high", "count.low", "force.refused", "force.missed"}  # fmt: skip
"""Rules whose findings sometimes cannot be corrected by a line: then the ruling says why."""


@pytest.mark.parametrize("book", games(), ids=lambda book: book.name)
def test_every_rule_says_how_it_is_put_right(book: Rulebook) -> None:
    assert book.rule_ids <= book.remedies.keys()


@pytest.mark.parametrize("logs", one_in(3, SHOWN))
def test_a_finding_is_put_right_by_lines_of_whom_it_concerns_at_their_cost(logs: list[Log]) -> None:
    for events in logs:
        was = judge(events)
        for finding in was["findings"]:
            for ruling in rule_on(events, finding["event"], finding["rule"]):
                if ruling.reason.render() == finding["message"]:
                    is_put_right(events, was, finding, ruling)


def is_put_right(events: Log, was: Event, finding: Event, ruling: Ruling) -> None:
    cost, right = ruling.cost, ruling.cost.as_it_should_be
    assert cost.as_it_lies.money == was["totals"]
    assert ruling.right[-1].render()
    if not ruling.edit:
        assert right is None
        knows = [one.render() for one in cost.sentences]
        assert finding["rule"] in NO_LINE or knows != ["No money moves."]
        return
    for line in ruling.edit:
        assert accept_event(dict(line)) is not None
        if line["type"] in REVISING and line.get("with", "") is None:
            struck = events[line["event"] - 1]
            actors = {struck.get("player"), struck.get("by")} - {None}
            assert finding["player"] in {None, *actors} or not actors, line
    would_be = judge([*events, *ruling.edit])
    assert right is not None
    assert right.money == would_be["totals"]
    assert right.middle == in_the_middle(would_be)
    assert right.points == would_be.get("scores")
    assert key(finding) not in map(key, would_be["findings"])


def key(finding: Event) -> tuple[Any, ...]:
    return finding["event"], finding["rule"], finding["player"], finding["message"]


@pytest.mark.parametrize("logs", one_in(4, SHOWN))
def test_nothing_that_breaks_a_rule_is_in_order_behind_a_gap(logs: list[Log]) -> None:
    for events in map(accepted, logs):
        if any(one["type"] in ("correct", "insert") for one in events):
            continue
        for found in judge(events)["findings"]:
            before = found["event"] - 1
            after = [{"type": "gap"}, *referring(events[before:], before, 1)]
            if found["kind"] not in (RECORD, MISSED, PAYMENT):
                ruling = rule_on([*events[:before], *after], before + 2)[0]
                assert ruling.kind != IN_ORDER, found["message"]
