"""The database itself refuses every change: on the book's own connection, and on any other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from referee.store import BookError, SQLiteBook
from referee.store.schema import GUARDED
from referee.store.sqlite import sqlite3
from tests.store.books import another_program, begun, knock, rows, without_guards

NOT_ALLOWED = "not authorized|authorization denied|may not be modified"
GUARDS = ("stay", "stand", "follow")
INTO = "INTO events (game, seq, id, content, salt, hash) VALUES"
TEXT = '\'{"type":"end"}\', zeroblob(16), zeroblob(32)'
BYTES = "x'7b7d', zeroblob(16), zeroblob(32)"

CHANGES = {
    "update": "UPDATE events SET content = x'7b7d' WHERE seq = 2",
    "update of nothing but the id": "UPDATE events SET id = 'other' WHERE seq = 2",
    "update or replace": "UPDATE OR REPLACE events SET seq = 3 WHERE seq = 2",
    "update or ignore": "UPDATE OR IGNORE events SET seq = 9 WHERE seq = 4",
    "update of a game": "UPDATE games SET name = 'saturday'",
    "delete in the middle": "DELETE FROM events WHERE seq = 2",
    "delete at the end": "DELETE FROM events WHERE seq = 4",
    "delete everything": "DELETE FROM events",
    "delete a game": "DELETE FROM games",
    "insert or replace a number": f"INSERT OR REPLACE {INTO} (1, 4, NULL, {BYTES})",
    "insert or replace an id": f"INSERT OR REPLACE {INTO} (1, 5, 'e3', {BYTES})",
    "replace into": f"REPLACE {INTO} (1, 2, 'e2', {BYTES})",
    "insert or ignore a number": f"INSERT OR IGNORE {INTO} (1, 3, NULL, {BYTES})",
    "insert or ignore an id": f"INSERT OR IGNORE {INTO} (1, 5, 'e4', {BYTES})",
    "insert a number again": f"INSERT {INTO} (1, 4, NULL, {BYTES})",
    "upsert": (
        f"INSERT {INTO} (1, 3, 'e3', {BYTES}) "
        "ON CONFLICT (game, seq) DO UPDATE SET content = excluded.content"
    ),
    "upsert of nothing": (f"INSERT {INTO} (1, 5, 'e3', {BYTES}) ON CONFLICT DO NOTHING"),
    "leave a gap": f"INSERT {INTO} (1, 6, NULL, {BYTES})",
    "begin with 2": f"INSERT {INTO} (2, 2, NULL, {BYTES})",
    "begin with 0": f"INSERT {INTO} (1, 0, NULL, {BYTES})",
    "no game": f"INSERT {INTO} (7, 1, NULL, {BYTES})",
    "no game at all": f"INSERT {INTO} (NULL, 1, NULL, {BYTES})",
    "no number": f"INSERT {INTO} (1, NULL, NULL, {BYTES})",
    "text for a number": f"INSERT {INTO} (1, 'five', NULL, {BYTES})",
    "text for bytes": f"INSERT {INTO} (1, 5, NULL, {TEXT})",
    "bytes for an id": f"INSERT {INTO} (1, 5, x'6135', {BYTES})",
    "an empty id": f"INSERT {INTO} (1, 5, '', {BYTES})",
    "a long id": f"INSERT {INTO} (1, 5, printf('%65s', ''), {BYTES})",
    "no content": (f"INSERT {INTO} (1, 5, NULL, x'7b', zeroblob(16), zeroblob(32))"),
    "too much content": (
        f"INSERT {INTO} (1, 5, NULL, zeroblob(1048577), zeroblob(16), zeroblob(32))"
    ),
    "a short salt": (f"INSERT {INTO} (1, 5, NULL, x'7b7d', zeroblob(15), zeroblob(32))"),
    "no salt": f"INSERT {INTO} (1, 5, NULL, x'7b7d', NULL, zeroblob(32))",
    "a long hash": (f"INSERT {INTO} (1, 5, NULL, x'7b7d', zeroblob(16), zeroblob(33))"),
    "no hash": f"INSERT {INTO} (1, 5, NULL, x'7b7d', zeroblob(16), NULL)",
    "replace a game": "INSERT OR REPLACE INTO games VALUES (1, 'sunday', '', 1, NULL, 2)",
    "replace a game's name": "INSERT OR REPLACE INTO games VALUES (2, 'friday', '', 1, NULL, 2)",
    "ignore a game's name": "INSERT OR IGNORE INTO games VALUES (2, 'friday', '', 1, NULL, 2)",
    "upsert a game": (
        "INSERT INTO games VALUES (2, 'friday', '', 1, NULL, 2) "
        "ON CONFLICT (name) DO UPDATE SET opened_at = 'never'"
    ),
    "leave out a game": "INSERT INTO games VALUES (3, 'sunday', '', 1, NULL, 2)",
    "a game without a number": "INSERT INTO games VALUES (NULL, 'sunday', '', 1, NULL, 2)",
    "a game without a name": "INSERT INTO games VALUES (2, NULL, '', 1, NULL, 2)",
    "a game with an empty name": "INSERT INTO games VALUES (2, '', '', 1, NULL, 2)",
    "a game of no format": "INSERT INTO games VALUES (2, 'sunday', '', 'new', NULL, 2)",
    "a game of format 0": "INSERT INTO games VALUES (2, 'sunday', '', 0, NULL, 2)",
}

FORBIDDEN_TO_US = {
    "drop a table": "DROP TABLE events",
    "drop a trigger": "DROP TRIGGER events_stay",
    "drop the index of ids": "DROP INDEX events_by_id",
    "add a column": "ALTER TABLE events ADD COLUMN more TEXT",
    "drop a column": "ALTER TABLE events DROP COLUMN id",
    "rename a table": "ALTER TABLE events RENAME TO others",
    "a table": "CREATE TABLE more (a)",
    "a temporary trigger": (
        "CREATE TEMP TRIGGER quiet BEFORE UPDATE ON main.events BEGIN SELECT RAISE(IGNORE); END"
    ),
    "a view in front": "CREATE TEMP VIEW events AS SELECT 1",
    "write the schema": "PRAGMA writable_schema = ON",
    "update the schema": "UPDATE sqlite_schema SET sql = NULL",
    "turn triggers back": "PRAGMA recursive_triggers = OFF",
    "pass over the checks": "PRAGMA ignore_check_constraints = ON",
    "sync less": "PRAGMA synchronous = OFF",
    "another journal": "PRAGMA journal_mode = MEMORY",
    "another version": "PRAGMA user_version = 0",
    "another mark": "PRAGMA application_id = 0",
    "attach": "ATTACH ':memory:' AS other",
    "vacuum": "VACUUM",
    "reindex": "REINDEX",
}


@pytest.fixture
def book(tmp_path: Path) -> Iterator[SQLiteBook]:
    with begun(tmp_path / "book.db") as book:
        yield book


@pytest.fixture
def ours(book: SQLiteBook) -> Any:
    """The book's own connection."""
    return book._connection


@pytest.fixture
def theirs(book: SQLiteBook) -> Iterator[Any]:
    """A connection of another program, which knows nothing of the referee."""
    with another_program(book.path) as connection:
        yield connection


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES)
def test_every_program_is_refused(theirs: Any, statement: str) -> None:
    before = rows(theirs)
    with pytest.raises(sqlite3.IntegrityError):
        theirs.execute(statement)
    assert rows(theirs) == before


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES)
def test_the_book_itself_is_refused(ours: Any, statement: str) -> None:
    before = rows(ours)
    with pytest.raises(sqlite3.DatabaseError) as refusal:
        ours.execute(statement)
    assert rows(ours) == before
    assert isinstance(refusal.value, sqlite3.IntegrityError) or re.search(
        NOT_ALLOWED, str(refusal.value)
    )


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


def test_the_book_cannot_write_a_copy_over_another_file(ours: Any, tmp_path: Path) -> None:
    with pytest.raises(sqlite3.DatabaseError):
        ours.execute("VACUUM INTO ?", (str(tmp_path / "copy.db"),))
    assert not (tmp_path / "copy.db").exists()


def test_what_fits_is_taken(theirs: Any) -> None:
    """So that the refusals above are not refusals of everything."""
    theirs.execute(f"INSERT {INTO} (1, 5, 'e5', {BYTES})")
    theirs.execute("INSERT INTO games VALUES (2, 'sunday', '', 1, NULL, 2)")
    theirs.execute(f"INSERT {INTO} (2, 1, 'e5', {BYTES})")


def test_a_statement_with_a_good_and_a_bad_row_writes_neither(theirs: Any) -> None:
    before = rows(theirs)
    with pytest.raises(sqlite3.Error):
        theirs.execute(f"INSERT {INTO} (1, 5, NULL, {BYTES}), (1, 5, NULL, {BYTES})")
    assert rows(theirs) == before


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


ADDED = {
    "table": "CREATE TABLE marked (card TEXT)",
    "view": "CREATE VIEW marked AS SELECT * FROM games",
    "index": "CREATE INDEX marked ON events (content)",
    "trigger": "CREATE TRIGGER marked AFTER INSERT ON games BEGIN SELECT 1; END",
}


@pytest.mark.parametrize("kind", ADDED)
def test_what_somebody_has_added_is_seen(book: SQLiteBook, kind: str) -> None:
    with another_program(book.path) as connection:
        connection.execute(ADDED[kind])
    assert book.damage() == [f"the {kind} marked does not belong there"]


def test_an_unharmed_book_shows_no_damage(book: SQLiteBook) -> None:
    assert book.damage() == []


@pytest.mark.parametrize("table", sorted(GUARDED))
@pytest.mark.parametrize("guard", GUARDS)
def test_a_dropped_trigger_is_seen(book: SQLiteBook, table: str, guard: str) -> None:
    with another_program(book.path) as connection:
        connection.execute(f"DROP TRIGGER {table}_{guard}")
    assert book.damage() == [f"the trigger {table}_{guard} is missing"]


def test_a_trigger_that_was_made_harmless_is_seen(book: SQLiteBook) -> None:
    with another_program(book.path) as connection:
        connection.execute("DROP TRIGGER events_stay")
        connection.execute(
            "CREATE TRIGGER events_stay BEFORE DELETE ON events WHEN 0 "
            "BEGIN SELECT RAISE(ABORT, 'events are never removed'); END"
        )
    assert book.damage() == ["the trigger events_stay is changed"]


def test_a_missing_index_of_ids_is_seen(book: SQLiteBook) -> None:
    with another_program(book.path) as connection:
        connection.execute("DROP INDEX events_by_id")
    assert book.damage() == ["the index events_by_id is missing"]


def test_lost_strictness_is_seen(book: SQLiteBook) -> None:
    with another_program(book.path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')')")
    assert "the table games is changed" in SQLiteBook(book.path, writable=False).damage()


def test_what_sqlite_utils_transforms_loses_its_guards_and_is_seen(book: SQLiteBook) -> None:
    book.close()
    with another_program(book.path) as connection:
        Database(connection).table("games").transform(types={"name": str})
    with SQLiteBook(book.path, writable=False) as harmed:
        found = harmed.damage()
    assert {f"the trigger games_{guard} is missing" for guard in GUARDS} < set(found)
    assert "the table games is changed" in found


def test_sqlite_utils_cannot_transform_through_our_connection(ours: Any) -> None:
    before = rows(ours)
    with pytest.raises(sqlite3.DatabaseError):
        Database(ours, recursive_triggers=False).table("games").transform(drop={"format"})
    assert rows(ours) == before
