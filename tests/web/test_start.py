"""The start page: tonight's tables, joining by a code, how pages look, and what is remembered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.store.links import Role
from referee.web.join_codes import LIVES, JoinCodes
from referee.web.pages.opening import LARGEST
from tests.web.visitors import keep, server, visitor

OPENING = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"], "unit": "córdobas"}
PLAYED = [
    OPENING,
    {"type": "hand", "dealer": "Beto", "bet": 5},
    {"type": "payment", "from": "pot", "to": "Ana", "amount": 10},
]
LONG_AGO = {**OPENING, "players": ["Moncho", "Ruth"], "date": "1998-05-02", "title": "The old one"}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    keep(tmp_path / "book.db", "friday", PLAYED)
    keep(tmp_path / "book.db", "old", [LONG_AGO])
    return tmp_path / "book.db"


def part(page: str, heading: str) -> str:
    """Return what stands under a heading of a page."""
    return page.partition(f'id="{heading}"')[2].partition("</section>")[0]


def test_tonights_tables_say_who_plays_and_how_they_stand(book: Path) -> None:
    page = server(book, links=False).test_client().get("/").text
    tonight = part(page, "tonight")
    assert re.findall(r"<bdi>(\w+)</bdi> <strong>([^<]*)", tonight) == [
        ("Ana", "-5"),
        ("Beto", "-5"),
    ]
    assert "The old one" not in tonight
    assert "The old one" in part(page, "tables")


def test_earlier_evenings_are_found_by_who_played(book: Path) -> None:
    browser = server(book, links=False).test_client()
    assert "The old one" in browser.get("/?player=moncho").text
    assert "The old one" not in browser.get("/?player=Ana").text


def test_nobody_is_shown_the_tables_of_others(book: Path) -> None:
    app = server(book)
    viewer = visitor(app, "friday", Role.VIEWER).get("/").text
    assert "friday" in viewer
    assert "Moncho" not in viewer
    assert "Ana" not in app.test_client().get("/").text
    assert "Ana" not in app.test_client().get("/open").text


def code_on(scribe: FlaskClient) -> str:
    page = scribe.post("/tables/friday/links", data={"for": "viewer"}).text
    found = re.search(r'class="join-code">([^<]*)<', page)
    assert found is not None
    return found[1]


def test_a_table_is_joined_by_the_code_beside_its_link(book: Path) -> None:
    app = server(book)
    code = code_on(visitor(app, "friday", Role.SCRIBE))
    phone = app.test_client()
    assert phone.get("/tables/friday").status_code == 404
    phone.post("/join", data={"code": code.lower()}, follow_redirects=True)
    assert phone.get("/tables/friday").status_code == 200
    assert phone.get("/tables/friday/pad").status_code == 403


def test_a_code_that_nothing_has_opens_nothing_and_stays_typed(book: Path) -> None:
    answer = server(book).test_client().post("/join", data={"code": "ACD EFGH"})
    assert answer.status_code == 422
    assert "No table has this code now." in answer.text
    assert 'value="ACD EFGH"' in answer.text


def test_a_code_works_for_a_quarter_of_an_hour() -> None:
    now = [0.0]
    codes = JoinCodes(lambda: now[0])
    code = codes.make("token")
    now[0] = LIVES - 1
    assert codes.token(code) == "token"
    now[0] = LIVES + 1
    assert codes.token(code) is None


def test_players_of_earlier_tables_are_offered_where_one_is_opened(book: Path) -> None:
    page = server(book, links=False).test_client().get("/open").text
    assert set(re.findall(r'data-seats="(\w+)"', page)) == {"Ana", "Beto", "Moncho", "Ruth"}


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [({"theme": "dark"}, 'data-theme="dark"'), ({"text": "large"}, 'data-text="large"')],
)
def test_a_browser_remembers_how_pages_look(book: Path, chosen: dict[str, str], shown: str) -> None:
    browser = server(book, links=False).test_client()
    assert shown not in browser.get("/").text
    browser.post("/look", data={**chosen, "back": "/"})
    assert shown in browser.get("/tables/friday").text
    browser.post("/look", data={"theme": "nonsense", "back": "/"})
    assert shown in browser.get("/").text


def test_a_log_that_cannot_be_read_stays_where_it_was_typed(book: Path) -> None:
    answer = (
        server(book, links=False).test_client().post("/check", data={"log": "desmoche\nAna 1h"})
    )
    assert answer.status_code == 422
    assert "desmoche\nAna 1h</textarea>" in answer.text
    assert 'role="alert"' in answer.text


def test_a_table_for_one_is_refused_in_the_words_of_players(book: Path) -> None:
    answer = server(book, links=False).test_client().post("/open", data={"player": ["Ana"]})
    assert "There must be 2 to 4 players." in answer.text
    assert 'value="Ana"' in answer.text


def test_the_guide_goes_once_somebody_has_understood(book: Path) -> None:
    browser = server(book, links=False).test_client()
    assert "Understood" in browser.get("/tables/friday/pad").text
    browser.post("/tables/friday/pad/guide")
    assert "Understood" not in browser.get("/tables/friday/pad").text


def test_an_evening_is_a_picture_of_what_its_visitor_may_know(book: Path) -> None:
    picture = visitor(server(book), "old", Role.VIEWER).get("/tables/old/report.svg")
    assert picture.mimetype == "image/svg+xml"
    assert "The old one" in picture.text
    assert server(book).test_client().get("/tables/old/report.svg").status_code == 404


@pytest.mark.parametrize("cookie", ["x", "bm9uZQ", "W10", "eyJnYW1lcyI6IHt9fQ", "eyJnYW1lcyI6IDF9"])
def test_a_cookie_of_somebody_else_fills_in_nothing(book: Path, cookie: str) -> None:
    browser = server(book, links=False).test_client()
    browser.set_cookie("last-opening", cookie, path="/open")
    assert browser.get("/open").status_code == 200


def test_what_was_chosen_last_fits_into_a_cookie_and_goes_to_this_form_only(book: Path) -> None:
    browser = server(book, links=False).test_client()
    players = [f"{'ñ' * 38}{number}" for number in range(4)]
    for game in ("desmoche", "conquien"):
        told = {"game": game, "of": game, "player": players, "bet": "5", "unit": "x" * 900}
        answer = browser.post("/open", data=told)
        assert answer.status_code == 303, answer.text
    kept = browser.get_cookie("last-opening", path="/open")
    assert kept is not None
    assert len(kept.value) <= LARGEST
    assert kept.path == "/open"
    assert kept.http_only
    page = browser.get("/open").text
    assert all(f'value="{player}"' in page for player in players)


def test_the_mark_of_an_empty_seat_is_refused(book: Path) -> None:
    browser = server(book, links=False).test_client()
    told = {"game": "golf", "player": ["Ana", "Beto", ""], "dealer": "3"}
    answer = browser.post("/open", data=told)
    assert answer.status_code == 422
    assert "Dealer: choose a player." in answer.text
    assert 'value="Ana"' in answer.text
