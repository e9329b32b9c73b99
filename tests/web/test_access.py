"""Access to a table: with a link, without one, with somebody else's, with one taken back."""

from __future__ import annotations

import re
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


def test_a_link_is_swapped_for_a_cookie(app: Flask) -> None:
    client = app.test_client()
    answer = client.get(f"/join/{link(app, 'friday', Role.VIEWER)}")
    assert (answer.status_code, answer.location) == (303, "/tables/friday")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert client.get("/tables/friday").status_code == 200


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


def test_a_scribes_link_leads_to_the_pad(app: Flask) -> None:
    client = app.test_client()
    answer = client.get(f"/join/{link(app, 'friday', Role.SCRIBE)}", follow_redirects=True)
    assert answer.request.path == "/tables/friday/pad"
    assert answer.status_code == 200


def test_without_a_link_a_table_is_not_there(app: Flask) -> None:
    there = app.test_client().get("/tables/friday")
    nowhere = app.test_client().get("/tables/nowhere")
    assert there.status_code == nowhere.status_code == 404
    assert there.text.replace("friday", "X") == nowhere.text.replace("nowhere", "X")
    assert "friday" not in app.test_client().get("/").text


def test_whoever_may_do_more_keeps_their_link(app: Flask) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    scribe.get(f"/join/{link(app, 'friday', Role.VIEWER)}")
    assert scribe.get("/tables/friday/links").status_code == 200
    looking = visitor(app, "friday", Role.VIEWER)
    looking.get(f"/join/{link(app, 'friday', Role.SCRIBE)}")
    assert looking.get("/tables/friday/links").status_code == 200


def test_a_table_may_have_any_name(app: Flask, book: Path) -> None:
    keep(book, "名前", [OPENING, HAND])
    client = app.test_client()
    answer = client.get(f"/join/{link(app, '名前', Role.VIEWER)}")
    assert answer.headers["Set-Cookie"].isascii()
    assert client.get("/tables/名前").status_code == 200


def test_a_link_opens_its_own_table_only(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie(cookie_of("monday"), link(app, "friday", Role.SCRIBE))
    assert client.get("/tables/monday").status_code == 404
    assert visitor(app, "friday", Role.SCRIBE).get("/tables/monday").status_code == 404


@pytest.mark.parametrize("token", ["", "x" * 43, "../../etc/passwd", "%00", "ñ" * 20, "A" * 3000])
def test_a_forged_link_opens_nothing(app: Flask, token: str) -> None:
    client = app.test_client()
    client.set_cookie(cookie_of("friday"), token)
    assert client.get("/tables/friday").status_code == 404
    assert client.get(f"/join/{token}").status_code == 404
    programs = client.get("/tables/friday", headers={"Authorization": "Bearer nothing"})
    assert programs.status_code == 404


def test_a_link_that_was_taken_back_opens_nothing(app: Flask) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    looking = visitor(app, "friday", Role.VIEWER)
    assert looking.get("/tables/friday").status_code == 200
    number = app.extensions["referee-links"].of_table("friday")[-1].number
    scribe.post(f"/tables/friday/links/{number}/revoke")
    assert looking.get("/tables/friday").status_code == 404
    assert scribe.get("/tables/friday").status_code == 200


def test_scribes_are_asked_before_they_take_their_own_link_back(app: Flask) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    (own,) = app.extensions["referee-links"].of_table("friday")
    asked = scribe.post(f"/tables/friday/links/{own.number}/revoke")
    assert "This link is your own" in asked.text
    assert "This one is yours." in scribe.get("/tables/friday/links").text
    scribe.post(f"/tables/friday/links/{own.number}/revoke", data={"sure": "1"})
    assert scribe.get("/tables/friday/links").status_code == 404


def test_all_players_get_links_of_their_own_on_one_sheet(app: Flask) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    sheet = scribe.post("/tables/friday/links", data={"for": "players"}).text
    tokens = re.findall(r"/join/([\w-]+)", sheet)
    held = [app.extensions["referee-links"].of(token) for token in tokens]
    assert [one.player for one in held] == ["Ana", "Beto"]
    assert sheet.count("<svg") == 2


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


def test_where_no_phone_reaches_the_server_it_is_said(app: Flask) -> None:
    page = visitor(app, "friday", Role.SCRIBE).get("/tables/friday/links").text
    assert "referee serve --lan" in page


def test_the_links_of_another_table_cannot_be_taken_back(app: Flask) -> None:
    looking = visitor(app, "monday", Role.VIEWER)
    number = app.extensions["referee-links"].of_table("monday")[0].number
    visitor(app, "friday", Role.SCRIBE).post(f"/tables/friday/links/{number}/revoke")
    assert looking.get("/tables/monday").status_code == 200


def test_only_the_scribe_hands_out_links(app: Flask) -> None:
    for role, player in ((Role.VIEWER, None), (Role.PLAYER, "Ana")):
        client = visitor(app, "friday", role, player)
        assert client.get("/tables/friday/links").status_code == 403
        assert client.post("/tables/friday/links", data={"for": "scribe"}).status_code == 403
    made = visitor(app, "friday", Role.SCRIBE).post("/tables/friday/links", data={"for": "viewer"})
    token = made.text.split("/join/")[1].split('"')[0]
    assert app.test_client().get(f"/join/{token}").status_code == 303


def test_a_link_is_for_somebody_who_sits_there(app: Flask) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    for whom in ("player Carla", "owner", ""):
        assert scribe.post("/tables/friday/links", data={"for": whom}).status_code == 400
    assert scribe.post("/tables/friday/links", data={"for": "player ANA"}).status_code == 200


def test_no_token_lies_in_a_file(app: Flask, book: Path) -> None:
    token = link(app, "friday", Role.SCRIBE)
    for file in book.parent.iterdir():
        assert token.encode() not in file.read_bytes(), file
    with sqlite3.connect(beside(book)) as links:
        kept = links.execute("SELECT token FROM links").fetchall()
    assert all(len(bytes.fromhex(digest)) == 32 for (digest,) in kept)


def test_a_single_user_needs_no_link(book: Path) -> None:
    client = server(book, links=False).test_client()
    assert "friday" in client.get("/").text
    assert client.get("/tables/friday/pad").status_code == 200


def test_who_opens_a_table_gets_its_first_link(app: Flask) -> None:
    client = app.test_client()
    told = {"game": "desmoche", "player": ["Eva", "Ana"], "bet": "5"}
    answer = client.post("/open", data=told)
    table = answer.location.removesuffix("/pad")
    assert client.get(f"{table}/pad").status_code == 200
    assert app.test_client().get(table).status_code == 404


def test_a_table_may_be_called_new(app: Flask, book: Path) -> None:
    keep(book, "new", [OPENING, HAND])
    answer = visitor(app, "new", Role.VIEWER).get("/tables/new")
    assert "Ana" in answer.text
