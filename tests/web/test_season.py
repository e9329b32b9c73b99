"""The page of the season: only the tables that its visitor may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.store import SQLiteBook
from referee.store.links import Role
from tests.season.clubs import evenings, fill
from tests.web.visitors import server, visitor


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("club") / "book.db"
    with SQLiteBook(path) as book:
        fill(book, evenings(4))
    return path


def test_who_is_alone_with_the_book_sees_everybody(club: Path) -> None:
    page = server(club, links=False).test_client().get("/season").text
    assert "6 evenings" in page
    assert "Points in Golf" in page
    assert "<polyline" in page


def test_whoever_has_links_sees_the_season_of_their_tables_alone(club: Path) -> None:
    app = server(club)
    assert "No evening matches." in app.test_client().get("/season").text
    mine = visitor(app, "evening-1", Role.VIEWER).get("/season").text
    assert "1 evening," in mine
    assert "Points in Golf" in mine
    assert "Money" not in mine


@pytest.mark.parametrize(
    ("asked", "evenings"),
    [
        ("game=golf", "1 evening,"),
        ("house=ace_runs=sideways", "No evening matches."),
        ("since=2025", "No evening matches."),
        ("game=whist", "No evening"),
    ],
)
def test_the_address_says_which_evenings_count(club: Path, asked: str, evenings: str) -> None:
    assert evenings in server(club, links=False).test_client().get(f"/season?{asked}").text


def test_odd_questions_are_answered_and_shown_as_they_were_asked(club: Path) -> None:
    asked = {"players": '"><b>,,', "until": "%"}
    page = server(club, links=False).test_client().get("/season", query_string=asked)
    assert page.status_code == 200
    assert "<b>" not in page.text
