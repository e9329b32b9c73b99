"""The tables of the record book, and the migration of older books.

A migration never changes what was written: bytes, salts, hashes and numbers stay, so every chain
and every noted head stays valid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from referee.store.damage import differences, is_of_version
from referee.store.errors import BookForeign
from referee.store.sqlite import Connection, in_memory

APPLICATION_ID: Final = 0x44535231
"""Marks a SQLite file as a record book."""

GUARDED: Final = frozenset({"games", "events", "seals"})
"""The append-only tables."""

_FIRST = """
CREATE TABLE games (
    game INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
    opened_at TEXT NOT NULL,
    format INTEGER NOT NULL CHECK (format >= 1)
) STRICT;

CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (game),
    seq INTEGER NOT NULL CHECK (seq >= 1),
    id TEXT CHECK (length(id) BETWEEN 1 AND 64),
    content BLOB NOT NULL CHECK (length(content) BETWEEN 2 AND 1048576),
    salt BLOB NOT NULL CHECK (length(salt) = 16),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_by_id ON events (game, id) WHERE id IS NOT NULL;

CREATE TRIGGER events_stand BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_stay BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;
CREATE TRIGGER events_follow BEFORE INSERT ON events
BEGIN
    SELECT RAISE(ABORT, 'events are only appended')
    WHERE NEW.seq <> 1 + ifnull((SELECT max(seq) FROM events WHERE game = NEW.game), 0);
    SELECT RAISE(ABORT, 'an id is for one event only')
    WHERE NEW.id IS NOT NULL
        AND EXISTS (SELECT 1 FROM events WHERE game = NEW.game AND id = NEW.id);
    SELECT RAISE(ABORT, 'an event belongs to a game')
    WHERE NOT EXISTS (SELECT 1 FROM games WHERE game = NEW.game);
END;

CREATE TRIGGER games_stand BEFORE UPDATE ON games
BEGIN SELECT RAISE(ABORT, 'games are never changed'); END;
CREATE TRIGGER games_stay BEFORE DELETE ON games
BEGIN SELECT RAISE(ABORT, 'games are never removed'); END;
CREATE TRIGGER games_follow BEFORE INSERT ON games
BEGIN
    SELECT RAISE(ABORT, 'games are only appended')
    WHERE NEW.game IS NULL OR NEW.game <> 1 + ifnull((SELECT max(game) FROM games), 0);
    SELECT RAISE(ABORT, 'a name is for one game only')
    WHERE EXISTS (SELECT 1 FROM games WHERE name = NEW.name);
END;
"""


# the chains of new games cover their openings; older games keep theirs
_SECOND = """
ALTER TABLE games ADD COLUMN opened_as INTEGER CHECK (opened_as >= 1);

ALTER TABLE games ADD COLUMN chain INTEGER NOT NULL DEFAULT 1 CHECK (chain BETWEEN 1 AND 2);

CREATE TABLE seals (
    seq INTEGER PRIMARY KEY CHECK (seq >= 1),
    content BLOB NOT NULL CHECK (length(content) BETWEEN 2 AND 1048576),
    salt BLOB NOT NULL CHECK (length(salt) = 16),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE TRIGGER seals_stand BEFORE UPDATE ON seals
BEGIN SELECT RAISE(ABORT, 'seals are never changed'); END;
CREATE TRIGGER seals_stay BEFORE DELETE ON seals
BEGIN SELECT RAISE(ABORT, 'seals are never removed'); END;
CREATE TRIGGER seals_follow BEFORE INSERT ON seals
BEGIN
    SELECT RAISE(ABORT, 'seals are only appended')
    WHERE NEW.seq IS NULL OR NEW.seq <> 1 + ifnull((SELECT max(seq) FROM seals), 0);
END;
"""


READ_AS: Final[Mapping[int, tuple[str, ...]]] = {
    1: (
        "CREATE TEMP VIEW games AS SELECT *, NULL AS opened_as, 1 AS chain FROM main.games",
        "CREATE TEMP VIEW seals AS SELECT 0 AS seq, x'' AS content, x'' AS salt, x'' AS hash"
        " WHERE 0",
    )
}
"""For each older version, temporary views through which its tables look like the newest ones. They
are not part of the file."""

MIGRATIONS: Final[tuple[str, ...]] = (_FIRST, _SECOND)
"""Script ``n`` (from 0) makes a book of version ``n`` one of version ``n + 1``."""


def _run(script: str, connection: Connection) -> None:
    for part in script.replace("END;\n", "END;\n\n").split(";\n\n"):
        connection.execute(part.strip())


def version_of(connection: Connection, path: Path) -> int:
    """Return the version of the book in a file; 0 for an empty file. Raises BookForeign."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    mark = int(connection.execute("PRAGMA application_id").fetchone()[0])
    empty = not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    if mark != APPLICATION_ID and not (empty and version == 0):
        raise BookForeign(
            "{path} is a SQLite file, but not a record book. Choose another file with --db.",
            path=path,
        )
    return version


def bring_up_to_date(
    connection: Connection, path: Path, migrations: Sequence[str] = MIGRATIONS
) -> None:
    """Migrate the file to the newest version, in one transaction. Raises BookNewer."""
    if is_of_today(connection, path, migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # another program may have been quicker
        for step in migrations[version_of(connection, path) :]:
            _run(step, connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def is_of_today(connection: Connection, path: Path, migrations: Sequence[str] = MIGRATIONS) -> bool:
    """Return whether the book has the newest version. Raises BookNewer if it has a later one."""
    return is_of_version(version_of(connection, path), len(migrations), path)


def unguarded(connection: Connection, migrations: Sequence[str] = MIGRATIONS) -> list[str]:
    """Return descriptions of the missing, changed or added tables, views, indexes and triggers of a
    book; empty if they are as these migrations create them."""
    fresh = in_memory()
    try:
        for step in migrations:
            _run(step, fresh)
        wanted = _parts(fresh)
    finally:
        fresh.close()
    there = _parts(connection)
    return [
        difference
        for kind in sorted(wanted.keys() | there.keys())
        for difference in differences(kind, wanted.get(kind, {}), there.get(kind, {}))
    ]


def _parts(connection: Connection) -> dict[str, dict[str, str]]:
    """Return the SQL of every part of the schema, by its kind and name."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    parts: dict[str, dict[str, str]] = {}
    for kind, name, text in rows.fetchall():
        parts.setdefault(str(kind), {})[str(name)] = str(text)
    return parts
