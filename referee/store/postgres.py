"""PostgreSQL: the connections of a program, and the server's errors in words."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from referee.store import errors
from referee.store.errors import BookError
from referee.store.links import Links
from referee.store.location import check_address, shown
from referee.wording.language import Word
from referee.wording.sentences import Phrase

PATIENCE: Final = 10
"""Seconds to wait for a connection, for a lock, and for a writer that stopped in the middle."""

KEPT_OPEN: Final = 16  # idle connections to keep open

Connection = psycopg.Connection[tuple[Any, ...]]
Error = psycopg.Error

SETTINGS: Final = (
    f"SET lock_timeout = '{PATIENCE}s'",
    f"SET idle_in_transaction_session_timeout = '{PATIENCE}s'",
    # a server may be set to acknowledge commits that are not on the disk yet
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'",
    "SET search_path = referee, pg_temp",
)


def connected(address: str) -> Connection:
    """Return a new connection, which detects a lost server. Raises Error."""
    return psycopg.connect(
        address,
        autocommit=True,
        connect_timeout=PATIENCE,
        client_encoding="UTF8",
        application_name="referee",
        # a listener sends nothing, and would not notice a lost server
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
    )


class Connections:
    """The connections of a program to a server: a thread takes one and gives it back."""

    def __init__(self, address: str, *, writable: bool) -> None:
        check_address(address)
        self.address = address
        self._writable = writable
        self._idle: list[Connection] = []

    @contextmanager
    def one(self) -> Iterator[Connection]:
        """Lend a connection to the block; a lost one is not used again. Raises BookError."""
        with translate_errors(self.address):
            try:
                # atomic across threads
                connection = self._idle.pop()
            except IndexError:
                connection = self._opened()
            try:
                yield connection
            finally:
                if connection.closed or connection.broken or len(self._idle) >= KEPT_OPEN:
                    connection.close()
                else:
                    self._idle.append(connection)

    def _opened(self) -> Connection:
        connection = connected(self.address)
        for setting in SETTINGS:
            connection.execute(setting)
        if not self._writable:
            connection.execute("SET default_transaction_read_only = on")
        return connection

    def forget(self) -> None:
        """Close the idle connections."""
        while self._idle:
            self._idle.pop().close()


def execute(connection: Connection, statement: str, *values: object) -> psycopg.Cursor[Any]:
    """Run a statement with question marks for its values, as in SQLite."""
    return connection.execute(statement.replace("?", "%s").encode(), values)


class PostgresLinks(Links):
    """The links to the tables of a book on a server."""

    game = "game"

    def __init__(self, address: str, *, writable: bool = True) -> None:
        self._connections = Connections(address, writable=writable)

    def _do(self, statement: str, *values: object) -> list[Any]:
        with self._connections.one() as connection:
            cursor = execute(connection, statement, *values)
            return cursor.fetchall() if cursor.description else []

    def close(self) -> None:
        """Close the connections."""
        self._connections.forget()


@contextmanager
def translate_errors(address: str) -> Iterator[None]:
    """Translate the server's errors into sentences with advice. Raises BookError."""
    try:
        yield
    except Error as problem:
        raise _in_words(problem, shown(address)) from problem
    except errors.DamagedRow as problem:
        raise _damaged(problem.args[0], shown(address)) from problem


def _in_words(problem: Error, location: str) -> BookError:
    facts: dict[str, object] = {"path": location, "problem": _said(problem), "seconds": PATIENCE}
    match problem:
        case psycopg.errors.LockNotAvailable() | psycopg.errors.IdleInTransactionSessionTimeout():
            return errors.BookBusy(errors.BUSY, **facts)
        case psycopg.errors.InsufficientPrivilege() | psycopg.errors.ReadOnlySqlTransaction():
            text = "This user of the server may not write to the record book {path}."
            return errors.BookUnwritable(text, **facts)
        case psycopg.errors.DiskFull():
            return errors.BookUnwritable(errors.DISK_FULL, **facts)
        case psycopg.errors.UndefinedTable() | psycopg.errors.InvalidSchemaName():
            return errors.BookMissing(location)
        case psycopg.OperationalError() | psycopg.InterfaceError():
            text = (
                "The server of the record book {path} cannot be reached ({problem}). What was "
                "confirmed is kept. What you just sent may be kept, too: try again with the same "
                "id."
            )
            return errors.BookUnreachable(text, **facts)
    return _damaged(_said(problem), location)


def _damaged(problem: Phrase, location: str) -> errors.BookUnreadable:
    text = "The record book {path} is damaged ({problem}). A backup has the rest."
    return errors.BookUnreadable(text, path=location, problem=problem)


def _said(problem: Error) -> Phrase:
    first = str(problem).strip().partition("\n")[0]
    return first.removeprefix("connection failed: ") or Word("the connection was lost")
