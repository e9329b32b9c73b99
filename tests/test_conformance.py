"""Whole evenings with the expected report: recorded ones with and without slips, and the samples.

``"*"`` in an expected report, and what it leaves out, asserts nothing. Logs in ``holes`` hide
something, and were once judged wrongly.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.reading import read_log

from referee.judging.registry import find
from referee.judging.replay import judge
from referee.judging.report import exit_status
from tests.evenings import Event
from tests.lawful import EVERY, EXPECTED, read
from tests.slips import MENDS, OF_EVERY_GAME, RECORDED

LOGS = [*sorted((Path(__file__).parent / "conformance").rglob("*.jsonl")), *RECORDED]


def fits(expected: Any, actual: Any) -> bool:
    match expected:
        case dict():
            return all(name in actual and fits(one, actual[name]) for name, one in expected.items())
        case list():
            return len(expected) == len(actual) and all(map(fits, expected, actual))
    return bool(expected in ("*", actual))


def comes_to(log: Iterable[Event], expected: Event) -> None:
    report = judge(log)
    told = {**report, "exit": exit_status(report)}
    assert {name: told[name] for name in expected if not fits(expected[name], told[name])} == {}


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_conformance(log: Path) -> None:
    comes_to(read_log(log), json.loads(log.with_suffix(".expected.json").read_text("utf-8")))


@pytest.mark.parametrize("log", EVERY, ids=lambda log: log.stem)
def test_lawful_evenings_are_clean_and_come_to_what_was_counted(log: Path) -> None:
    comes_to(read(log), EXPECTED[log.stem])


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


@pytest.mark.parametrize("log", OF_EVERY_GAME, ids=lambda log: log.stem)
def test_one_slip_is_one_finding_and_put_right_it_is_none(log: Path) -> None:
    told = MENDS[log.stem]
    comes_to(read(log), {"findings": told["findings"]})
    comes_to([*read(log), told["mend"]], {"findings": []})


def test_every_rule_has_a_slip_but_the_one_about_results() -> None:
    names = [log.stem.removeprefix("desmoche-").rpartition("-")[0] for log in RECORDED]
    names += [log.stem.split("-")[1] for log in OF_EVERY_GAME if log.match("desmoche-*")]
    assert {*names} == find("desmoche").rule_ids - {"result.wrong"}
