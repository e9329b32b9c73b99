"""The database itself refuses every change, on the book's own connection and on any other."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.store import BookError, SQLiteBook
from referee.store.sqlite import sqlite3
from tests.store.books import another_program, begun, knock, rows, statements, without_guards

NOT_ALLOWED = "not authorized|authorization denied|may not be modified"
INTO = "INTO events (game, seq, id, content, salt, hash) VALUES"
TEXT = '\'{"type":"end"}\', zeroblob(16), zeroblob(32)'
BYTES = "x'7b7d', zeroblob(16), zeroblob(32)"

CHANGES = statements("changes")

FORBIDDEN_TO_US = statements("loosening")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[SQLiteBook]:
    with begun(tmp_path / "book.db") as book:
        yield book


@pytest.fixture
def ours(book: SQLiteBook) -> Any:
    return book._connection


@pytest.fixture
def theirs(book: SQLiteBook) -> Iterator[Any]:
    """Yield a connection of another program, without the referee."""
    with another_program(book.path) as connection:
        yield connection


@pytest.mark.parametrize("who", ["ours", "theirs"])
@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES)
def test_a_change_is_refused(request: pytest.FixtureRequest, who: str, statement: str) -> None:
    connection = request.getfixturevalue(who)
    before = rows(connection)
    with pytest.raises(sqlite3.DatabaseError) as refusal:
        connection.execute(statement)
    assert rows(connection) == before
    not_ours = who == "ours" and re.search(NOT_ALLOWED, str(refusal.value))
    assert not_ours or isinstance(refusal.value, sqlite3.IntegrityError)


@pytest.mark.parametrize("act", ["UPDATE events SET seq = seq + 10", "DELETE FROM events"])
def test_the_book_itself_is_refused_even_where_the_triggers_are_gone(
    book: SQLiteBook, ours: Any, act: str
) -> None:
    with without_guards(book.path), pytest.raises(sqlite3.DatabaseError, match=NOT_ALLOWED):
        ours.execute(act)


@pytest.mark.parametrize("statement", FORBIDDEN_TO_US.values(), ids=FORBIDDEN_TO_US)
def test_the_book_cannot_loosen_its_own_guards(ours: Any, statement: str) -> None:
    with pytest.raises(sqlite3.DatabaseError, match=NOT_ALLOWED):
        ours.execute(statement)


def test_what_fits_is_taken(theirs: Any) -> None:
    """Accept valid insertions, so that the refusals above mean something."""
    theirs.execute(f"INSERT {INTO} (1, 5, 'e5', {BYTES})")
    theirs.execute("INSERT INTO games VALUES (2, 'sunday', '', 1, NULL, 2)")
    theirs.execute(f"INSERT {INTO} (2, 1, 'e5', {BYTES})")


def test_a_trigger_of_another_program_does_nothing_in_our_appends(book: SQLiteBook) -> None:
    with another_program(book.path) as connection:
        connection.execute("CREATE TABLE copies (content)")
        connection.execute(
            "CREATE TRIGGER spy AFTER INSERT ON events BEGIN "
            "INSERT INTO copies VALUES (NEW.content); END"
        )
    with pytest.raises(BookError, match=NOT_ALLOWED):
        book.append("friday", [knock(5)])
    with another_program(book.path) as connection:
        assert connection.execute("SELECT count(*) FROM copies").fetchone() == (0,)
    assert "the trigger spy does not belong there" in book.damage()


FOUND = statements("found")
"""Changes by another program, each by the damage that is found."""


@pytest.mark.parametrize("damage", FOUND)
def test_damage_is_seen(book: SQLiteBook, damage: str) -> None:
    assert book.damage() == []
    with another_program(book.path) as connection:
        connection.executescript(FOUND[damage])
    with SQLiteBook(book.path, writable=False) as harmed:
        assert damage in harmed.damage()
