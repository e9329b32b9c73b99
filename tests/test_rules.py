"""Every rule against its cases, and every rule switched off: then some case of its must fail."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.replay import Replay, judge
from referee.rulebooks import find
from tests.table_talk import Case, cases

CASES = Path(__file__).parent / "cases"
ALL = [
    pytest.param(path.stem, case, id=f"{path.stem}: {case.title}")
    for path in sorted(CASES.glob("*.txt"))
    for case in cases(path)
]
RULES = [rule.id for rule in find("desmoche").rules]


def disagreements(case: Case, report: dict[str, Any]) -> list[str]:
    """Where the report of a case is not what the case expects."""
    found = Counter((one["event"], one["rule"], one["player"]) for one in report["findings"])
    expected = Counter((event, rule, player) for event, rule, player, _ in case.findings)
    wrong = [f"not found: {one}" for one in (expected - found).elements()]
    wrong += [f"not expected: {one}" for one in (found - expected).elements()]
    for event, rule, _, status in case.findings:
        told = [
            one["status"]
            for one in report["findings"]
            if (one["event"], one["rule"]) == (event, rule)
        ]
        if status and status not in told:
            wrong.append(f"{rule} at {event} is {told}, not {status}")
    for ending in case.endings:
        actual = _ending(ending, report)
        if actual != _expected(ending):
            wrong.append(f"{ending[0]}: {actual}, not {_expected(ending)}")
    return wrong


def _expected(ending: list[str]) -> Any:
    what, *words = ending
    if what in ("net", "enforced"):
        return {name: int(amount) for name, amount in zip(words[::2], words[1::2], strict=True)}
    if what == "carried":
        return int(words[0])
    return sorted(words) if what == "bonuses" else words


def _ending(ending: list[str], report: dict[str, Any]) -> Any:
    what, hand = ending[0], report["hands"][-1]
    if what == "net":
        return {name: amount for name, amount in hand["net"].items() if amount}
    if what == "enforced":
        other = hand["if_enforced"]
        return {name: amount for name, amount in other["net"].items() if amount} if other else {}
    if what == "carried":
        return hand["carried"]
    if what == "outcome":
        outcome = hand["outcome"]
        return [outcome["kind"], *filter(None, [outcome["winner"], outcome["win"]])]
    if what == "undecided":
        return [word for one in report["undecided"] for word in (one["rule"], one["player"])]
    if what == "bonuses":
        return sorted(f"{one['bonus']}:{one['from']}:{one['amount']}" for one in hand["bonuses"])
    game = ending[1]
    return [game, *next(one["winners"] for one in hand["side_games"] if one["side_game"] == game)]


@pytest.mark.parametrize(("_rule", "case"), ALL)
def test_case(_rule: str, case: Case) -> None:
    report = judge(case.events)
    assert disagreements(case, report) == []
    assert (
        sum(report["totals"].values()) + report["carried"] + sum(report["side_carried"].values())
        == 0
    )


@pytest.mark.parametrize(("_rule", "case"), ALL)
def test_event_by_event_is_the_same_as_all_at_once(_rule: str, case: Case) -> None:
    replay = Replay()
    for event in case.events:
        replay.feed(event)
        replay.report()
    assert replay.report() == judge(case.events)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_is_switched_off_is_missed(rule: str) -> None:
    shown = [case for name, case in (one.values for one in ALL) if name == rule]
    assert shown, f"no case shows {rule}"
    assert any(disagreements(case, judge(case.events, without=[rule])) for case in shown)
