"""Security of every request, for any page."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from flask import Flask

from referee.store.links import Role
from referee.web.judges import AGAIN, LARGE, WAITING
from referee.web.security import GUESSES
from referee.web.settings import LARGEST_BODY
from tests.web.visitors import keep, server, visitor

OPENING = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    keep(tmp_path / "book.db", "friday", [OPENING])
    return server(tmp_path / "book.db", links=False)


def test_more_than_the_referee_takes_is_refused(app: Flask) -> None:
    answer = app.test_client().post("/open", data={"title": "x" * (LARGEST_BODY + 1)})
    assert answer.status_code == 413


def test_one_household_counts_as_one_however_many_addresses_it_has(tmp_path: Path) -> None:
    keep(tmp_path / "other.db", "friday", [OPENING])
    client = server(tmp_path / "other.db").test_client()

    def guesses(address: str) -> int:
        return client.get("/join/x", environ_base={"REMOTE_ADDR": address}).status_code

    answers = [guesses(f"2001:db8:1:2::{at:x}") for at in range(1, GUESSES.amount + 2)]
    assert answers == [404] * GUESSES.amount + [429]
    assert guesses("2001:db8:1:3::1") == 404


def test_a_failure_is_told_without_its_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    keep(tmp_path / "book.db", "friday", [OPENING])
    app = server(tmp_path / "book.db")

    @app.get("/broken")
    def broken() -> str:
        raise RuntimeError("Ana has Kd")

    with caplog.at_level(logging.DEBUG):
        answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    assert "Kd" not in answer.text
    assert "RuntimeError" in caplog.text
    assert "Kd" not in caplog.text


def test_no_token_gets_into_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    keep(tmp_path / "book.db", "friday", [OPENING])
    app = server(tmp_path / "book.db")
    token = app.extensions["referee-links"].make("friday", Role.VIEWER)
    with caplog.at_level(logging.DEBUG):
        app.test_client().get(f"/join/{token}")
        visitor(app, "friday", Role.VIEWER).get("/tables/friday")
    assert token not in caplog.text


def test_a_large_log_is_judged_apart_and_reads_the_same(app: Flask) -> None:
    knock = {"type": "note", "note": "x" * 1000}
    log = "\n".join(map(json.dumps, [OPENING, *[knock] * (LARGE // 1000 + 1)]))
    client = app.test_client()
    apart = client.post("/api/v1/check", data=log, content_type="application/jsonl")
    del app.extensions["referee-judges"]
    at_once = client.post("/api/v1/check", data=log, content_type="application/jsonl")
    assert apart.status_code == at_once.status_code == 200
    assert apart.data == at_once.data
    assert apart.headers["Content-Security-Policy"] == at_once.headers["Content-Security-Policy"]


def test_who_comes_to_a_full_waiting_room_is_told_when_to_come_again(app: Flask) -> None:
    judges = app.extensions["referee-judges"]
    for _place in range(WAITING):
        judges.take_place()
    answer = app.test_client().post("/check", data={"log": "x" * (LARGE + 1)})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(AGAIN))
    assert "Wait a minute" in answer.text
