"""Every rule of Dimes against its cases, and every rule switched off: then some case of its must
fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.replay import Replay, judge
from referee.rulebooks import find
from tests.dimes.table_talk import DIMES
from tests.table_talk import Case, cases

CASES = Path(__file__).parent.parent / "cases" / "dimes"
ALL = [
    pytest.param(path.stem, case, id=f"{path.stem}: {case.title}")
    for path in sorted(CASES.glob("*.txt"))
    for case in cases(path, DIMES)
]
RULES = find("dimes").rules


def disagreements(case: Case, report: dict[str, Any]) -> Iterator[str]:
    """Where the report of a case is not what the case expects."""
    found = Counter((one["event"], one["rule"], one["player"]) for one in report["findings"])
    expected = Counter((event, rule, player) for event, rule, player, _ in case.findings)
    yield from (f"not found: {one}" for one in (expected - found).elements())
    yield from (f"not expected: {one}" for one in (found - expected).elements())
    for event, rule, player, status in case.findings:
        told = next(
            one["status"]
            for one in report["findings"]
            if (one["event"], one["rule"], one["player"]) == (event, rule, player)
        )
        if status and told != status:
            yield f"{rule} at {event} is {told}, not {status}"
    for what, *words in case.endings:
        actual = list(_ending(what, report))
        if actual != words:
            yield f"{what}: {actual}, not {words}"


def _ending(what: str, report: dict[str, Any]) -> Iterator[str]:
    hand = report["hands"][-1]
    match what:
        case "outcome":
            yield hand["outcome"]["kind"]
            if hand["outcome"]["winner"]:
                yield hand["outcome"]["winner"]
        case "scores" | "sums":
            counted = hand["scores"] if what == "scores" else report["scores"]
            for player, points in counted.items():
                yield f"{player}:{'?' if points is None else points}"
        case "winners":
            yield from report["winners"]
        case "net":
            for player, money in hand["net"].items():
                yield f"{player}:{money}"
        case "pot":
            yield str(hand["pot"])
            yield str(hand["carried"])
        case "undecided":
            for one in report["undecided"]:
                yield f"{one['rule']}:{one['player']}"


@pytest.mark.parametrize(("_rule", "case"), ALL)
def test_case(_rule: str, case: Case) -> None:
    report = judge(case.events)
    assert list(disagreements(case, report)) == []
    assert sum(report["totals"].values()) + report["carried"] == 0


@pytest.mark.parametrize(("_rule", "case"), ALL)
def test_event_by_event_is_the_same_as_all_at_once(_rule: str, case: Case) -> None:
    replay = Replay()
    for event in case.events:
        replay.feed(event)
        replay.report()
        replay.view()
        for expectation in replay.expected():
            assert expectation.message()
        if replay.play.hand_number:
            for fact in replay.play.situation(event):
                assert fact.told()
    assert replay.report() == judge(case.events)


@pytest.mark.parametrize("rule", sorted({rule.id for rule in RULES}))
def test_a_rule_that_is_switched_off_is_missed(rule: str) -> None:
    shown = [case for name, case in (one.values for one in ALL) if name == rule]
    assert shown, f"no case shows {rule}"
    assert any(
        Counter(
            (one["event"], one["rule"]) for one in judge(case.events, without=[rule])["findings"]
        )
        != Counter((event, name) for event, name, _, _ in case.findings)
        for case in shown
    )


def test_every_rule_has_one_id() -> None:
    assert [rule.id for rule in RULES] == list(dict.fromkeys(rule.id for rule in RULES))
