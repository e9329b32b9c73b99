"""Rulings: every part is there, for every rule and every way to play it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.judging.registry import find
from referee.rulings.ruling import IN_ORDER, Ruling, rule_on
from referee.rulings.ruling.table import KINDS, UNDECIDED
from referee.wording.sentences import symbols
from tests.table_talk import Case, cases

CASES = Path(__file__).parent.parent / "cases" / "desmoche"
BOOK = find("desmoche")


def about(rule_id: str) -> Iterator[tuple[Case, int]]:
    for case in cases(CASES / f"{rule_id}.txt"):
        for event, rule, _, _ in case.findings:
            if rule == rule_id:
                yield case, event
                break


def is_whole(ruling: Ruling) -> None:
    """Check that a ruling has all its parts, and no unfilled placeholder."""
    told = ruling.to_dict(symbols)
    for part in ("verdict", "question", "facts", "rules", "finding", "shown_by"):
        assert told[part], part
    assert ruling.kind in (*KINDS.values(), IN_ORDER, UNDECIDED)
    assert ruling.remedies or ruling.kind == IN_ORDER
    words = json.dumps({**told, "question": "", "cost": "", "rectification": ""})
    assert "{" not in words.replace("[{", "").replace(", {", "").replace(": {", "")[1:]
    assert "None" not in words


def at_tables_that_play(events: list[dict[str, Any]], name: str, option: str) -> list[Any]:
    opening = dict(events[0])
    several = next(rule for rule in BOOK.house_rules if rule.name == name).several
    opening["house"] = {**opening.get("house", {}), name: [option] if several else option}
    return [opening, *events[1:]]


@pytest.mark.parametrize("rule", BOOK.rules, ids=lambda rule: rule.id)
def test_every_rule_in_every_house_is_ruled_on(rule: Any) -> None:
    case, event = next(about(rule.id))
    found = rule_on(case.events, event, rule.id)
    assert found[0].rules[0].id == rule.id
    assert found[0].shown_by
    for ruling in found:
        is_whole(ruling)
    declared = {one.name: one for one in BOOK.house_rules}
    for name in rule.binds:
        for option in declared[name].options:
            table = at_tables_that_play(case.events, name, option)
            for ruling in rule_on(table, event, rule.id):
                is_whole(ruling)
                bound = {one.house_rule.name: one.option for one in ruling.bound}
                assert option in bound[name] or any("house" in str(line) for line in table[1:])
