"""Pages for paper, and logs to take along."""

from __future__ import annotations

import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from referee_schemas.reading import read_lines, read_log

from referee.judging.registry import games
from referee.judging.replay import judge
from referee.store.links import Role
from tests.depth import only_deep
from tests.web.visitors import keep, server, visitor

SAMPLES = Path(__file__).parents[2] / "sample_games"

GAMES = [book.name for book in games()]

IN_PLAY: list[dict[str, Any]] = [
    {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"], "house": {"knock": "free"}},
    {"type": "hand", "dealer": "Beto", "bet": 5},
    {"type": "deal", "hands": {"Ana": ["Ah", "2h", "3h", "4d", "5d", "6d", "9c", "9s", "Kd"]}},
    {"type": "note", "note": "Ana has the king of diamonds"},
    {"type": "cambio", "player": "Ana", "card": "Kd", "to": "Beto"},
    {"type": "correct", "event": 5, "with": {"type": "cambio", "player": "Ana", "card": "9s"},
     "why": "not the king"},
    {"type": "draw", "player": "Ana", "card": "7h"},
]  # fmt: skip


def table(tmp_path: Path, lines: list[dict[str, Any]]) -> FlaskClient:
    keep(tmp_path / "book.db", "evening", lines)
    return server(tmp_path / "book.db", links=False).test_client()


@pytest.mark.parametrize("face", ["jsonl", "sheet"])
@pytest.mark.parametrize("name", ["conquien", "corrections-and-a-gap", "every-bonus"])
def test_a_log_that_was_taken_along_is_the_log(tmp_path: Path, name: str, face: str) -> None:
    lines = list(read_log(SAMPLES / f"{name}.jsonl"))
    answer = table(tmp_path, lines).get(f"/tables/evening/log.{face}")
    assert answer.headers["Content-Disposition"] == f"attachment; filename=evening.{face}"
    taken = list(read_lines(answer.data.splitlines(keepends=True), "taken"))
    assert judge(taken) == judge(lines)


@pytest.mark.parametrize("face", ["jsonl", "sheet"])
def test_a_log_without_its_hidden_cards_can_still_be_read(tmp_path: Path, face: str) -> None:
    keep(tmp_path / "book.db", "evening", IN_PLAY)
    onlooker = visitor(server(tmp_path / "book.db"), "evening", Role.VIEWER)
    answer = onlooker.get(f"/tables/evening/log.{face}")
    taken = list(read_lines(answer.data.splitlines(keepends=True), "taken"))
    assert len(taken) == len(IN_PLAY)
    assert "Kd" not in answer.text
    assert "king" not in answer.text
    assert taken[-1]["card"] == "7h"


def test_a_log_has_two_faces_and_no_third(tmp_path: Path) -> None:
    assert table(tmp_path, IN_PLAY).get("/tables/evening/log.txt").status_code == 404


def test_the_score_sheet_has_the_turns_and_the_money(tmp_path: Path) -> None:
    page = table(tmp_path, list(read_log(SAMPLES / "conquien.jsonl"))).get("/tables/evening/sheet")
    assert "Suyapa +2h Nahún =Ah2h3h -8s" in page.text
    assert "Karla got 40 from the middle." in page.text


def test_the_score_sheet_is_in_the_reader_s_language(tmp_path: Path) -> None:
    browser = table(tmp_path, list(read_log(SAMPLES / "conquien.jsonl")))
    assert "mano Karla apuesta 10" in browser.get("/tables/evening/sheet?lang=es_HN").text


def test_the_card_of_a_table_marks_what_is_in_force_there(tmp_path: Path) -> None:
    browser = table(tmp_path, IN_PLAY)
    assert chosen(
        browser.get("/tables/evening/house-rules").text, "Taking a card after a knock"
    ) == ["allowed"]
    assert chosen(
        browser.get("/print/house-rules/desmoche").text, "Taking a card after a knock"
    ) == ["not allowed"]
    assert chosen(browser.get("/print/house-rules/conquien").text, "Automatic wins") == [
        "not played"
    ]


def chosen(page: str, rule: str) -> list[str]:
    """The options of a house rule that the card marks."""
    part = page.split(f"<h2>{rule}</h2>")[1].split("</ul>")[0]
    return [
        line.split("</span> ")[1].split("<")[0]
        for line in part.splitlines()
        if 'class="chosen"' in line
    ]


def test_a_game_that_nobody_knows_has_no_card(tmp_path: Path) -> None:
    assert table(tmp_path, IN_PLAY).get("/print/house-rules/poker").status_code == 404


def test_a_game_that_nobody_knows_has_no_blank_sheet(tmp_path: Path) -> None:
    assert table(tmp_path, IN_PLAY).get("/print/blank-sheet/poker").status_code == 404


@pytest.mark.deep
def test_a_sheet_for_the_winners_alone_is_offered_where_a_game_has_them(tmp_path: Path) -> None:
    browser = table(tmp_path, IN_PLAY)
    page = browser.get("/print/blank-sheet/desmoche", follow_redirects=True).text
    address = re.search(r'href="([^"]*detail=winner[^"]*)"', page)
    assert address is not None
    assert browser.get(unescape(address[1])).data.startswith(b"%PDF")
    assert browser.get("/print/blank-sheet/desmoche.pdf?detail=points").status_code == 404


@pytest.mark.deep
@pytest.mark.parametrize("game", [GAMES[0], *map(only_deep, GAMES[1:])])
def test_the_blank_sheet_fits_on_one_page(game: str, tmp_path: Path) -> None:
    """As Chromium prints it, with the sheet's own style."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium here")
    browser = server(tmp_path / "book.db", links=False).test_client()
    shown = browser.get(f"/print/blank-sheet/{game}", follow_redirects=True)
    assert shown.status_code == 200
    page = shown.text
    address = re.search(r'href="(/static/[^"]*\.css)"', page)
    assert address is not None
    (tmp_path / "sheet.css").write_text(browser.get(address[1]).text, "utf-8")
    page = page.replace(address[1], "sheet.css")
    (tmp_path / "sheet.html").write_text(page, "utf-8")
    printed = tmp_path / "sheet.pdf"
    subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--no-pdf-header-footer",
         f"--user-data-dir={tmp_path / 'profile'}", f"--print-to-pdf={printed}",
         (tmp_path / "sheet.html").as_uri()],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    assert printed.read_bytes().count(b"/Type /Page\n") == 1
