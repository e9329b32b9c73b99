"""Desmoches move and open the same whatever the order of the lines of an act."""

from collections.abc import Iterator
from itertools import groupby, permutations
from pathlib import Path
from random import Random

import pytest
from referee_schemas.reading import read_log

from referee.judging.replay import judge
from tests.depth import one_in, seeds
from tests.evenings import Event
from tests.lawful import WHOLE, lawful
from tests.slips import RECORDED

REARRANGING = [log for log in RECORDED if log.stem.startswith(("desmoche", "meld"))]


def acts_of(log: list[Event]) -> Iterator[list[int]]:
    """Yield the places of the lines of every act with several melds that share no card."""
    for player, lines in groupby(range(len(log)), lambda at: laid_by(log[at])):
        act = list(lines)
        cards = [card for at in act for card in log[at].get("cards", ())]
        if player and len(act) > 1 and len(set(cards)) == len(cards):
            yield act


def laid_by(event: Event) -> str:
    return str(event["player"]) if event["type"] == "meld" else ""


def told(log: list[Event]) -> tuple[object, ...]:
    """Return a report without line numbers."""
    report = judge(log)
    found = sorted((one["rule"], one["player"] or "") for one in report["findings"])
    ends = [(hand["outcome"]["kind"], hand["outcome"]["winner"]) for hand in report["hands"]]
    return found, ends, report["totals"], [one["rule"] for one in report["undecided"]]


def same_in_any_order(log: list[Event]) -> None:
    as_written = told(log)
    for act in acts_of(log):
        for order in list(permutations(act))[1:6]:
            other = [*log[: act[0]], *(log[at] for at in order), *log[act[-1] + 1 :]]
            assert told(other) == as_written, order


@pytest.mark.parametrize("seed", seeds(100, 15))
def test_the_melds_of_one_act_may_be_written_in_any_order(seed: int) -> None:
    same_in_any_order(lawful(Random(f"acts/{seed}"), WHOLE))


@pytest.mark.parametrize("log", one_in(3, REARRANGING), ids=lambda log: log.stem)
def test_so_may_those_of_an_act_that_breaks_a_rule(log: Path) -> None:
    events = list(read_log(log))
    if not any(event["type"] in ("correct", "insert", "forgive") for event in events):
        same_in_any_order(events)
