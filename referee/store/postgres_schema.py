"""The tables of a record book on a PostgreSQL server, in a schema of their own: a database has one
book."""

from importlib.resources import files
from typing import Final

from referee.store.damage import KINDS, differences, is_newest
from referee.store.errors import BookForeign
from referee.store.postgres import Connection

MIGRATIONS: Final = ((files(__package__) / "postgres.1.sql").read_text("utf-8"),)
"""Script ``n`` (from 0) makes a book of version ``n`` one of version ``n + 1``."""

_PARTS: Final = (files(__package__) / "postgres.parts.sql").read_text("utf-8")

LAYING_OUT: Final = 0x44535231  # the number of the lock held while a book is created


def version_of(connection: Connection) -> int:
    """Return the version of the book in a database; 0 if it has none."""
    there = connection.execute("SELECT to_regclass('referee.book')").fetchone()
    if there is None or there[0] is None:
        return 0
    row = connection.execute("SELECT max(version) FROM referee.book").fetchone()
    return int(row[0] or 0) if row else 0


def migrate(connection: Connection, location: str) -> None:
    """Migrate the database to the newest version, in one transaction. Raises BookNewer."""
    if is_current(connection, location):
        return
    connection.execute("SELECT pg_advisory_lock(%s)", (LAYING_OUT,))
    try:
        # begin after taking the lock, to see a book that another program has just created
        with connection.transaction():
            version = version_of(connection)
            for number, step in enumerate(MIGRATIONS[version:], version + 1):
                connection.execute(step.encode())
                connection.execute("INSERT INTO referee.book VALUES (%s)", (number,))
    finally:
        connection.execute("SELECT pg_advisory_unlock(%s)", (LAYING_OUT,))


def is_current(connection: Connection, location: str) -> bool:
    """Return whether the book has the newest version. Raises BookNewer if it has a later one,
    BookForeign if the database cannot hold a book."""
    row = connection.execute("SHOW server_encoding").fetchone()
    if row is None or row[0] != "UTF8":
        text = "The database {path} is not in UTF-8, and a record book has to be."
        raise BookForeign(text, path=location)
    return is_newest(version_of(connection), len(MIGRATIONS), location)


def schema_problems(connection: Connection) -> list[str]:
    """Return descriptions of the missing, changed or added tables, views, indexes, triggers and
    functions of the book's schema; empty if it is intact."""
    wanted: dict[str, dict[str, str]] = {kind: {} for kind in KINDS} | {"function": _bodies()}
    there: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
    for kind, name, should_be, found in connection.execute(_PARTS.encode()).fetchall():
        if should_be is not None:
            wanted[kind][name] = should_be
        if found is not None:
            there[kind][name] = found
    return [text for kind in KINDS for text in differences(kind, wanted[kind], there[kind])]


def _bodies() -> dict[str, str]:
    parts = "".join(MIGRATIONS).split("CREATE FUNCTION referee.")[1:]
    return {part.partition("(")[0]: part.split("$$")[1] for part in parts}
