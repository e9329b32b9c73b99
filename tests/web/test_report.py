"""The report of a table, and the judgement of an uploaded log."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from referee_schemas.reading import read_lines

from referee.judging.replay import judge
from tests.web.visitors import SAMPLES, keep, sample, server


@pytest.fixture
def browser(tmp_path: Path) -> FlaskClient:
    return server(tmp_path / "book.db", links=False).test_client()


@pytest.mark.parametrize("face", ["jsonl", "sheet"])
def test_a_file_that_somebody_brings_is_judged(browser: FlaskClient, face: str) -> None:
    text = (SAMPLES / "priority-quarrel.jsonl").read_text("utf-8")
    if face == "sheet":
        text = "desmoche\nplayers Ana, Beto*\nhand bet 5 bets Ana=3, Beto=5\n"
    answer = browser.post("/check", data={"file": (BytesIO(text.encode()), "a.log")})
    assert "What the referee found" in answer.text
    assert f'href="#line-{38 if face == "jsonl" else 2}"' in answer.text
    rule = "39:claim.priority" if face == "jsonl" else "2:bet.equal"
    answer = browser.post("/check", data={"log": text, "ruling": rule})
    assert 'class="ruling' in answer.text


@pytest.mark.parametrize("face", ["jsonl", "sheet"])
@pytest.mark.parametrize("name", ["conquien", "corrections-and-a-gap", "every-bonus"])
def test_a_log_that_was_taken_along_is_the_log(tmp_path: Path, name: str, face: str) -> None:
    keep(tmp_path / "book.db", "evening", sample(name))
    browser = server(tmp_path / "book.db", links=False).test_client()
    answer = browser.get(f"/tables/evening/log.{face}")
    taken = list(read_lines(answer.data.splitlines(keepends=True), "taken"))
    assert judge(taken) == judge(sample(name))


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


HOSTILE = "a\n1. forged\x1b[2J\x9b \u202eeipseid\u2066\u200b"
MARKS = ("\x1b", "\x9b", "\u202e", "\u2066", "\u200b")
PAGES_OF_A_TABLE = [
    *("", "/pad", "/pad/fix", "/replay", "/replay/3", "/report", "/sheet", "/log.jsonl"),
    *("/log.sheet", "/dispute", "/dispute/6", "/whatif", "/house-rules", "/rulebook"),
]


def test_no_page_shows_what_people_do_not_see(tmp_path: Path) -> None:
    opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    table = [
        opening | dict.fromkeys(("title", "place", "note", "unit"), HOSTILE),
        {"type": "hand", "dealer": "Beto", "bet": 5, "bets": {"Ana": 3, "Beto": 5}},
        {"type": "deal", "hands": {"Ana": 9, "Beto": 9}},
        {"type": "draw", "player": "Ana", "card": "7h"},
        {"type": "draw", "player": "Ana", "card": "8h"},
        {"type": "dispute", "by": "Ana", "event": 5, "text": HOSTILE},
        {"type": "note", "note": HOSTILE},
        {"type": "correct", "event": 5, "with": None, "why": HOSTILE},
    ]
    keep(tmp_path / "book.db", "friday", table)
    browser = server(tmp_path / "book.db", links=False).test_client()
    for page in PAGES_OF_A_TABLE:
        answer = browser.get(f"/tables/friday{page}")
        assert answer.status_code == 200
        assert not any(mark in answer.text for mark in MARKS), page
