"""Every rule against its cases, and every rule switched off: then some case of its must fail."""

from __future__ import annotations

import pytest

from referee.replay import Replay, judge
from referee.rulebooks import find
from tests.desmoche_app.talking import SPEECH
from tests.table_talk import Case, cases
from tests.test_rules import CASES, disagreements

BOOK = find("desmoche_app")
TOLD = [
    (path.stem, case)
    for path in sorted((CASES / "desmoche_app").glob("*.txt"))
    for case in cases(path, SPEECH)
]
ALL = [pytest.param(rule, case, id=f"{rule}: {case.title}") for rule, case in TOLD]


@pytest.mark.parametrize(("_rule", "case"), ALL)
def test_case(_rule: str, case: Case) -> None:
    report = judge(case.events)
    assert disagreements(case, report) == []
    assert "scores" not in report
    assert not any(report["totals"].values())


@pytest.mark.parametrize(("_rule", "case"), ALL)
def test_event_by_event_is_the_same_as_all_at_once(_rule: str, case: Case) -> None:
    replay = Replay()
    for event in case.events:
        replay.feed(event)
        replay.report()
        replay.view()
        for one in replay.expected():
            one.message()
        for fact in replay.play.situation(event):
            fact.told()
    assert replay.report() == judge(case.events)


@pytest.mark.parametrize("rule", [rule.id for rule in BOOK.rules])
def test_a_rule_that_is_switched_off_is_missed(rule: str) -> None:
    shown = [case for name, case in TOLD if name == rule]
    assert shown, f"no case shows {rule}"
    assert any(disagreements(case, judge(case.events, without=[rule])) for case in shown)
