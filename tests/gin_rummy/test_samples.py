"""The sample games of Gin Rummy are judged as their table says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.judging.replay import judge
from referee.judging.report import exit_status

SAMPLES = Path(__file__).parents[2] / "sample_games"
ROWS = re.findall(
    r"^\| `(gin-[\w-]+\.jsonl)` \| .* \| (.*) \| *(\d) *\|$",
    (SAMPLES / "README.md").read_text("utf-8"),
    re.M,
)


@pytest.mark.parametrize(("name", "told", "status"), ROWS)
def test_a_sample_is_judged_as_its_row_says(name: str, told: str, status: str) -> None:
    lines = (SAMPLES / name).read_text("utf-8").splitlines()
    report = judge([json.loads(line) for line in lines])
    assert exit_status(report) == int(status)
    assert {one["rule"] for one in report["findings"]} == set(re.findall(r"`(\w+\.\w+)`", told))
