"""The cards of a won hand are shown to the other phones after some seconds, or when the scribe says
so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from flask.testing import FlaskClient
from referee_schemas.sheets import read_sheet

from referee.store import Entry, verified
from referee.store.links import Role
from referee.store.naming import REVEALS
from referee.visibility import ANYBODY
from referee.web.tables import KEPT_OPEN, SHOWDOWN_DELAY, Tables
from tests.depth import only_deep
from tests.store.contract import GAME
from tests.web.visitors import NEARLY_WON, keep, server, visitor

PAD = "/tables/friday/pad"
WINNING = [
    {"type": "draw", "player": "Beto", "card": "6h"},
    {"type": "meld", "player": "Ana", "cards": ["6h", "7h", "8h"]},
]


class Clock:
    """A server clock that moves only by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class Table:
    """A table at which Ana has just won with ten cards, and a viewer's phone."""

    def __init__(self, book: Path) -> None:
        keep(book, "friday", read_sheet(NEARLY_WON, "the sheet"))
        self.location = book
        self.clock = Clock()
        self.start_anew()
        self.write(*WINNING)

    def start_anew(self) -> None:
        """Start a server over the book, as after another one has ended."""
        app = server(self.location)
        app.extensions["referee-tables"].close()
        self.tables = app.extensions["referee-tables"] = Tables(self.location, self.clock)
        self.book = self.tables.book
        self.scribe = visitor(app, "friday", Role.SCRIBE)
        self.looks_on = visitor(app, "friday", Role.VIEWER)

    def write(self, *events: object) -> None:
        last = self.scribe.get("/api/v1/games/friday").get_json()["events"]
        written = {"expects": last, "events": list(events)}
        assert self.scribe.post("/api/v1/games/friday/events", json=written).status_code == 201

    def tap(self, key: str) -> None:
        """Tap *not yet* or *now* on the scribe's pad."""
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
    """Return whether this visitor can read the deal."""
    return '"hands":{"Ana":[' in who.get("/api/v1/games/friday/log").text.replace(" ", "")


MANY: Final = 200


@pytest.mark.deep
@pytest.mark.parametrize("anew", [True, only_deep(False)])
def test_not_yet_is_not_forgotten_after_many_other_tables(table: Table, anew: bool) -> None:
    table.tap("Not yet")
    events = [*read_sheet(NEARLY_WON, "the sheet"), *WINNING]
    for number in range(MANY):
        table.book.open_game(f"other{number}", list(map(Entry.of, events)))
        table.tables.find(f"other{number}").as_seen_by(ANYBODY)
    if anew:
        table.start_anew()
    table.clock.seconds += 3600
    assert not sees_the_hands(table.looks_on)
    assert "The others do not see the hands yet." in table.pad
    table.tap("Show the hands")
    assert sees_the_hands(table.looks_on)
    assert verified(table.book, REVEALS).whole


def test_the_seconds_are_not_counted_anew_for_a_table_that_was_put_away(table: Table) -> None:
    assert not sees_the_hands(table.looks_on)
    table.clock.seconds = SHOWDOWN_DELAY
    for number in range(KEPT_OPEN):
        table.book.open_game(f"other{number}", [GAME])
        table.tables.find(f"other{number}")
    assert sees_the_hands(table.looks_on)
