"""Every rule of That Dam Game against its cases, and every rule switched off: then some case of its
must fail."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.replay import Replay, judge
from referee.rulebooks import find
from tests.dam.table_talk import cases
from tests.table_talk import Case

CASES = Path(__file__).parent.parent / "cases" / "dam"
ALL = [
    pytest.param(path.stem, case, id=f"{path.stem}: {case.title}")
    for path in sorted(CASES.glob("*.txt"))
    for case in cases(path)
]
RULES = [rule.id for rule in find("dam").rules]


def disagreements(case: Case, report: dict[str, Any]) -> list[str]:
    """Where the report of a case is not what the case expects."""
    found = Counter((one["event"], one["rule"], one["player"]) for one in report["findings"])
    expected = Counter((event, rule, player) for event, rule, player, _ in case.findings)
    wrong = [f"not found: {one}" for one in (expected - found).elements()]
    wrong += [f"not expected: {one}" for one in (found - expected).elements()]
    for what, *words in case.endings:
        actual = ending(what, report)
        if actual != words:
            wrong.append(f"{what}: {actual}, not {words}")
    return wrong


def ending(what: str, report: dict[str, Any]) -> list[str]:
    hand = report["hands"][-1]
    match what:
        case "outcome":
            return [hand["outcome"]["kind"], *filter(None, [hand["outcome"]["winner"]])]
        case "scores":
            return [f"{name}={points}" for name, points in hand["scores"].items()]
        case "totals":
            return [f"{name}={points}" for name, points in report["scores"].items()]
        case "melds":
            return ["".join(meld) for meld in hand["outcome"]["melds"]]
        case "undecided":
            return [one["player"] for one in report["undecided"]]
        case "status":
            return [str(one["status"]) for one in report["findings"]]
    return list(report["winners"])


@pytest.mark.parametrize(("_rule", "case"), ALL)
def test_case(_rule: str, case: Case) -> None:
    assert disagreements(case, judge(case.events)) == []


@pytest.mark.parametrize(("_rule", "case"), ALL)
def test_event_by_event_is_the_same_as_all_at_once(_rule: str, case: Case) -> None:
    replay = Replay()
    for event in case.events:
        replay.feed(event)
        replay.report()
        replay.view()
        replay.expected()
        replay.play.situation(event)
    assert replay.report() == judge(case.events)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_is_switched_off_is_missed(rule: str) -> None:
    shown = [case for name, case in (one.values for one in ALL) if name == rule]
    assert shown, f"no case shows {rule}"
    assert any(disagreements(case, judge(case.events, without=[rule])) for case in shown)
