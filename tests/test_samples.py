"""The sample games show what their titles promise."""

import re
from pathlib import Path

import pytest
from referee_schemas.reading import read_log

from referee.judging.replay import judge
from referee.judging.report import exit_status

SAMPLES = Path(__file__).parent.parent / "sample_games"
LOGS = sorted(SAMPLES.glob("*.jsonl"))
ROWS = re.findall(
    r"^\| `?\[?`?([\w-]+\.jsonl).*\| *(\d) *\|$", (SAMPLES / "README.md").read_text("utf-8"), re.M
)


def test_every_sample_is_in_the_table_of_its_readme() -> None:
    assert sorted(name for name, _ in ROWS) == [log.name for log in LOGS]
    assert len(LOGS) >= 14


@pytest.mark.parametrize(("name", "status"), ROWS)
def test_a_sample_ends_as_its_table_says(name: str, status: str) -> None:
    report = judge(read_log(SAMPLES / name))
    assert exit_status(report) == int(status)
    assert report["hands"]
    assert (
        sum(report["totals"].values()) + report["carried"] + sum(report["side_carried"].values())
        == 0
    )


RULES = re.findall(
    r"^\| `((?:golf|gin)-[\w-]+\.jsonl)` \| .* \| (.*) \| *\d *\|$",
    (SAMPLES / "README.md").read_text("utf-8"),
    re.M,
)
"""The samples whose rows name the broken rules."""


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_a_sample_breaks_the_rules_that_its_row_names(name: str, rules: str) -> None:
    report = judge(read_log(SAMPLES / name))
    assert {one["rule"] for one in report["findings"]} == set(re.findall(r"`(\w+\.\w+)`", rules))
