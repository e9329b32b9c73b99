"""What a scribe missed is held against nobody: lawful evenings with cards overwritten by ``??``.

``python -m tests.simulation.test_masked 2000`` judges so many and counts what was found by rule.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any

import pytest
from referee_schemas.acceptance import accept_event

from referee.judging.replay import judge
from tests.depth import seeds
from tests.simulation import lawful_session
from tests.simulation.masking import masked

Event = dict[str, Any]
UNSETTLED = ("open", "undecided")


def read(events: list[Event]) -> list[Event]:
    accepted = [accept_event(event) for event in events]
    return [event for event in accepted if event is not None]


def evening(seed: int) -> tuple[list[Event], list[Event]]:
    """A lawful evening, and what a scribe wrote who missed some of its cards."""
    rng = Random(f"masked/{seed}")
    events, _ = lawful_session(rng)
    return read(events), read(masked(events, rng))


def disagreements(true: dict[str, Any], told: dict[str, Any]) -> list[str]:
    """Return what the report on the masked log says that the true evening does not bear out."""
    rules = {finding["rule"] for finding in true["findings"]}
    wrong = [one["rule"] for one in told["findings"] if one["rule"] not in rules]
    asked: dict[int, set[str]] = {}
    for question in told["undecided"]:
        asked.setdefault(question["hand"], set()).add(question["rule"])
    first = min(asked, default=len(told["hands"]) + 1)
    for was, is_told in zip(true["hands"], told["hands"], strict=True):
        number, outcome = was["hand"], is_told["outcome"]
        if any(was["outcome"][key] != outcome[key] for key in ("kind", "winner", "win")):
            question = "auto.false" if outcome["kind"] == "automatic" else "win.false"
            settled = outcome["kind"] not in (*UNSETTLED, "automatic")
            if settled or question not in asked.get(number, ()):
                wrong.append(f"outcome of hand {number}")
        elif number < first and any(was[key] != is_told[key] for key in ("net", "carried")):
            wrong.append(f"money of hand {number}")
    return wrong


@pytest.mark.parametrize("seed", seeds(60, 15))
def test_nobody_is_blamed_for_what_the_scribe_missed(seed: int) -> None:
    whole, written = evening(seed)
    assert disagreements(judge(whole), judge(written)) == []


def main() -> None:
    """Judge many masked evenings and print what was found that should not have been."""
    count, bad = int(sys.argv[1]), 0
    found: Counter[str] = Counter()
    seeds: dict[str, int] = {}
    for seed in range(count):
        whole, written = evening(seed)
        wrong = set(disagreements(judge(whole), judge(written)))
        bad += bool(wrong)
        found.update(wrong)
        for one in wrong:
            seeds.setdefault(one, seed)
    print(f"{bad} of {count} masked logs are judged wrongly")
    for what, times in found.most_common():
        print(f"{times:6}  {what} (first: seed {seeds[what]})")


if __name__ == "__main__":
    main()
