"""The house rules that an evening hangs on, against every combination of some of them."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from referee.judging.registry import find
from referee.judging.replay import judge
from referee.judging.report import in_the_middle
from referee.rulings.crux import OptionChange, choices_of, crux
from referee.simulating.many import evenings
from tests.depth import count, seeds
from tests.evenings import Log
from tests.every_game import all_files, cases
from tests.partial.trying import accepted

Report = dict[str, Any]
Chosen = frozenset[int]


@cache
def cases_of_desmoche() -> list[Log]:
    """The cases of its rules in which the house rules stay as they were agreed."""
    told = (case for path in all_files() if path.parent.name == "desmoche" for case in cases(path))
    logs = (accepted(case.events) for case in told)
    return [log for log in logs if not any(one["type"] in ("house", "correct") for one in log)]


EVENINGS: dict[str, Callable[[int], Log]] = {
    "desmoche": lambda seed: Random(f"case/{seed}").choice(cases_of_desmoche()),
    "golf": lambda seed: next(evenings("golf", 3, seed, slips=seed % 2)),
}


def some_choices(log: Log, most: int, rng: Random) -> list[OptionChange]:
    """Up to so many choices with two answers each, first of all those that matter."""
    matters = crux(log).matters
    every = list(choices_of(enumerate(log, 1)))
    rng.shuffle(every)
    every.sort(key=lambda one: one.rule not in matters)
    return [replace(one, instead=(rng.choice(one.instead),)) for one in every[:most]]


def under(log: Log, changes: Sequence[OptionChange]) -> Report:
    """The report of an evening if the table had chosen so when it opened."""
    house = find(log[0]["game"]).house(log[0].get("house", {}))
    for one in changes:
        house[one.rule] = (
            one.option if one.part is None else sorted({*house[one.rule]} ^ {one.part})
        )
    return judge([{**log[0], "house": house}, *log[1:]])


def ends(report: Report) -> Hashable:
    """Every winner, payment and point of a report."""
    pots: dict[str, int] = {}
    told = []
    for hand in report["hands"]:
        pots |= {one["side_game"]: one["carried"] for one in hand["side_games"]}
        bonuses: Counter[str] = Counter()
        for bonus in hand["bonuses"]:
            bonuses[bonus["from"]] += bonus["amount"]
        outcome = (hand["outcome"]["kind"], hand["outcome"]["winner"], hand["carried"])
        if not (hand["outcome"]["winner"] or "scores" in hand):
            outcome = outcome[2:]  # an unknown winner, or none: no payment either way
        won = [(one["side_game"], one["winners"]) for one in hand["side_games"] if one["winners"]]
        amounts = [sorted(one.items()) for one in (hand["net"], +bonuses, +Counter(pots))]
        told.append((outcome, amounts, sorted(won), sorted(hand.get("scores", {}).items())))
    return str(told)


def subsets(size: int) -> Iterator[Chosen]:
    for length in range(size + 1):
        yield from map(frozenset, combinations(range(size), length))


@pytest.mark.parametrize("seed", seeds(30, 6))
@pytest.mark.parametrize("game", EVENINGS)
def test_the_crux_is_what_all_combinations_show(game: str, seed: int) -> None:
    rng = Random(f"crux/{seed}")
    log = EVENINGS[game](seed)
    some = some_choices(log, count(6, 4), rng)
    reports = {chosen: under(log, [some[at] for at in chosen]) for chosen in subsets(len(some))}
    end = {chosen: ends(report) for chosen, report in reports.items()}
    as_played = reports[frozenset()]
    turning: dict[Chosen, tuple[dict[str, int], int]] = {}
    for chosen, report in reports.items():
        if end[chosen] != end[frozenset()] and not any(part <= chosen for part in turning):
            moves = {
                name: report["totals"][name] - total
                for name, total in as_played["totals"].items()
                if report["totals"][name] != total
            }
            turning[chosen] = moves, in_the_middle(report) - in_the_middle(as_played)
    found = crux(log, some)
    places = {(one.rule, one.part): at for at, one in enumerate(some)}
    assert {
        frozenset(places[change.rule, change.part] for change in point.changes): (
            point.difference.moves,
            point.difference.middle,
        )
        for point in found.turning_points
    } == turning
    told = {
        at
        for (rule, part), at in places.items()
        if rule in found.matters and (part is None or part in found.matters[rule])
    }
    matters = {
        at
        for chosen in end
        for at in range(len(some))
        if at not in chosen and end[chosen] != end[chosen | {at}]
    }
    assert told == matters if game == "desmoche" else told >= matters
