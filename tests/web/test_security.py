"""Security of every request, for any page."""

from __future__ import annotations

import json
import logging
import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, url_for

from referee.store.links import Role
from referee.web.judges import AGAIN, LARGE, WAITING
from referee.web.limits import GUESSES, KEPT_LOGS
from referee.web.settings import LARGEST_BODY
from tests.web.visitors import keep, server, visitor

OPENING = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    keep(tmp_path / "book.db", "friday", [OPENING])
    return server(tmp_path / "book.db", links=False)


def address_of(app: Flask, file: str) -> str:
    with app.test_request_context():
        return url_for("static", filename=file)


def test_every_answer_has_its_headers(app: Flask) -> None:
    client = app.test_client()
    for path in ("/", "/tables/friday", "/nowhere", address_of(app, "page.js"), "/open"):
        headers = client.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
    assert client.get("/tables/friday").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("asked", "sent", "told"),
    [
        ("/open", "/open", {"player": ["Ana", "Eva"]}),
        ("/check", "/check/keep", {"log": json.dumps(OPENING)}),
    ],
)
def test_a_table_is_opened_once_however_often_it_is_sent(
    app: Flask, asked: str, sent: str, told: dict[str, Any]
) -> None:
    client, opened = app.test_client(), []
    for _ in range(2):
        page = client.post(asked, data=told) if asked == "/check" else client.get(asked)
        found = re.search(r'name="id" value="(\w+)"', page.text)
        assert found is not None
        sent_as = found[1]
        answers = [client.post(sent, data={**told, "id": sent_as}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303]
        opened += [answer.headers["Location"] for answer in answers]
    assert opened[0] == opened[1] != opened[2] == opened[3]
    name = opened[-1].split("/")[2]
    log = client.get(f"/api/v1/games/{name}/events")
    assert log.status_code == 200
    assert sent_as not in log.text


def test_more_than_the_referee_takes_is_refused(app: Flask) -> None:
    answer = app.test_client().post("/open", data={"title": "x" * (LARGEST_BODY + 1)})
    assert answer.status_code == 413


def test_who_guesses_links_is_slowed_down(tmp_path: Path) -> None:
    keep(tmp_path / "other.db", "friday", [OPENING])
    client = server(tmp_path / "other.db").test_client()
    answers = [client.get("/join/guess") for _ in range(GUESSES.amount + 1)]
    assert [one.status_code for one in answers] == [404] * GUESSES.amount + [429]
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60
    assert "Wait a minute" in answers[-1].text


def test_who_keeps_logs_is_slowed_down(tmp_path: Path) -> None:
    keep(tmp_path / "other.db", "friday", [OPENING])
    app = server(tmp_path / "other.db")
    log = {"log": json.dumps(OPENING)}
    client, answers = app.test_client(), []
    for _ in range(KEPT_LOGS.amount + 1):
        # a new cookie does not make another visitor
        client.set_cookie("seat-0", secrets.token_hex())
        answers.append(client.post("/check/keep", data=log).status_code)
    assert answers == [303] * KEPT_LOGS.amount + [429]


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
