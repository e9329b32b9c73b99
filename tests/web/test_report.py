"""The report of a table, and the judgement of a log that somebody brings."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from referee.store import SQLiteBook
from tests.table_talk import say
from tests.web.visitors import SAMPLES, keep, sample, server

SCRIPT = "<script>alert(1)</script>"

UNEQUAL = """
    players Ana Beto
    hand Beto 5 bets=Ana:3,Beto:5
    deal Ana=9 Beto=9
    cambio Ana ??
    cambio Beto ??
    draw Ana 7h
    draw Ana 8h
"""
"""Ana put too little into the pot, and draws twice; the hand is in play."""


def lines_of(talk: str, **opening: Any) -> list[dict[str, Any]]:
    lines = [
        event for line in filter(None, map(str.strip, talk.splitlines())) for event in say(line)
    ]
    return [{**lines[0], **opening}, *lines[1:]]


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return server(tmp_path / "book.db", links=False)


@pytest.fixture
def browser(app: Flask) -> FlaskClient:
    return app.test_client()


def report_of(tmp_path: Path, lines: list[dict[str, Any]]) -> str:
    keep(tmp_path / "book.db", "evening", lines)
    answer = server(tmp_path / "book.db", links=False).test_client().get("/tables/evening/report")
    assert answer.status_code == 200
    return answer.text


def test_a_report_says_who_won_what_was_found_and_who_pays_whom(tmp_path: Path) -> None:
    page = report_of(tmp_path, sample("disqualified-hid-draw-open"))
    assert "Kenia wins the pot of 60 with ten cards: J♦ Q♦ K♦, 2♣ 2♥ 2♠ and 7♠ 8♠ 9♠ 10♠." in page
    assert "Kenia took 10♠ and put it among the cards of the hand." in page
    assert "If the table enforces the offence at event 16, nobody wins." in page
    assert "Salvador pays Kenia 20." in page
    assert 'href="/tables/evening/replay/16"' in page
    assert 'href="/rulebook/desmoche/draw.hidden"' in page


def test_the_ruling_on_a_finding_stands_below_it_when_somebody_asks(tmp_path: Path) -> None:
    keep(tmp_path / "book.db", "evening", sample("disqualified-hid-draw-open"))
    browser = server(tmp_path / "book.db", links=False).test_client()
    right = "Use the drawn card at once, or lay it openly on the pile."
    assert right not in browser.get("/tables/evening/report").text
    assert right in browser.get("/tables/evening/report?ruling=16:draw.hidden").text
    assert browser.get("/tables/evening/report?ruling=99:no.rule").status_code == 200


def test_the_numbers_of_the_chart_stand_in_the_table_beside_it(tmp_path: Path) -> None:
    page = report_of(tmp_path, sample("carried-to-triple"))
    assert page.count("<polyline") == 4
    balances = re.findall(r'<td class="money">([+-]\d+) <span class="after">([+-]\d+)</span>', page)
    brenda = [(int(brought), int(after)) for brought, after in balances[3::4]]
    assert brenda == [(-10, -10), (-10, -20), (110, 90)]
    assert page.count('<rect class="pot"') == 3


def test_disputes_and_the_table_s_word_on_them_are_told(tmp_path: Path) -> None:
    contested = lines_of(UNEQUAL)
    contested += [
        {"type": "dispute", "by": "Beto", "event": 7, "text": "It was my turn."},
        {"type": "dispute", "by": "Ana", "event": 2, "text": "I paid."},
        {"type": "ruling", "dispute": 8, "decision": "upheld"},
    ]
    page = report_of(tmp_path, contested)
    assert re.search(r"Beto disputes event 7: It was my turn\. <[^>]*>\(upheld;", page)
    assert re.search(r"I paid\. <[^>]*>\(not decided by the table yet;", page)


@pytest.mark.parametrize(
    ("warnings", "told"), [("silent", False), ("on_call", True), ("open", True)]
)
def test_a_silent_table_hears_about_play_only_after_the_hand(
    tmp_path: Path, warnings: str, told: bool
) -> None:
    in_play = lines_of(UNEQUAL, warnings=warnings)
    assert ("rule bet.equal" in report_of(tmp_path, in_play)) is told


def test_a_silent_table_hears_everything_when_the_hand_is_over(tmp_path: Path) -> None:
    over = [*lines_of(UNEQUAL, warnings="silent"), {"type": "end", "why": "abandoned"}]
    page = report_of(tmp_path, over)
    assert "rule bet.equal" in page


def test_a_table_without_a_hand_has_a_report(tmp_path: Path) -> None:
    page = report_of(tmp_path, lines_of("players Ana Beto"))
    assert "Nothing was found against the rules." in page
    assert "<svg" not in page


def test_names_and_remarks_are_text_wherever_they_stand(
    tmp_path: Path, browser: FlaskClient
) -> None:
    opening = {"type": "game", "game": "desmoche", "players": [SCRIPT, "Beto"], "title": SCRIPT}
    lines = [
        opening,
        {"type": "hand", "dealer": SCRIPT, "bet": 5, "bets": {SCRIPT: 3, "Beto": 5}},
        {"type": "note", "note": SCRIPT},
        {"type": "dispute", "by": "Beto", "event": 2, "text": SCRIPT},
        {"type": "end", "why": SCRIPT},
    ]
    posted = browser.post("/check", data={"log": "\n".join(map(json.dumps, lines))})
    for page in (report_of(tmp_path, lines), posted.text):
        assert SCRIPT not in page
        assert "<script>alert" not in page
        assert str(escape(SCRIPT)) in page


@pytest.mark.parametrize("field", ["log", "file"])
@pytest.mark.parametrize("face", ["jsonl", "sheet"])
def test_a_brought_log_is_judged_and_kept_nowhere(
    browser: FlaskClient, tmp_path: Path, field: str, face: str
) -> None:
    text = (SAMPLES / "priority-quarrel.jsonl").read_text("utf-8")
    if face == "sheet":
        text = "desmoche\nplayers Ana, Beto*\nhand bet 5 bets Ana=3, Beto=5\n"
    brought = {"file": (BytesIO(text.encode()), "a.log")} if field == "file" else {"log": text}
    answer = browser.post("/check", data=brought, content_type="multipart/form-data")
    assert answer.status_code == 200
    assert "What the referee found" in answer.text
    assert 'href="#line-2"' in answer.text or 'href="#line-38"' in answer.text
    assert 'id="line-2"' in answer.text
    with SQLiteBook(tmp_path / "book.db") as book:
        assert list(book.games()) == []


def test_a_ruling_on_a_brought_log(browser: FlaskClient) -> None:
    log = (SAMPLES / "disqualified-hid-draw-open.jsonl").read_text("utf-8")
    answer = browser.post("/check", data={"log": log, "ruling": "16:draw.hidden"})
    assert "Use the drawn card at once, or lay it openly on the pile." in answer.text


def test_a_brought_log_can_be_kept_as_a_table(browser: FlaskClient) -> None:
    log = (SAMPLES / "priority-quarrel.jsonl").read_text("utf-8")
    page = browser.post("/check", data={"log": log}).text
    kept = re.search(r'name="log" value="([^"]*)"', page)
    assert kept is not None
    answer = browser.post("/check/keep", data={"log": log})
    assert answer.status_code == 303
    assert "rule claim.priority" in browser.get(answer.location).text
    assert browser.post("/check/keep", data={"log": log}).location != answer.location


def test_who_keeps_a_log_where_links_are_needed_is_its_scribe(tmp_path: Path) -> None:
    app = server(tmp_path / "book.db")
    log = (SAMPLES / "priority-quarrel.jsonl").read_text("utf-8")
    keeper = app.test_client()
    place = keeper.post("/check/keep", data={"log": log}).location
    assert keeper.get(place).status_code == 200
    assert keeper.get(place.replace("/report", "/links")).status_code == 200
    assert app.test_client().get(place).status_code == 404


def test_asking_for_the_check_without_a_log_leads_to_the_start(browser: FlaskClient) -> None:
    answer = browser.get("/check")
    assert (answer.status_code, answer.location) == (303, "/")


NESTED = b'{"type":' + b"[" * 5000


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "Paste a log, or choose a file."),
        (b" \n \n", "Paste a log, or choose a file."),
        (b"\0\0\0\0", "UTF-16"),
        (b'{"type": "game", "game": "desm\0che"}', "UTF-16"),
        (NESTED, "lists and objects inside each other"),
        (b'{"type": "game", "title": "\xff\xfe"}', "Latin-1"),
        (b"desmoche\nplayers Ana, Be\xf1o\n", "Latin-1"),
        (b'{"type": "game", "game": "desmoche", "players": ["\\ud800", "Beto"]}', "d800"),
        (b'{"type": "game", "game": "poker", "players": ["Ana", "Beto"]}', "poker"),
        (b"%PDF-1.7 \x01\x02", "a PDF file"),
    ],
)
def test_a_hostile_file_is_told_what_is_wrong_with_it(
    browser: FlaskClient, content: bytes, told: str
) -> None:
    for place in ("/check", "/check/keep"):
        file = (BytesIO(content), "../../evil<b>.jsonl")
        answer = browser.post(place, data={"file": file})
        assert answer.status_code == 422, answer.text
        assert told in answer.text
        assert "evil<b>" not in answer.text


def test_more_than_the_referee_takes_at_once_is_refused(browser: FlaskClient) -> None:
    answer = browser.post("/check", data={"file": (BytesIO(b"x" * 10_000_000), "a.sheet")})
    assert answer.status_code == 413
    assert "cannot take so much at once" in answer.text


def test_every_fault_of_a_sheet_is_told_with_line_and_column(browser: FlaskClient) -> None:
    sheet = "desmoche\nplayers Ana, Beto*\nhand bet 5\nAna +7x\nBeto +9z\n"
    answer = browser.post("/check", data={"log": sheet})
    assert answer.status_code == 422
    assert "2 places cannot be read" in answer.text
    assert re.search(r"line 4, column \d", answer.text)
    assert re.search(r"line 5, column \d", answer.text)


@pytest.mark.deep
def test_a_report_of_200_events_is_a_light_page(tmp_path: Path) -> None:
    lines = long_evening()
    keep(tmp_path / "book.db", "evening", lines)
    browser = server(tmp_path / "book.db", links=False).test_client()
    for page in ("report", "replay", "replay/100", "sheet"):
        answer = browser.get(f"/tables/evening/{page}")
        assert answer.status_code == 200
        assert len(answer.data) < 100_000, page
    posted = browser.post("/check", data={"log": "\n".join(map(json.dumps, lines))})
    assert len(posted.data) < 100_000


def long_evening() -> list[dict[str, Any]]:
    """Three evenings' hands at one table: more than 200 lines."""
    lines = sample("carried-to-triple")
    hands = [dict(line) for line in lines[1:]]
    for line in hands:
        line.pop("id", None)
    evening = [*lines, *[dict(line) for line in hands], *[dict(line) for line in hands]]
    assert len(evening) > 200
    return evening


HOSTILE = "a\n1. forged\x1b[2J\x9b \u202eeipseid\u2066\u200b"
MARKS = ("\x1b", "\x9b", "\u202e", "\u2066", "\u200b")
PAGES_OF_A_TABLE = [
    *("", "/pad", "/pad/fix", "/replay", "/replay/3", "/report", "/sheet", "/log.jsonl"),
    *("/log.sheet", "/dispute", "/dispute/8", "/whatif", "/house-rules", "/rulebook"),
]


@pytest.mark.parametrize("page", PAGES_OF_A_TABLE)
def test_no_page_shows_what_people_do_not_see(tmp_path: Path, page: str) -> None:
    table = lines_of(UNEQUAL, title=HOSTILE, place=HOSTILE, note=HOSTILE, unit=HOSTILE)
    table += [
        {"type": "dispute", "by": "Ana", "event": 6, "text": HOSTILE},
        {"type": "note", "note": HOSTILE},
        {"type": "correct", "event": 6, "with": None, "why": HOSTILE},
    ]
    keep(tmp_path / "book.db", "friday", table)
    browser = server(tmp_path / "book.db", links=False).test_client()
    answer = browser.get(f"/tables/friday{page}")
    assert answer.status_code == 200
    assert not any(mark in answer.text for mark in MARKS)
