"""Rulings: every part is there and in Spanish, for every rule and every way to play it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.judging.registry import find, games
from referee.rulings.ruling import IN_ORDER, Ruling, rule_on
from referee.rulings.ruling.table import KINDS, UNDECIDED
from referee.wording.language import speaking
from referee.wording.sentences import symbols
from tests.depth import one_in
from tests.evenings import Log
from tests.every_game import cases
from tests.wordless import Strict

ROOT = Path(__file__).parents[2]
RULES = {rule.shown_by: rule for book in games() for rule in book.rules}


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


def at_tables_that_play(events: Log, name: str) -> Iterator[tuple[str, Log]]:
    """Yield every option of a house rule, and the evening at a table that plays it."""
    game, *play = events
    (rule,) = (one for one in find(game["game"]).house_rules if one.name == name)
    for option in rule.options:
        house = {**game.get("house", {}), name: [option] if rule.several else option}
        yield option, [{**game, "house": house}, *play]


@pytest.mark.parametrize("file", one_in(2, RULES))
def test_every_rule_in_every_house_is_ruled_on_in_spanish_throughout(file: str) -> None:
    rule, spanish = RULES[file], Strict()
    case = next(
        one for one in cases(ROOT / file) if rule.id in [told for _, told, *_ in one.findings]
    )
    at = next(event for event, told, *_ in case.findings if told == rule.id)
    with speaking(spanish):
        found = rule_on(case.events, at, rule.id)
        assert found[0].rules[0].id == rule.id
        for event in range(1, len(case.events) + 1):
            for ruling in [*rule_on(case.events, event), *rule_on(case.events, event, rule.id)]:
                ruling.to_dict()
        for ruling in found:
            is_whole(ruling)
        for name in rule.binds:
            for option, table in at_tables_that_play(case.events, name):
                for ruling in rule_on(table, at, rule.id):
                    is_whole(ruling)
                    bound = {one.house_rule.name: one.option for one in ruling.bound}
                    assert option in bound[name] or any("house" in str(line) for line in table[1:])
    assert spanish.missing == set()
