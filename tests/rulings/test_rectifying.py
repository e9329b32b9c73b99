"""Rectifications: every rule has one, the record can take it, and the cost comes from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import pytest

from referee.judging.corrections import REVISING
from referee.judging.registry import games
from referee.judging.replay import judge
from referee.judging.report import in_the_middle
from referee.judging.rulebook import Rulebook
from referee.rulings.ruling import Ruling, rule_on
from tests.accepting import accept_event
from tests.depth import one_in
from tests.every_game import all_files, cases

Event = Mapping[str, Any]
Log = list[dict[str, Any]]
SHOWN = [
    pytest.param([case.events for case in found], id=f"{found[0].events[0]['game']} {path.stem}")
    for path in all_files()
    if (found := [case for case in cases(path) if case.findings])
]
"""The cases of each rule in which something is found."""

NO_LINE = {"offence.other", "player.unknown", "card.count", "take.swap", "deal.count",
           "dealer.rotation", "seat.carry", "side.unshown", "end.early", "hand.over", "event.phase",
           "count.high", "count.low", "force.refused", "force.missed"}  # fmt: skip
"""Rules whose findings no line can put right, at least sometimes: the ruling says why."""


@pytest.mark.parametrize("book", games(), ids=lambda book: book.name)
def test_every_rule_says_how_it_is_put_right(book: Rulebook) -> None:
    assert book.rule_ids <= book.remedies.keys()


def of_findings(events: Log) -> Iterator[tuple[dict[str, Any], Ruling]]:
    for finding in judge(events)["findings"]:
        for ruling in rule_on(events, finding["event"], finding["rule"]):
            if ruling.reason.render() == finding["message"]:
                yield finding, ruling


@pytest.mark.parametrize("logs", one_in(3, SHOWN))
def test_the_cost_is_what_the_record_comes_to_with_the_edit(logs: list[Log]) -> None:
    for events in logs:
        costs_what_it_says(events)


def costs_what_it_says(events: Log) -> None:
    was = judge(events)
    for finding, ruling in of_findings(events):
        cost = ruling.cost
        assert cost.as_it_lies.money == was["totals"]
        if not ruling.edit:
            assert cost.as_it_should_be is None
            continue
        for line in ruling.edit:
            assert accept_event(dict(line)) is not None
        would_be = judge([*events, *ruling.edit])
        assert cost.as_it_should_be is not None
        assert cost.as_it_should_be.money == would_be["totals"]
        assert cost.as_it_should_be.middle == in_the_middle(would_be)
        assert cost.as_it_should_be.points == would_be.get("scores")
        assert key(finding) not in map(key, would_be["findings"])


def key(finding: Mapping[str, Any]) -> tuple[Any, ...]:
    return finding["event"], finding["rule"], finding["player"], finding["message"]


@pytest.mark.parametrize("logs", one_in(3, SHOWN))
def test_what_no_line_puts_right_says_why(logs: list[Log]) -> None:
    for finding, ruling in chain.from_iterable(map(of_findings, logs)):
        assert ruling.right[-1].render()
        knows = [one.render() for one in ruling.cost.sentences]
        if not ruling.edit and finding["rule"] not in NO_LINE:
            assert knows != ["No money moves."]


@pytest.mark.parametrize("logs", one_in(3, SHOWN))
def test_only_lines_of_whom_it_concerns_are_struck_out(logs: list[Log]) -> None:
    for events in logs:
        for finding, ruling in of_findings(events):
            for line in ruling.edit:
                if line["type"] in REVISING and line.get("with", "") is None:
                    struck = events[line["event"] - 1]
                    actors = {struck.get("player"), struck.get("by")} - {None}
                    assert finding["player"] in {None, *actors} or not actors, line
