"""The record book on a PostgreSQL server, which many programs may write at the same time.

An append is a single statement: the new events are linked to the last known head and inserted, and
the keys of the tables refuse them if another writer was quicker. In that case, or if ids must be
looked up, the append is repeated under a lock of the game.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Event, Lock, Thread, Timer
from typing import Any, Final, TypeVar

import psycopg

from referee.store import errors
from referee.store.chain import Appended, Kept, check_entries, linked
from referee.store.entries import Entry, Stored
from referee.store.links import Links
from referee.store.location import check_address, shown
from referee.store.record import OF_A_GAME, RecordBook, differences, is_newest
from referee.store.sqlite import SQLiteBook, is_there_already
from referee.wording.language import Word
from referee.wording.sentences import Phrase

T = TypeVar("T")

PATIENCE: Final = 10
"""Seconds to wait for a connection, for a lock, and for a writer that stopped in the middle."""

KEPT_OPEN: Final = 16  # idle connections to keep open

Connection = psycopg.Connection[tuple[Any, ...]]

SETTINGS: Final = (
    f"SET lock_timeout = '{PATIENCE}s'",
    f"SET idle_in_transaction_session_timeout = '{PATIENCE}s'",
    # a server may be set to acknowledge commits that are not on the disk yet
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'",
    "SET search_path = referee, pg_temp",
)


def connected(address: str) -> Connection:
    """Return a new connection, which detects a lost server. Raises psycopg.Error."""
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
    except psycopg.Error as problem:
        raise _in_words(problem, shown(address)) from problem
    except errors.DamagedRow as problem:
        raise _damaged(problem.args[0], shown(address)) from problem


def _in_words(problem: psycopg.Error, location: str) -> errors.BookError:
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


def _said(problem: psycopg.Error) -> Phrase:
    first = str(problem).strip().partition("\n")[0]
    return first.removeprefix("connection failed: ") or Word("the connection was lost")


Mark = tuple[int, int]
"""The state of the news of a game: the number of times listening has begun, and a counter."""

CHANNEL: Final = "referee"  # the channel that announces the name of each game that was written to

UNTIL_THE_NEXT_TRY: Final = 2.0
"""Seconds between two attempts to listen; pages poll in the meantime."""

BREATH: Final = 1.0  # seconds of silence after which the listener checks whether it is still wanted

AT_MOST_ONCE_IN: Final = 0.05
"""Seconds for which a program collects its news, so that sending does not delay its writes."""

_TELL: Final = """
SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, game)
FROM unnest(%s::text[]) game
"""
"""News need not be on the disk."""


class PostgresNews:
    """News of the games of one record book; thread-safe. It listens from the first mark on."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._changed = Condition()
        self._heard = Counter[str]()
        self._listened = 0
        """The number of times listening has begun: between two, news may have been missed."""
        self._listens = False
        self._closed = Event()
        self._listener: Thread | None = None

    def mark(self, game: str) -> Mark | None:
        """Return the state of the news before reading; None while nothing can be heard."""
        with self._changed:
            if self._listener is None:
                self._listener = Thread(target=self._listen, name="news", daemon=True)
                self._listener.start()
            return self._mark(game) if self._listens else None

    def _mark(self, game: str) -> Mark:
        return self._listened, self._heard[game]

    def wait(self, game: str, mark: Mark, seconds: float) -> bool:
        """Wait for news since this mark, and return whether there is any. False after ``seconds``,
        and if listening stops; then ask the book."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._mark(game) != mark or not self._listens, timeout=seconds
            )
            return self._mark(game) != mark

    def close(self) -> None:
        """Stop listening, and wake all who wait."""
        self._closed.set()
        self._is_listening(False)

    def _listen(self) -> None:
        while not self._closed.is_set():
            with suppress(psycopg.Error), connected(self._address) as connection:
                connection.execute(f"LISTEN {CHANNEL}".encode())
                self._is_listening(True)
                while not self._closed.is_set():
                    self._hear(connection)
            self._is_listening(False)
            self._closed.wait(UNTIL_THE_NEXT_TRY)

    def _hear(self, connection: Connection) -> None:
        for notice in connection.notifies(timeout=BREATH):
            with self._changed:
                self._heard[notice.payload] += 1
                self._changed.notify_all()

    def _is_listening(self, listens: bool) -> None:
        with self._changed:
            self._listens = listens and not self._closed.is_set()
            self._listened += listens
            self._changed.notify_all()


_INSERT = """
INSERT INTO events (game, seq, id, content, salt, hash)
SELECT %s, * FROM unnest(%s::bigint[], %s::text[], %s::bytea[], %s::bytea[], %s::bytea[]) row
"""


class PostgresBook(RecordBook):
    """Games on a server; see `RecordBook`.

    ``address`` is a connection URI, or keywords and values. With ``create`` a missing book is
    created in the database; without it, a missing book raises BookMissing.
    """

    def __init__(self, address: str, *, create: bool = True, writable: bool = True) -> None:
        self._address = address
        self.writable = writable
        self._connections = Connections(address, writable=writable)
        self._among_threads = Lock()
        self._unannounced = set[str]()  # the games that were written to and are not yet announced
        self._heads: dict[str, Kept] = {}
        """The last known state of games. If it is out of date, the keys refuse a write."""
        with self._looking() as connection:
            if create and writable:
                migrate(connection, self.location)
            elif not is_current(connection, self.location):
                raise errors.BookMissing(self.location)

    @property
    def location(self) -> str:
        """The address, without its password."""
        return shown(self._address)

    def close(self) -> None:
        """Announce the last news, and close the connections."""
        self._announce()
        self._connections.forget()

    def _tell(self, game: str) -> None:
        """Announce soon that this game was written to.

        The notification follows the commit: within it the server would let only one writer commit
        at a time. Programs that miss it ask the book.
        """
        with self._among_threads:
            first = not self._unannounced
            self._unannounced.add(game)
        if first:
            timer = Timer(AT_MOST_ONCE_IN, self._announce)
            timer.daemon = True
            timer.start()

    def _announce(self) -> None:
        with self._among_threads:
            games, self._unannounced = list(self._unannounced), set()
        if games:
            with suppress(errors.BookError), self._connections.one() as connection:
                connection.execute(_TELL, (CHANNEL, games))

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
        if kept is None or expects not in (None, kept.head.seq):
            return None
        sent[:] = linked(kept.head, entries)
        with self._looking() as connection:
            try:
                self._insert(connection, kept.position, sent)
            except psycopg.errors.UniqueViolation:
                # another program wrote first, or the game has the id already
                sent.clear()
                self._heads.pop(name, None)
                return None
        self._tell(name)
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
        """Write all chains and seals into a new file, one by one."""
        if target.exists():
            raise is_there_already(target)
        with (
            TemporaryDirectory(dir=target.parent) as folder,
            SQLiteBook(Path(folder, target.name)) as copy,
        ):
            # games only grow, so they include everything that was sealed before
            copy.take_seals(self.seals())
            for kept in self.chains():
                copy.adopt(kept.opening, self.read(kept.name))
            copy.back_up(target)

    def _do(self, connection: Connection, statement: str, *values: object) -> Any:
        return execute(connection, statement, *values)

    def _insert(self, connection: Connection, position: int, events: Sequence[Stored]) -> None:
        columns = ([event[at] for event in events] for at in range(len(Stored._fields)))
        connection.execute(_INSERT, (position, *columns))

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
            self._tell(game)
        return result

    def _again(self, act: Callable[[], T]) -> T:
        """Run an act, and again if a restarted server had closed the connection."""
        try:
            return act()
        except errors.BookUnreachable:
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
        raise errors.BookForeign(text, path=location)
    return is_newest(version_of(connection), len(MIGRATIONS), location)


def schema_problems(connection: Connection) -> list[str]:
    """Return all differences from the schema that the migrations create, in words."""
    bodies = "".join(MIGRATIONS).split("CREATE FUNCTION referee.")[1:]
    wanted = {("function", part.partition("(")[0]): part.split("$$")[1] for part in bodies}
    there: dict[tuple[str, str], str] = {}
    for kind, name, should_be, found in connection.execute(_PARTS.encode()).fetchall():
        if should_be is not None:
            wanted[kind, name] = should_be
        if found is not None:
            there[kind, name] = found
    return differences(wanted, there)
