"""Questions to the table, with what each answer changes, and answers written down."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from referee.judging.replay import judge
from referee.rulings.answers import open_questions
from referee.store import SQLiteBook
from referee.store.links import Role
from tests.table_talk import say
from tests.web.visitors import keep, sample, server, visiting, visitor

LINES = sample("all-hands-hidden")
ASK = "/tables/friday/ask"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tmp_path / "book.db"


@pytest.fixture
def app(book: Path) -> Flask:
    keep(book, "friday", LINES)
    return server(book)


def test_every_answer_says_what_it_changes(app: Flask) -> None:
    page = unescape(visitor(app, "friday", Role.VIEWER).get(ASK).text)
    assert "Was A♥, which won corazon, dealt to Moncho, or did it come in the Cambio?" in page
    assert "Who could know it: Moncho and Abuela Lola." in page
    assert "It was dealt to Moncho." in page
    assert "Moncho 6 less" in page
    assert "Write it down" not in page


def test_the_scribe_writes_an_answer_down_and_nothing_is_undecided(app: Flask, book: Path) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    assert ASK in scribe.get("/tables/friday/dispute").text
    said = {"expects": len(LINES), "question": 0, "answer": 1}
    assert scribe.post(ASK, data=said).status_code == 303
    with SQLiteBook(book) as opened:
        kept = [stored.event() for stored in opened.read("friday")]
    (question,) = open_questions(LINES)
    assert judge(kept)["totals"] == question.worlds[1].report["totals"]
    assert "Nothing is undecided" in scribe.get(ASK).text
    assert ASK not in scribe.get("/tables/friday/dispute").text


def test_an_answer_about_another_record_is_not_written(app: Flask) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    late = scribe.post(ASK, data={"expects": 3, "question": 0, "answer": 0})
    assert late.status_code == 409
    assert "The record has changed since you looked." in late.text
    known = len(LINES)
    for wrong in ({"question": 7, "answer": 0}, {"question": 0, "answer": 9}, {"question": 0}):
        assert scribe.post(ASK, data={"expects": known, **wrong}).status_code == 400
    player = visitor(app, "friday", Role.PLAYER, "Moncho")
    assert player.post(ASK, data={"expects": known, "question": 0, "answer": 0}).status_code == 403


def test_nobody_reads_out_of_the_questions_what_somebody_holds_now(book: Path) -> None:
    talk = ("table Ana Beto withdraw=blocked_melds", "draw Ana 7h", "meld Ana 7h7c7d",
            "pay Ana Kc", "draw Beto 2c", "withdraw Ana")  # fmt: skip
    in_play = [event for line in talk for event in say(line)]
    assert judge(in_play)["undecided"]
    scribe = visiting(book, in_play)
    assert "Nothing is undecided" in scribe.get(ASK).text


def test_the_scribe_answers_a_question_about_points_with_a_number(book: Path) -> None:
    hole = [
        {"type": "game", "game": "golf", "players": ["Ana", "Beto"]},
        {"type": "hand", "dealer": "Beto"},
        {"type": "knock", "player": "Ana"},
        {"type": "draw", "player": "Beto", "card": "7h"},
        {"type": "discard", "player": "Beto", "card": "7h"},
    ]
    keep(book, "friday", hole)
    app = server(book)
    scribe = visitor(app, "friday", Role.SCRIBE)
    assert "How many points did Ana count in hand 1?" in scribe.get(ASK).text
    assert "Write it down" not in visitor(app, "friday", Role.VIEWER).get(ASK).text
    said = {"expects": len(hole), "question": 0, "answer": 21}
    assert scribe.post(ASK, data={**said, "answer": 10_000}).status_code == 400
    assert scribe.post(ASK, data={**said, "answer": "many"}).status_code == 400
    assert scribe.post(ASK, data=said).status_code == 303
    with SQLiteBook(book) as opened:
        kept = [stored.event() for stored in opened.read("friday")]
    assert kept[-1]["points"] == {"Ana": 21}
