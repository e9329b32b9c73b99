"""Every rule of every game against its cases. With the rule switched off, at least one case must
fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from referee.judging.registry import find, games
from referee.judging.replay import ReplayedLog, judge
from tests.depth import one_in
from tests.every_game import all_files, cases
from tests.table_talk import Case

ROOT = Path(__file__).parents[2]
TOLD = [(str(path.relative_to(ROOT)), case) for path in all_files() for case in cases(path)]
ALL = [
    pytest.param(case, id=f"{case.events[0]['game']} {Path(file).stem}: {case.title}")
    for file, case in TOLD
]
SHOWN = {rule.shown_by: rule.id for book in games() for rule in book.rules}


def disagreements(case: Case, report: dict[str, Any]) -> list[str]:
    found = Counter((one["event"], one["rule"], one["player"]) for one in report["findings"])
    expected = Counter((event, rule, player) for event, rule, player, _ in case.findings)
    wrong = [f"not found: {one}" for one in (expected - found).elements()]
    wrong += [f"not expected: {one}" for one in (found - expected).elements()]
    for event, rule, _, status in case.findings:
        told = [
            one["status"]
            for one in report["findings"]
            if (one["event"], one["rule"]) == (event, rule)
        ]
        if status and status not in told:
            wrong.append(f"{rule} at {event} is {told}, not {status}")
    for what, *words in case.endings:
        actual = ENDINGS[what](report, report["hands"][-1])
        if what == "side":
            actual = [one for one in actual if one.startswith(f"{words[0]}:")]
            words = [f"{words[0]}:{name}" for name in words[1:]]
        if Counter(actual) != Counter(words):
            wrong.append(f"{what}: {actual}, not {words}")
    return wrong


Ending = Callable[[dict[str, Any], dict[str, Any]], list[str]]


def outcome(_: dict[str, Any], hand: dict[str, Any]) -> list[str]:
    ended = hand["outcome"]
    return [ended["kind"], *filter(None, [ended["winner"], ended["win"]])]


def amounts(of_each: Mapping[str, int | None]) -> list[str]:
    """Return everyone's amounts, without those of 0."""
    return [f"{name}:{'?' if worth is None else worth}" for name, worth in of_each.items()]


def money(net: Mapping[str, int]) -> list[str]:
    return amounts({name: amount for name, amount in net.items() if amount})


ENDINGS: Final[Mapping[str, Ending]] = {
    "outcome": outcome,
    "melds": lambda _, hand: ["".join(meld) for meld in hand["outcome"]["melds"]],
    "net": lambda _, hand: money(hand["net"]),
    "enforced": lambda _, hand: money((hand["if_enforced"] or {"net": {}})["net"]),
    "pot": lambda _, hand: [str(hand["pot"])],
    "carried": lambda _, hand: [str(hand["carried"])],
    "bonuses": lambda _, hand: [
        f"{one['bonus']}:{one['from']}:{one['amount']}" for one in hand["bonuses"]
    ],
    "side": lambda _, hand: [
        f"{one['side_game']}:{name}" for one in hand["side_games"] for name in one["winners"]
    ],
    "scores": lambda _, hand: amounts(hand["scores"]),
    "basis": lambda _, hand: [f"{name}:{what}" for name, what in hand["basis"].items()],
    "sums": lambda report, _: amounts(report["scores"]),
    "winners": lambda report, _: report["winners"],
    "undecided": lambda report, _: [
        f"{one['rule']}:{one['player']}" for one in report["undecided"]
    ],
}
"""Facts that a case may state after ``=``, about its last hand or the whole evening."""


@pytest.mark.parametrize("case", ALL)
def test_case(case: Case) -> None:
    report = judge(case.events)
    assert disagreements(case, report) == []
    in_the_middle = report["carried"] + sum(report["side_carried"].values())
    assert sum(report["totals"].values()) + in_the_middle == 0


@pytest.mark.parametrize("file", one_in(8, dict.fromkeys(name for name, _ in TOLD)))
def test_event_by_event_is_the_same_as_all_at_once(file: str) -> None:
    for name, case in TOLD:
        if name == file:
            assert event_by_event(case) == judge(case.events), case.title


def event_by_event(case: Case) -> dict[str, Any]:
    """Return the final report of a replay that answers every query after each event."""
    replay = ReplayedLog()
    for event in case.events:
        replay.feed(event)
        replay.report()
        replay.view()
        for expectation in replay.expected():
            assert expectation.message()
        for fact in replay.play.why_in_order(event):
            assert fact.render()
    return replay.report()


@pytest.mark.parametrize("file", SHOWN)
def test_a_rule_that_is_switched_off_is_missed(file: str) -> None:
    shown = [case for name, case in TOLD if name == file]
    assert shown, f"no case shows {file}"
    assert any(disagreements(case, judge(case.events, without=[SHOWN[file]])) for case in shown)


@pytest.mark.parametrize("game", [book.name for book in games()])
def test_every_rule_has_one_id(game: str) -> None:
    ids = [rule.id for rule in find(game).rules]
    assert ids == list(dict.fromkeys(ids))
