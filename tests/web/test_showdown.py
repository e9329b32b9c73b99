"""The cards of a won hand are shown to the other phones a few seconds later, or when the scribe
says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from referee_schemas.sheets import read_sheet

from referee.store.links import Role
from referee.web.showdown import WAIT
from referee.web.tables import Tables
from tests.web.visitors import NEARLY_WON, keep, server, visitor

PAD = "/tables/friday/pad"
WINNING = [
    {"type": "draw", "player": "Beto", "card": "6h"},
    {"type": "meld", "player": "Ana", "cards": ["6h", "7h", "8h"]},
]


class Clock:
    """The clock of a server that stands still until somebody moves its hands."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class Table:
    """A table at which Ana has just won with ten cards, and a phone that looks on."""

    def __init__(self, book: Path) -> None:
        keep(book, "friday", read_sheet(NEARLY_WON, "the sheet"))
        app = server(book)
        self.clock = Clock()
        app.extensions["referee-tables"].close()
        app.extensions["referee-tables"] = Tables(book, self.clock)
        self.scribe = visitor(app, "friday", Role.SCRIBE)
        self.looks_on = visitor(app, "friday", Role.VIEWER)
        self.write(*WINNING)

    def write(self, *events: object) -> None:
        last = self.scribe.get("/api/v1/games/friday").get_json()["events"]
        written = {"expects": last, "events": list(events)}
        assert self.scribe.post("/api/v1/games/friday/events", json=written).status_code == 201

    def tap(self, key: str) -> None:
        """The scribe taps *not yet* or *now* on their pad."""
        form = re.search(rf'action="({PAD}/hands)"(?:(?!</form>).)*<button([^>]*)>{key}', self.pad)
        assert form is not None, self.pad
        told = {"open": "1"} if 'name="open"' in form[2] else {}
        assert self.scribe.post(form[1], data=told).status_code == 303

    @property
    def pad(self) -> str:
        return self.scribe.get(PAD).text.replace("\n", " ")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "book.db")


def sees_the_hands(who: FlaskClient) -> bool:
    """Whether the deal can be read by this visitor."""
    return '"hands":{"Ana":[' in who.get("/api/v1/games/friday/log").text.replace(" ", "")


def test_the_hands_open_a_few_seconds_after_the_win(table: Table) -> None:
    assert not sees_the_hands(table.looks_on)
    assert sees_the_hands(table.scribe)
    table.clock.seconds = WAIT - 1
    assert not sees_the_hands(table.looks_on)
    table.clock.seconds = WAIT
    assert sees_the_hands(table.looks_on)


def test_not_yet_keeps_them_closed_until_the_scribe_shows_them(table: Table) -> None:
    table.tap("Not yet")
    table.clock.seconds = 3600
    assert not sees_the_hands(table.looks_on)
    table.tap("Show the hands")
    assert sees_the_hands(table.looks_on)


def test_a_win_that_was_a_slip_shows_nothing(table: Table) -> None:
    assert not sees_the_hands(table.looks_on)
    last = table.scribe.get("/api/v1/games/friday").get_json()["events"]
    table.write({"type": "correct", "event": last, "with": None, "why": "slip"})
    table.clock.seconds = 3600
    assert not sees_the_hands(table.looks_on)
    assert "Not yet" not in table.pad


@pytest.mark.parametrize(
    "line", [{"type": "end"}, {"type": "hand", "dealer": "Ana", "bet": 5}], ids=["end", "hand"]
)
def test_what_closes_the_hand_opens_it(table: Table, line: dict[str, object]) -> None:
    table.tap("Not yet")
    table.write(line)
    assert sees_the_hands(table.looks_on)


@pytest.mark.usefixtures("table")
def test_a_server_that_starts_anew_finds_them_open(tmp_path: Path) -> None:
    again = server(tmp_path / "book.db")
    assert sees_the_hands(visitor(again, "friday", Role.VIEWER))
