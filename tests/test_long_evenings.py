"""A hand of a long evening costs as much as one of a short evening."""

import cProfile
import json
import pstats
from typing import Any

import pytest
from referee_schemas.reading import read_lines

from benchmarks.evenings import Log, evenings, games
from referee.judging.replay import judge
from referee.wording.language import Word
from tests.depth import one_in

HANDS = 60


def shortest_hand(game: str) -> tuple[Log, Log]:
    """Return the opening of an evening, and its shortest hand without payments: without them the
    results of all hands stay open."""
    found: list[tuple[Log, Log]] = []
    for log in evenings(game).measured:
        types = [json.loads(line)["type"] for line in log]
        begins = [at for at, kind in enumerate(types) if kind == "hand"]
        for begin, end in zip(begins, [*begins[1:], len(log)], strict=True):
            if "payment" not in types[begin:end]:
                found.append((log[: begins[0]], log[begin:end]))
    return min(found, key=lambda one: len(one[1]))


def calls_of(lines: Log) -> int:
    """Return the number of function calls in judging a log."""
    events = list(read_lines(lines, Word("the log")))
    profile = cProfile.Profile()
    profile.runcall(judge, events)
    told: Any = pstats.Stats(profile)
    return int(told.total_calls)


@pytest.mark.parametrize("game", one_in(6, games()))
def test_twice_the_hands_cost_twice_the_calls(game: str) -> None:
    opening, hand = (list(map(without_numbers, lines)) for lines in shortest_hand(game))
    calls_of(opening + hand)  # fills the caches
    once, twice = (calls_of(opening + hand * hands) for hands in (HANDS, 2 * HANDS))
    assert twice < 2.02 * once


def without_numbers(line: bytes) -> bytes:
    """Return a line without numbers, so that it can be repeated."""
    told = json.loads(line)
    return json.dumps({field: told[field] for field in told if field not in ("seq", "id")}).encode()
