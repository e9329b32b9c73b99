"""A finding says where to look: its hand, its event, and of a score sheet the line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import referee

SHEET = """\
# Friday, at the corner

desmoche
players Ana, Beto*
hand bet 5
deal
cambio Ana xx, Beto xx

Ana +7h. Beto.
Ana +8h
Ana +9h    # once more
"""
OUT_OF_TURN = {"event": 10, "hand": 1, "rule": "turn.order", "line": 11}
QUOTED = "Ana +9h    # once more"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "friday.sheet"
    path.write_text(SHEET, encoding="utf-8")
    return path


def test_a_finding_in_a_sheet_names_its_line_and_quotes_it(sheet: Path) -> None:
    told = referee("check", sheet).stdout.decode()
    assert "hand 1, event 10, line 11; not allowed" in told
    assert f"> {QUOTED}" in told


def test_json_has_the_hand_the_event_and_the_line(sheet: Path) -> None:
    report = json.loads(referee("check", "--json", sheet).stdout)
    found = report["findings"][-1]
    assert {key: found[key] for key in OUT_OF_TURN} == OUT_OF_TURN
    assert found["written"] == QUOTED


def test_in_json_lines_blank_lines_count_as_lines(tmp_path: Path) -> None:
    log = tmp_path / "friday.jsonl"
    lines = [
        {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]},
        {"type": "draw", "player": "Ana", "card": "7h"},
    ]
    log.write_text("\n\n".join(map(json.dumps, lines)), encoding="utf-8")
    report = json.loads(referee("check", "--json", log).stdout)
    assert [(one["event"], one["line"]) for one in report["findings"]] == [(2, 3)]
    assert "written" not in report["findings"][0]


def test_a_game_of_the_book_has_events_and_no_lines(sheet: Path, tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    referee("book", "import", sheet, book=book)
    told = referee("check", "friday", book=book).stdout.decode()
    assert "hand 1, event 10; not allowed" in told
    report = json.loads(referee("check", "--json", "friday", book=book).stdout)
    assert "line" not in report["findings"][0]


def test_archives_say_it_as_the_check_of_one_log_does(sheet: Path) -> None:
    alone = json.loads(referee("check", "--json", sheet).stdout)
    judged = json.loads(referee("check", "--summary", "--json", sheet.parent).stdout)
    assert judged["report"] == alone
