"""The record book on a PostgreSQL server, which many programs may write at the same time.

An append is a single statement: the new events are linked to the last known head and inserted, and
the keys of the tables refuse them if another writer was quicker. In that case, or if ids must be
looked up, the append is repeated under a lock of the game.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from psycopg import errors

from referee.store.chain import Appended, Kept, check_entries, linked
from referee.store.damage import KINDS, differences, is_newest
from referee.store.entries import Entry, Stored
from referee.store.errors import BookForeign, BookMissing, BookUnreachable
from referee.store.location import shown
from referee.store.moving import back_up
from referee.store.postgres import Connection, Connections, execute
from referee.store.postgres_news import Teller
from referee.store.record import OF_A_GAME, RecordBook

T = TypeVar("T")

_INSERT = "INSERT INTO events (game, seq, id, content, salt, hash) VALUES "
_ROW = "(?, ?, ?, ?, ?, ?)"
ROWS_AT_ONCE: Final = 500


class PostgresBook(RecordBook):
    """Games on a server; see `RecordBook`.

    ``address`` is a connection URI, or keywords and values. With ``create`` a missing book is
    created in the database; without it, a missing book raises BookMissing.
    """

    def __init__(self, address: str, *, create: bool = True, writable: bool = True) -> None:
        self._address = address
        self.writable = writable
        self._connections = Connections(address, writable=writable)
        self._teller = Teller(self._connections)
        self._heads: dict[str, Kept] = {}
        """The last known state of games. If it is out of date, the keys refuse a write."""
        with self._looking() as connection:
            if create and writable:
                migrate(connection, self.location)
            elif not is_current(connection, self.location):
                raise BookMissing(self.location)

    @property
    def location(self) -> str:
        """The address, without its password."""
        return shown(self._address)

    def close(self) -> None:
        """Announce the last news, and close the connections."""
        self._teller.send()
        self._connections.forget()

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        """Write events at the end of a game; they are on the server's disk when this returns."""
        check_entries(entries)
        self._refuse_reader()
        sent: list[Stored] = []

        def write() -> Appended:
            answer = self._landed(name, sent) if sent else None
            return (
                answer
                or self._at_once(name, entries, expects, sent)
                or self._under_lock(name, entries, expects)
            )

        return self._again(write)

    def _at_once(
        self, name: str, entries: Sequence[Entry], expects: int | None, sent: list[Stored]
    ) -> Appended | None:
        """Append after the head that this program knows; None if it may be out of date."""
        kept = self._heads.get(name)
        if kept is None or expects not in (None, kept.head.seq) or len(entries) > ROWS_AT_ONCE:
            return None
        sent[:] = linked(kept.head, entries)
        with self._looking() as connection:
            try:
                self._insert(connection, kept.position, sent)
            except errors.UniqueViolation:
                # another program wrote first, or the game has the id already
                sent.clear()
                self._heads.pop(name, None)
                return None
        self._teller.tell(name)
        answer = Appended.of(sent)
        self._heads[name] = replace(kept, head=answer.head)
        return answer

    def _landed(self, name: str, sent: Sequence[Stored]) -> Appended | None:
        """Return the answer that was lost with the connection, if the game has these events."""
        self._heads.pop(name, None)
        there = list(self.read(name, sent[0].seq - 1, len(sent)))
        return Appended.of(sent) if there == list(sent) else None

    def _under_lock(self, name: str, entries: Sequence[Entry], expects: int | None) -> Appended:
        def write(connection: Connection) -> Appended:
            self._lock(connection, OF_A_GAME, self._found(connection, name).position)
            return self._append(connection, self._found(connection, name), entries, expects)

        answer = self._in_transaction(write, name)
        kept = self._heads.pop(name, None)
        if kept is not None and not answer.repeated:
            self._heads[name] = replace(kept, head=answer.head)
        return answer

    def health(self) -> dict[str, Any]:
        """Return the server's version, and the size of the database."""
        asked = "SELECT current_setting('server_version'), pg_database_size(current_database())"
        with self._looking() as connection:
            ((server, size),) = self._rows(connection, asked)
        return {"server": server, "bytes": size}

    def back_up(self, target: Path) -> None:
        """Write its games into a file."""
        back_up(self, target)

    def _do(self, connection: Connection, statement: str, *values: object) -> Any:
        return execute(connection, statement, *values)

    def _insert(self, connection: Connection, position: int, events: Sequence[Stored]) -> None:
        for first in range(0, len(events), ROWS_AT_ONCE):
            values: list[object] = []
            batch = events[first : first + ROWS_AT_ONCE]
            for game in batch:
                values += (position, game.seq, game.id, game.content, game.salt, game.hash)
            self._do(connection, _INSERT + ", ".join([_ROW] * len(batch)), *values)

    def _harm(self, connection: Connection) -> list[str]:
        return schema_problems(connection)

    def _lock(self, connection: Connection, kind: int, position: int) -> None:
        connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", (kind, position))

    def _found(self, connection: Connection, name: str) -> Kept:
        kept = self._heads[name] = super()._found(connection, name)
        return kept

    def _looking(self) -> AbstractContextManager[Connection]:
        return self._connections.one()

    def _write(self, act: Callable[[Connection], T], game: str = "") -> T:
        return self._again(lambda: self._in_transaction(act, game))

    def _in_transaction(self, act: Callable[[Connection], T], game: str) -> T:
        """Run an act in a durable transaction, then announce news of the game."""
        self._refuse_reader()
        with self._connections.one() as connection, connection.transaction():
            result = act(connection)
        if game:
            self._teller.tell(game)
        return result

    def _again(self, act: Callable[[], T]) -> T:
        """Run an act, and again if a restarted server had closed the connection."""
        try:
            return act()
        except BookUnreachable:
            self._connections.forget()
            return act()


# ---- the tables, in a schema of their own: a database has one book

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
    """Return all differences from the schema that the migrations create, in words."""
    bodies = "".join(MIGRATIONS).split("CREATE FUNCTION referee.")[1:]
    wanted: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
    wanted["function"] = {part.partition("(")[0]: part.split("$$")[1] for part in bodies}
    there: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
    for kind, name, should_be, found in connection.execute(_PARTS.encode()).fetchall():
        if should_be is not None:
            wanted[kind][name] = should_be
        if found is not None:
            there[kind][name] = found
    return list(differences(wanted, there))
