"""The replay: the table after every line, and the way from one to the next."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.store.links import Role
from tests.web.visitors import keep, sample, server, visitor

EVENING: list[dict[str, Any]] = [
    {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]},
    {"type": "hand", "dealer": "Beto", "bet": 5},
    {"type": "deal", "hands": {"Ana": ["Ah", "2h", "3h", "4d", "5d", "6d", "9c", "9s", "Kd"]}},
    {"type": "cambio", "player": "Ana", "card": "Kd", "to": "Beto"},
    {"type": "cambio", "player": "Beto", "card": "??"},
    {"type": "draw", "player": "Ana", "card": "7h", "note": "slowly"},
]


def table(tmp_path: Path, lines: list[dict[str, Any]]) -> FlaskClient:
    keep(tmp_path / "book.db", "evening", lines)
    return server(tmp_path / "book.db", links=False).test_client()


def page(browser: FlaskClient, seq: int | None = None) -> str:
    answer = browser.get("/tables/evening/replay" + (f"/{seq}" if seq else ""))
    assert answer.status_code == 200
    return answer.text


def key(text: str, name: str) -> str:
    """Return the address to which a key leads."""
    link = re.search(rf'href="([^"]*)" data-quick data-key="{name}"', text)
    assert link is not None, name
    return link[1]


def test_the_line_is_told_with_its_remark_and_the_table_after_it(tmp_path: Path) -> None:
    told = page(table(tmp_path, EVENING), 6)
    assert "Ana draws 7♥." in told
    assert "slowly" in told
    assert "drawn by Ana" in told
    assert "Event 6 of 6" in told


def test_without_a_number_it_is_the_last_line(tmp_path: Path) -> None:
    browser = table(tmp_path, EVENING)
    assert "Event 6 of 6" in page(browser)


def test_the_keys_lead_back_and_on_and_to_both_ends(tmp_path: Path) -> None:
    browser = table(tmp_path, EVENING)
    told = page(browser, 3)
    place = "/tables/evening/replay/"
    keys = {name: key(told, name) for name in ("Home", "ArrowLeft", "ArrowRight", "End")}
    assert keys == {
        "Home": place + "1", "ArrowLeft": place + "2",
        "ArrowRight": place + "4", "End": place + "6",
    }  # fmt: skip
    assert key(page(browser, 6), "ArrowRight") == place + "6"
    assert key(page(browser, 1), "ArrowLeft") == place + "1"


@pytest.mark.parametrize("seq", [0, 7, 10**30])
def test_beyond_the_record_there_is_nothing(tmp_path: Path, seq: int) -> None:
    browser = table(tmp_path, EVENING)
    assert browser.get(f"/tables/evening/replay/{seq}").status_code == 404


def test_who_has_no_script_asks_for_a_number(tmp_path: Path) -> None:
    browser = table(tmp_path, EVENING)
    answer = browser.get("/tables/evening/replay?seq=4")
    assert (answer.status_code, answer.location) == (303, "/tables/evening/replay/4")
    assert browser.get("/tables/evening/replay?seq=four").status_code == 200


def test_a_game_of_one_line_has_a_replay(tmp_path: Path) -> None:
    assert "Ana and Beto sit down to play." in page(table(tmp_path, EVENING[:1]), 1)


def test_the_bar_marks_claims_findings_disputes_and_wins(tmp_path: Path) -> None:
    told = page(table(tmp_path, sample("priority-quarrel")), 1)
    marks = re.findall(r'aria-hidden="true">(.)</span> (\d+)\. ', told.split('id="lines"')[0])
    assert ("?", "15") in marks
    assert ("§", "19") in marks
    assert [sign for sign, _ in marks].count("!") == 1
    assert marks[-1][0] == "*"
    assert told.count('class="mark ') == len(marks)
    assert key(told, "n") == "/tables/evening/replay/15"


def test_the_bar_marks_desmoches(tmp_path: Path) -> None:
    told = page(table(tmp_path, sample("conquien")), 1)
    assert re.search(r"\^</span> 23\. Suyapa makes a desmoche\.", told)


def test_what_was_found_is_told_at_its_event_and_nowhere_else(tmp_path: Path) -> None:
    browser = table(tmp_path, sample("disqualified-hid-draw-open"))
    found = '<p class="finding disqualification">Kenia took 10♠'
    assert found in page(browser, 16)
    assert found not in page(browser, 17)


def test_a_corrected_line_is_shown_as_it_was_written_and_as_corrected(tmp_path: Path) -> None:
    slip = {"type": "correct", "event": 6, "with": {**EVENING[5], "card": "8h"}, "why": "misread"}
    browser = table(tmp_path, [*EVENING, slip])
    told = page(browser, 6)
    assert "Ana draws 7♥." in told
    assert "This line was corrected later:" in told
    assert '<li class="corrected">' in told
    assert "Ana draws 8♥." in page(browser, 7)
    assert "This line was corrected later:" not in page(browser, 7)


def test_every_line_of_the_hand_has_its_link(tmp_path: Path) -> None:
    browser = table(tmp_path, sample("conquien"))
    listed = page(browser, 40).split('id="lines"')[1].split("</details>")[0]
    numbers = [int(number) for number in re.findall(r"/replay/(\d+)", listed)]
    assert numbers == list(range(36, 69))
    assert "Hand 1" in page(browser, 40)


def test_the_hands_are_told_as_far_as_the_whole_record_proves_them(tmp_path: Path) -> None:
    over = [*EVENING, {"type": "end", "why": "abandoned"}]
    (tmp_path / "open").mkdir()
    assert "as the whole record proves" not in page(table(tmp_path / "open", EVENING), 4)
    assert "as the whole record proves" in page(table(tmp_path, over), 4)


def test_players_see_their_own_cards_and_nobody_else_s(tmp_path: Path) -> None:
    keep(tmp_path / "book.db", "evening", EVENING)
    app = server(tmp_path / "book.db")
    ana = visitor(app, "evening", Role.PLAYER, "Ana").get("/tables/evening/replay/3").text
    beto = visitor(app, "evening", Role.PLAYER, "Beto").get("/tables/evening/replay/3").text
    assert "ace of hearts" in ana
    assert "ace of hearts" not in beto


@pytest.mark.parametrize(("warnings", "told"), [("silent", False), ("open", True)])
def test_a_silent_table_sees_no_mark_of_what_was_found_in_the_hand_in_play(
    tmp_path: Path, warnings: str, told: bool
) -> None:
    too_little = {**EVENING[1], "bets": {"Ana": 3, "Beto": 5}}
    lines = [{**EVENING[0], "warnings": warnings}, too_little, *EVENING[2:]]
    shown = page(table(tmp_path, lines), 2)
    assert ("rule bet.equal" in shown) is told
    assert ('class="mark found"' in shown) is told
