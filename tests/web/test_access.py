"""Access to a table: with a link, without one, with another one, with a revoked one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from flask import Flask

from referee.store import BookUnwritable
from referee.store.links import Role, beside
from referee.store.opening import back_up
from referee.web import Settings, create_app
from referee.web.access import cookie_of
from referee.web.settings import HERE
from tests.web.visitors import keep, link, server, visitor

OPENING = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
HAND = {"type": "hand", "dealer": "Beto", "bet": 5}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.db"
    keep(path, "friday", [OPENING, HAND])
    keep(path, "monday", [OPENING])
    return path


@pytest.fixture
def app(book: Path) -> Flask:
    return server(book)


def test_the_links_of_a_backup_work(app: Flask, book: Path, tmp_path: Path) -> None:
    kept, revoked = link(app, "friday", Role.VIEWER), link(app, "friday", Role.VIEWER)
    app.extensions["referee-links"].revoke("friday", 2)
    assert back_up(book, tmp_path / "copy.db") == 2
    again = server(tmp_path / "copy.db")
    assert again.test_client().get(f"/join/{kept}").status_code == 303
    assert again.test_client().get(f"/join/{revoked}").status_code == 404
    assert link(again, "friday", Role.VIEWER) not in (kept, revoked)


def test_a_backup_replaces_no_links(app: Flask, book: Path, tmp_path: Path) -> None:
    link(app, "friday", Role.VIEWER)
    beside(tmp_path / "copy.db").write_bytes(b"something else")
    with pytest.raises(BookUnwritable, match="A backup never replaces a file"):
        back_up(book, tmp_path / "copy.db")
    assert beside(tmp_path / "copy.db").read_bytes() == b"something else"
    assert not (tmp_path / "copy.db").exists()


def test_a_backup_that_fails_leaves_no_links_behind(app: Flask, book: Path, tmp_path: Path) -> None:
    link(app, "friday", Role.VIEWER)
    (tmp_path / "copy.db").write_bytes(b"something else")
    with pytest.raises(BookUnwritable):
        back_up(book, tmp_path / "copy.db")
    assert not beside(tmp_path / "copy.db").exists()


def test_without_a_link_a_table_is_not_there(app: Flask) -> None:
    there = app.test_client().get("/tables/friday")
    nowhere = app.test_client().get("/tables/nowhere")
    assert there.status_code == nowhere.status_code == 404
    assert there.text.replace("friday", "X") == nowhere.text.replace("nowhere", "X")
    assert "friday" not in app.test_client().get("/").text


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


def test_no_token_lies_in_a_file(app: Flask, book: Path) -> None:
    token = link(app, "friday", Role.SCRIBE)
    for file in book.parent.iterdir():
        assert token.encode() not in file.read_bytes(), file
    with sqlite3.connect(beside(book)) as links:
        kept = links.execute("SELECT token FROM links").fetchall()
    assert all(len(bytes.fromhex(digest)) == 32 for (digest,) in kept)
