"""Access and security: links and tokens, limits, and what an answer or a log may give away."""

import json
import logging
import sqlite3
from pathlib import Path

import pytest
from flask import Flask

from referee.store import BookUnwritable
from referee.store.links import Role, beside
from referee.store.opening import back_up
from referee.web import Settings, create_app
from referee.web.access import cookie_of
from referee.web.judges import AGAIN, LARGE
from referee.web.settings import HERE
from tests.web.visitors import (
    IN_PLAY,
    apart_and_here,
    keep,
    link,
    server,
    take_all_places,
    visitor,
)

OPENING = IN_PLAY[0]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.db"
    keep(path, "friday", IN_PLAY[:2])
    return path


@pytest.fixture
def app(book: Path) -> Flask:
    return server(book)


def test_the_links_of_a_backup_work(app: Flask, book: Path, tmp_path: Path) -> None:
    kept, revoked = link(app, "friday", Role.VIEWER), link(app, "friday", Role.VIEWER)
    app.extensions["referee-links"].revoke("friday", 2)
    assert back_up(book, tmp_path / "copy.db") == 1
    again = server(tmp_path / "copy.db")
    assert again.test_client().get(f"/join/{kept}").status_code == 303
    assert again.test_client().get(f"/join/{revoked}").status_code == 404
    assert link(again, "friday", Role.VIEWER) not in (kept, revoked)


@pytest.mark.parametrize("links", [True, False])
def test_a_backup_replaces_no_book_and_no_links_and_leaves_neither_behind(
    app: Flask, book: Path, tmp_path: Path, links: bool
) -> None:
    link(app, "friday", Role.VIEWER)
    copy = tmp_path / "copy.db"
    there, missing = (beside(copy), copy) if links else (copy, beside(copy))
    there.write_bytes(b"something else")
    with pytest.raises(BookUnwritable, match="A backup never replaces a file"):
        back_up(book, copy)
    assert there.read_bytes() == b"something else"
    assert not missing.exists()


def test_links_lead_to_the_address_at_which_the_room_reaches_the_server(book: Path) -> None:
    own, room, other = "localhost:8000", "192.168.1.7:8000", "10.0.0.7:8000"
    app = create_app(Settings(book, links=True, hosts=(*HERE, "192.168.1.7", "10.0.0.7")))
    scribe = visitor(app, "friday", Role.SCRIBE)

    def made(host: str, **told: str) -> str:
        scribe.set_cookie(cookie_of("friday"), link(app, "friday", Role.SCRIBE), domain=host[:-5])
        asked = {"for": "viewer", **told}
        page = scribe.post("/tables/friday/links", data=asked, base_url=f"http://{host}").text
        return page.split('value="http://')[1].split("/join/")[0]

    assert made(own) == room
    assert made(other) == other
    assert made(own, room=other) == other
    assert made(own) == other
    assert made(own, room="evil.example.org") == room


def test_no_token_lies_in_a_file_or_gets_into_the_log(
    app: Flask, book: Path, caplog: pytest.LogCaptureFixture
) -> None:
    token = link(app, "friday", Role.SCRIBE)
    with caplog.at_level(logging.DEBUG):
        phone = app.test_client()
        assert phone.get(f"/join/{token}").status_code == 303
        assert phone.get("/tables/friday").status_code == 200
    assert token not in caplog.text
    for file in book.parent.iterdir():
        assert token.encode() not in file.read_bytes(), file
    with sqlite3.connect(beside(book)) as links:
        kept = links.execute("SELECT token FROM links").fetchall()
    assert all(len(bytes.fromhex(digest)) == 32 for (digest,) in kept)


def test_a_failure_is_told_without_its_words(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    @app.get("/broken")
    def broken() -> str:
        raise RuntimeError("Ana has Kd")

    with caplog.at_level(logging.DEBUG):
        answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    assert "RuntimeError" in caplog.text
    assert "Kd" not in answer.text + caplog.text


def test_a_large_log_is_judged_apart_reads_the_same_and_waits_for_a_place(book: Path) -> None:
    app = server(book, links=False)
    note = {"type": "note", "note": "x" * 1000}
    log = "\n".join(map(json.dumps, [OPENING, *[note] * (LARGE // 1000 + 1)]))
    client = app.test_client()
    sent = {"data": log, "content_type": "application/jsonl"}
    told = apart_and_here(app, "referee-judges", lambda: client.post("/api/v1/check", **sent))
    assert told.status_code == 200
    take_all_places(app, "referee-judges")
    answer = client.post("/check", data={"log": log})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(AGAIN))
    assert "Wait a minute" in answer.text


def test_what_was_chosen_last_fits_into_a_cookie_and_goes_to_this_form_only(book: Path) -> None:
    browser = server(book, links=False).test_client()
    players = [f"{'ñ' * 38}{number}" for number in range(4)]
    for game in ("desmoche", "conquien"):
        told = {"game": game, "of": game, "player": players, "bet": "5", "unit": "x" * 900}
        assert browser.post("/open", data=told).status_code == 303
    kept = browser.get_cookie("last-opening", path="/open")
    assert kept is not None
    assert len(kept.value) <= 3500
    assert (kept.path, kept.http_only) == ("/open", True)
    page = browser.get("/open").text
    assert all(f'value="{player}"' in page for player in players)
