"""The tables of the record book, and the migration of older books.

A migration never changes what was written: bytes, salts, hashes and numbers stay, so every chain
and every noted head stays valid.
"""

from collections.abc import Mapping, Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Final

from referee.store.damage import differences, is_newest
from referee.store.errors import BookForeign
from referee.store.sqlite import Connection, in_memory

APPLICATION_ID: Final = 0x44535231  # marks a SQLite file as a record book
GUARDED: Final = frozenset({"games", "events", "seals"})  # the append-only tables

READ_AS: Final[Mapping[int, tuple[str, ...]]] = {
    1: (
        "CREATE TEMP VIEW games AS SELECT *, NULL AS opened_as, 1 AS chain FROM main.games",
        "CREATE TEMP VIEW seals AS SELECT 0 AS seq, x'' AS content, x'' AS salt, x'' AS hash"
        " WHERE 0",
    )
}
"""For each older version, temporary views through which its tables look like the newest ones. They
are not part of the file."""

MIGRATIONS: Final[tuple[str, ...]] = tuple(
    (files(__package__) / f"sqlite.{version}.sql").read_text("utf-8") for version in (1, 2)
)
"""Script ``n`` (from 0) makes a book of version ``n`` one of version ``n + 1``. Since the second
one the chains of new games cover their openings; older games keep theirs."""


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


def migrate(connection: Connection, path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Migrate the file to the newest version, in one transaction. Raises BookNewer."""
    if is_current(connection, path, migrations):
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


def is_current(connection: Connection, path: Path, migrations: Sequence[str] = MIGRATIONS) -> bool:
    """Return whether the book has the newest version. Raises BookNewer if it has a later one."""
    return is_newest(version_of(connection, path), len(migrations), path)


def schema_problems(connection: Connection, migrations: Sequence[str] = MIGRATIONS) -> list[str]:
    """Return descriptions of the missing, changed or added tables, views, indexes and triggers of a
    book; empty if they are as these migrations create them."""
    with closing(in_memory()) as fresh:
        for step in migrations:
            _run(step, fresh)
        wanted = _parts(fresh)
    there = _parts(connection)
    return [
        difference
        for kind in sorted(wanted.keys() | there.keys())
        for difference in differences(kind, wanted.get(kind, {}), there.get(kind, {}))
    ]


def _parts(connection: Connection) -> dict[str, dict[str, str]]:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    parts: dict[str, dict[str, str]] = {}
    for kind, name, text in rows.fetchall():
        parts.setdefault(str(kind), {})[str(name)] = str(text)
    return parts
