"""Questions to the table: as few as possible, with answers that decide."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from referee.rulings.ask import ask, open_questions
from tests.depth import count, only_deep
from tests.evenings import Log
from tests.lawful import HANDS, lawful


def unseen(event: dict[str, Any]) -> dict[str, Any]:
    if event["type"] == "deal":
        return {**event, "hands": {}}
    if event["type"] == "cambio":
        return {**event, "card": "??"}
    if event["type"] == "announce":
        return {name: told for name, told in event.items() if name != "cards"}
    return event


def open_logs(seed: int, logs: int, questions: Sequence[int] = (1, 2, 3)) -> list[Log]:
    """Return evenings of one hand with hidden cards that leave money open, and this many questions
    that decide it."""
    rng, found = Random(seed), []
    while len(found) < logs:
        log = list(map(unseen, lawful(rng, HANDS)))
        if sum(one.moves for one in open_questions(log)) in questions:
            found.append(log)
    return found


def least(log: Log) -> int:
    """Return the fewest questions that decide all money with any answers, by trying every order."""
    found: dict[frozenset[str], int] = {}

    def left(given: Log) -> int:
        known = frozenset(map(str, given))
        if known not in found:
            deciding = [one for one in open_questions([*log, *given]) if one.moves]
            after = [
                1 + max(left([*given, *map(dict, world.edit)]) for world in one.worlds)
                for one in deciding
            ]
            found[known] = min(after, default=0)
        return found[known]

    return left([])


def test_no_fewer_questions_decide_the_money() -> None:
    for log in open_logs(6, count(4, 1)):
        assert ask(log).at_most == least(log)


@pytest.mark.parametrize(("seed", "questions"), [only_deep(9, 4), only_deep(10, 4)])
def test_no_fewer_questions_decide_the_money_where_many_are_open(seed: int, questions: int) -> None:
    (log,) = open_logs(seed, 1, questions=(questions,))
    assert ask(log).at_most == least(log)


def test_the_answers_decide_the_money_in_so_many_questions() -> None:
    for log in open_logs(7, count(2, 1)):
        rng, asked, given = Random(1), 0, log
        plan, at_most = ask(given), ask(given).at_most
        while plan.deciding:
            world = rng.choice(plan.deciding[0].worlds)
            given = [*given, *map(dict, world.edit)]
            plan, asked = ask(given), asked + 1
        assert asked <= at_most, log
