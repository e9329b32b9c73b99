"""The crux of evenings of Golf, against every combination of house rules."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from referee.games.golf import GOLF
from referee.judging.corrections import Event
from referee.judging.replay import judge
from referee.rulings.crux import crux
from referee.simulating.many import evenings
from tests.depth import seeds

House = frozenset[tuple[str, str]]


def results(report: dict[str, Any]) -> list[Any]:
    """Return how every hand ended, its winner, and its points."""
    ends = [(hand["outcome"]["kind"], hand["outcome"]["winner"]) for hand in report["hands"]]
    return list(zip(ends, [hand["scores"] for hand in report["hands"]], strict=True))


def under_all_houses(log: list[Event]) -> dict[House, list[Any]]:
    """The results under each combination of house rules, by what it has otherwise than the table
    had."""
    opening, usual = log[0], GOLF.house(log[0].get("house", {}))
    found = {}
    for options in product(*(house.options for house in GOLF.house_rules)):
        house = {one.name: option for one, option in zip(GOLF.house_rules, options, strict=True)}
        otherwise = frozenset(house.items() - usual.items())
        found[otherwise] = results(judge([{**opening, "house": house}, *log[1:]]))
    return found


@pytest.mark.parametrize("seed", seeds(30, 2))
@pytest.mark.parametrize("slips", [0, 1], ids=["lawful", "with a slip"])
def test_an_evening_hangs_on_what_all_combinations_show(seed: int, slips: int) -> None:
    log = next(evenings("golf", 3, seed, slips=slips))
    ends = under_all_houses(log)
    turning: list[House] = []
    for house in sorted(ends, key=len):
        if ends[house] != ends[frozenset()] and not any(part <= house for part in turning):
            turning.append(house)
    found = crux(log)
    told = [
        frozenset((change.rule, change.option) for change in point.changes)
        for point in found.turning_points
    ]
    assert set(told) == set(turning)
    assert set(found.matters) >= {rule for house in turning for rule, _ in house}
