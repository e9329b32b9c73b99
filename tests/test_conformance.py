"""Whole sessions with the expected findings, money and exit status: recorded ones, the samples, and
lawful evenings of an independent model of Desmoche.

``"*"`` in an expected result means that the value is not asserted; an event that is a list, that
any of these numbers will do. Logs in ``holes`` hide something, and were once judged wrongly.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.reading import read_log

from referee.judging.registry import find
from referee.judging.replay import judge
from referee.judging.report import exit_status
from tests.lawful import EVERY, EXPECTED, read
from tests.slips import OF_EVERY_GAME, RECORDED

LOGS = [*sorted((Path(__file__).parent / "conformance").rglob("*.jsonl")), *RECORDED]


def fits(expected: Any, actual: Any) -> bool:
    """Return whether a value is as expected."""
    if expected == "*":
        return True
    return actual in expected if isinstance(expected, list) else bool(actual == expected)


def differences(report: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """Return the differences between a report and the expected one, in words."""
    wrong = []
    missing = list(expected["findings"])
    for found in report["findings"]:
        match = next(
            (one for one in missing if all(fits(one[key], found[key]) for key in one)), None
        )
        if match is None:
            wrong.append(f"not expected: {found}")
        else:
            missing.remove(match)
    wrong += [f"not found: {one}" for one in missing]
    if len(report["hands"]) != len(expected["hands"]):
        wrong.append(f"{len(report['hands'])} hands, not {len(expected['hands'])}")
    for hand, wanted in zip(report["hands"], expected["hands"], strict=False):
        for what, value in _summary(hand).items():
            if not _same(what, wanted.get(what, "*"), value):
                wrong.append(f"hand {hand['hand']}: {what} is {value}, not {wanted[what]}")
    if not fits(expected["exit"], exit_status(report)):
        wrong.append(f"exit {exit_status(report)}, not {expected['exit']}")
    return wrong


def _summary(hand: dict[str, Any]) -> dict[str, Any]:
    return {
        "outcome": {key: hand["outcome"][key] for key in ("kind", "winner", "win")},
        "net": {name: amount for name, amount in hand["net"].items() if amount},
        "carried": hand["carried"],
        "scores": hand.get("scores"),
        "bonuses": sorted([b["bonus"], b["from"], b["to"], b["amount"]] for b in hand["bonuses"]),
        "side_games": {
            one["side_game"]: {"winners": one["winners"], "pot": one["pot"]}
            for one in hand["side_games"]
        },
    }


def _same(what: str, wanted: Any, value: Any) -> bool:
    if wanted == "*":
        return True
    if what == "net":
        wanted = {name: amount for name, amount in wanted.items() if amount}
    if what == "outcome":
        return all(fits(wanted[key], value[key]) for key in value)
    if what == "side_games":
        return wanted.keys() == value.keys() and all(
            wanted[game][key] in ("*", value[game][key]) for game in value for key in value[game]
        )
    return bool(wanted == value)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_conformance(log: Path) -> None:
    expected = json.loads(log.with_suffix(".expected.json").read_text(encoding="utf-8"))
    assert differences(judge(read_log(log)), expected) == []


# ---- the samples

SAMPLES = Path(__file__).parent.parent / "sample_games"
TABLE = (SAMPLES / "README.md").read_text("utf-8")
ROWS = re.findall(r"^\| `?\[?`?([\w-]+\.jsonl)(.*)\| *(\d) *\|$", TABLE, re.M)
EXPLAINED = {"dam-begging.jsonl": "beg.fourth", "dam-not-the-contract.jsonl": "layoff.invalid"}
"""Rules that a row names though its sample does not break them."""


def test_every_sample_is_in_the_table_of_its_readme() -> None:
    names = sorted(log.name for log in SAMPLES.glob("*.jsonl"))
    assert sorted(name for name, *_ in ROWS) == names
    assert len(names) >= 14


@pytest.mark.parametrize(("name", "row", "status"), ROWS)
def test_a_sample_ends_as_its_table_says(name: str, row: str, status: str) -> None:
    report = judge(read_log(SAMPLES / name))
    assert exit_status(report) == int(status)
    assert report["hands"]
    named = set(re.findall(r"`(\w+\.\w+)`", row)) - {EXPLAINED.get(name)}
    assert {one["rule"] for one in report["findings"]} == named
    left = report["carried"] + sum(report["side_carried"].values())
    assert sum(report["totals"].values()) + left == 0


# ---- an independent model of the game


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_lawful_evenings_are_clean_and_the_money_is_right(path: Path) -> None:
    assert differences(judge(read(path)), EXPECTED[path.stem]) == []


def test_every_rule_has_a_slip_but_the_one_about_results() -> None:
    made = {log.stem.rpartition("-")[0] for log in RECORDED} | {*OF_EVERY_GAME}
    assert made == find("desmoche").rule_ids - {"result.wrong"}
