"""A rule that is not asked where it has nothing to say has nothing to say there: whoever asks all
rules about everything finds the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.judging.corrections import as_they_should_read
from referee.judging.findings import VIOLATION
from referee.judging.kernel.asking import RulesInForce, rules_in_force
from referee.judging.registry import find
from referee.judging.replay import judge
from referee.judging.rulebook import ALWAYS, ORDINARY, Rulebook, RuleShelf
from referee.rulings.playing import reported
from tests.depth import one_in
from tests.every_game import all_files, cases
from tests.rulings.lines import lines
from tests.simulation import faulty_session
from tests.simulation.faults import SLIPS

FILES = list(all_files())


def asking_everything(rulebook: Rulebook) -> Rulebook:
    """The same rulebook with rules that are asked about every event that they name."""
    rules = (replace(rule, stages={}, unless={}, signs=ALWAYS) for rule in rulebook.rules)
    return replace(rulebook, rules=tuple(rules))


def disagreeing(log: list[dict[str, Any]]) -> bool:
    """Return whether a log is judged otherwise when all rules are asked about everything."""
    rulebook = asking_everything(find(log[0]["game"]))
    return judge(log) != reported(rulebook, as_they_should_read(log), len(log))


@pytest.mark.parametrize(
    "path", one_in(3, FILES), ids=[f"{path.parent.name}-{path.stem}" for path in FILES]
)
def test_the_cases_of_a_rule_need_no_other_questions(path: Any) -> None:
    assert [case.title for case in cases(path) if disagreeing(case.events)] == []


@pytest.mark.parametrize("slip", one_in(3, SLIPS), ids=lambda slip: slip.name)
def test_a_slip_needs_no_other_questions(slip: Any) -> None:
    log, _ = faulty_session(Random(slip.name), slip)
    assert not disagreeing(log)


def silent(_place: object, _act: object) -> None:
    """A rule that finds nothing."""


def shelf_of_three() -> RuleShelf:
    """Rules that have something to say at the second stage, with a sign, and at some tables."""
    shelf = RuleShelf("Rules")
    shelf.rule("one", VIOLATION, on=("draw", "pay"), stages={"draw": (2,)})(silent)
    shelf.rule("two", VIOLATION, on=("draw",), signs=1 << 4)(silent)
    never = {"knock": ("free",)}
    shelf.rule("three", VIOLATION, on=("pay",), unless=never, silences=True)(silent)
    return shelf


def asked(*about: Any) -> list[str]:
    force = RulesInForce(shelf_of_three().rules, frozenset({"draw", "pay"}))
    return [rule.id for _, rule in force.at(*about)]


def test_a_rule_is_asked_where_it_may_speak() -> None:
    assert asked("draw", 1, ORDINARY) == []
    assert asked("draw", 2, ORDINARY) == ["one"]
    assert asked("draw", 2, ORDINARY | 1 << 4) == ["one", "two"]
    assert asked("pay", 1, ORDINARY) == ["three", "one"]
    assert asked("draw") == ["one", "two"]


def test_a_house_rule_leaves_a_rule_nothing_to_say() -> None:
    rulebook = replace(find("desmoche"), rules=tuple(shelf_of_three().rules))
    for option, rules in {"free": ["one"], "binding": ["three", "one"]}.items():
        in_force = rules_in_force(rulebook, {"knock": option})
        assert [rule.id for _, rule in in_force.at("pay")] == rules


def test_a_table_that_silences_a_rule_asks_the_others_in_the_same_order() -> None:
    rules, events = shelf_of_three().rules, frozenset({"draw", "pay"})
    every = RulesInForce(rules, events)
    some = RulesInForce(rules, events, frozenset({"one"}), every)
    assert [rule.id for _, rule in every.at("pay")] == ["three", "one"]
    assert [rule.id for _, rule in some.at("pay")] == ["three"]
    assert [rule.id for _, rule in some.at("draw")] == ["two"]


@pytest.mark.parametrize(
    ("rule", "log"),
    [
        ("withdraw.live", "table Ana Beto\ndraw Ana 7h\nmeld Ana 7h7c7d\npay Ana 2c\nwithdraw Ana"),
        (
            "force.missed",
            "table Ana Beto forced_cards=automatic\ndraw Ana 7h\nmeld Ana 7h8h??\npay Ana Kc\n"
            "draw Beto Th\ndraw Ana 2c",
        ),
    ],
)
def test_a_rule_that_is_switched_off_leaves_nothing_open(rule: str, log: str) -> None:
    assert rule in [one["rule"] for one in judge(lines(log))["undecided"]]
    assert rule not in [one["rule"] for one in judge(lines(log), without=[rule])["undecided"]]
