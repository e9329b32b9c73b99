"""The record book in one SQLite file, which several programs may write at the same time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any, Final, TypeVar

from referee.store import sqlite
from referee.store.damage import differences, is_newest
from referee.store.entries import Stored
from referee.store.errors import BookForeign, BookMissing, BookUnwritable
from referee.store.record import RecordBook
from referee.store.sqlite import Connection, sqlite3, translate_errors
from referee.store.write_lock import WriteLock

T = TypeVar("T")

_INSERT = "INSERT INTO events (game, seq, id, content, salt, hash) VALUES (?, ?, ?, ?, ?, ?)"


class SQLiteBook(RecordBook):
    """Games in a file; see `RecordBook`.

    ``path`` is the file. With ``create`` a missing one is created; without it, a missing one raises
    BookMissing. With ``writable`` false nothing is written, and a book of an older version is read
    without migrating it.
    """

    def __init__(self, path: Path, *, create: bool = True, writable: bool = True) -> None:
        self.path = path
        self.writable = writable
        self._among_threads = RLock()
        self._write_lock: WriteLock | None = None
        self._laid_out = MIGRATIONS
        with translate_errors(path):
            _check_place(path, may_be_missing=create and writable)
            if create and writable:
                sqlite.begin_file(path)
            self._connection = sqlite.connect(path, writable=writable)
            try:
                if writable:
                    self._prepare_to_write()
                else:
                    self._prepare_to_read()
            except BaseException:
                self.close()
                raise
        sqlite.only_append(self._connection, GUARDED)

    def _prepare_to_write(self) -> None:
        lock = self.path.with_name(self.path.name + "-lock")
        if not lock.exists():
            # a foreign file is left alone: nothing is created beside it
            is_current(self._connection, self.path)
        self._write_lock = WriteLock(lock, self.path)
        with self._write_lock.held():
            is_current(self._connection, self.path)
            sqlite.make_durable(self._connection)
            migrate(self._connection, self.path)

    def _prepare_to_read(self) -> None:
        if is_current(self._connection, self.path):
            return
        version = version_of(self._connection, self.path)
        if version == 0:
            raise BookMissing(self.path)
        self._connection.execute("PRAGMA temp_store = MEMORY")
        for view in READ_AS[version]:
            self._connection.execute(view)
        self._laid_out = MIGRATIONS[:version]

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
        if self._write_lock is not None:
            self._write_lock.close()

    @property
    def location(self) -> str:
        """The path of the file."""
        return str(self.path)

    def health(self) -> dict[str, Any]:
        """Return details of the library, its journal, and the size of the file."""
        with translate_errors(self.path):
            return {**sqlite.health(), "bytes": self.path.stat().st_size}

    def back_up(self, target: Path) -> None:
        """Write a copy of the file."""
        with self._among_threads, translate_errors(target):
            try:
                sqlite.copy_to(self._connection, target)
            except FileExistsError:
                raise sqlite.is_there_already(target) from None

    def _insert(self, connection: Connection, position: int, events: Sequence[Stored]) -> None:
        rows = [
            (position, game.seq, game.id, game.content, game.salt, game.hash) for game in events
        ]
        connection.executemany(_INSERT, rows)

    def _lock(self, connection: Connection, kind: int, position: int) -> None:
        """Do nothing: there is only one writer at a time."""

    def _harm(self, connection: Connection) -> list[str]:
        rows = self._rows(connection, "PRAGMA integrity_check")
        found = [str(row[0]) for row in rows if row[0] != "ok"]
        return [*found, *schema_problems(connection, self._laid_out)]

    @contextmanager
    def _looking(self) -> Iterator[Connection]:
        # without a write-ahead log, readers must queue with busy writers
        lock = None if sqlite.has_sound_wal() else self._write_lock
        turn = lock.held() if lock else nullcontext()
        with translate_errors(self.path), turn, self._among_threads:
            yield self._connection

    def _write(self, act: Callable[[Connection], T], game: str = "") -> T:  # noqa: ARG002 - only a server announces what was written
        self._refuse_reader()
        assert self._write_lock is not None
        # take the file lock before the thread lock, so that readers are not blocked
        with translate_errors(self.path), self._write_lock.held(), self._among_threads:
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                sqlite.refuse_unsound(self._connection)
                return act(self._connection)


def _check_place(path: Path, *, may_be_missing: bool) -> None:
    if path.is_dir():
        text = "{path} is a folder, and a record book is a file: name one with --db."
        raise BookForeign(text, path=path)
    if path.exists():
        if 0 < path.stat().st_size < sqlite.SMALLEST_PAGE:
            # SQLite takes the file for an empty one, and would overwrite it
            raise BookForeign(sqlite.NO_BOOK, path=path)
        return
    if not may_be_missing:
        raise BookMissing(path)
    if not path.parent.is_dir():
        text = (
            "There is no folder {folder} for the record book. Make it, or name another with "
            "--db or REFEREE_DB."
        )
        raise BookUnwritable(text, folder=path.parent)


# ---- the tables; a migration never changes what was written: bytes, salts, hashes and numbers
# stay, so every chain and every noted head stays valid

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
        text = "{path} is a SQLite file, but not a record book. Choose another file with --db."
        raise BookForeign(text, path=path)
    return version


def migrate(connection: Connection, path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Migrate the file to the newest version, in one transaction. Raises BookNewer."""
    if is_current(connection, path, migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        # another program may have been quicker
        for step in migrations[version_of(connection, path) :]:
            _run(step, connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


def is_current(connection: Connection, path: Path, migrations: Sequence[str] = MIGRATIONS) -> bool:
    """Return whether the book has the newest version. Raises BookNewer if it has a later one."""
    return is_newest(version_of(connection, path), len(migrations), path)


def schema_problems(connection: Connection, migrations: Sequence[str] = MIGRATIONS) -> list[str]:
    """Return all differences from the schema that these migrations create, in words."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        for step in migrations:
            _run(step, fresh)
        return list(differences(_parts(fresh), _parts(connection)))


def _parts(connection: Connection) -> dict[str, dict[str, str]]:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    parts: dict[str, dict[str, str]] = {}
    for kind, name, text in rows.fetchall():
        parts.setdefault(str(kind), {})[str(name)] = str(text)
    return parts
