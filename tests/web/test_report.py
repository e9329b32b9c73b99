"""The report of a table, and the judgement of an uploaded log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from referee_schemas.reading import read_lines

from referee.judging.replay import judge
from tests.web.visitors import keep, sample, server


@pytest.mark.parametrize("face", ["jsonl", "sheet"])
@pytest.mark.parametrize("name", ["conquien", "corrections-and-a-gap", "every-bonus"])
def test_a_log_that_was_taken_along_is_the_log(tmp_path: Path, name: str, face: str) -> None:
    keep(tmp_path / "book.db", "evening", sample(name))
    browser = server(tmp_path / "book.db", links=False).test_client()
    answer = browser.get(f"/tables/evening/log.{face}")
    taken = list(read_lines(answer.data.splitlines(keepends=True), "taken"))
    assert judge(taken) == judge(sample(name))


@pytest.mark.deep
def test_a_report_of_200_events_is_a_light_page(tmp_path: Path) -> None:
    opening, *hands = sample("carried-to-triple")
    hands = [{name: one for name, one in line.items() if name != "id"} for line in hands]
    lines = [opening, *hands * 3]
    assert len(lines) > 200
    keep(tmp_path / "book.db", "evening", lines)
    browser = server(tmp_path / "book.db", links=False).test_client()
    for page in ("report", "replay", "replay/100", "sheet"):
        assert len(browser.get(f"/tables/evening/{page}").data) < 100_000, page
    posted = browser.post("/check", data={"log": "\n".join(map(json.dumps, lines))})
    assert len(posted.data) < 100_000
