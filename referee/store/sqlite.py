"""The record book in one SQLite file, which several programs may write at the same time.

SQLite 3.7.0 to 3.51.2 can lose committed pages when two connections write and checkpoint a
write-ahead log at the same instant (sqlite.org/wal.html, "WAL reset"). With such a version the book
uses a rollback journal instead, which is slower and safe.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any, Final, TypeVar

# sqlite-utils uses pysqlite3 if it is installed; both must use the same library
from sqlite_utils.db import sqlite3 as sqlite3  # type: ignore[attr-defined] # not exported

from referee.store import errors
from referee.store.entries import Stored
from referee.store.record import RecordBook, differences, is_newest
from referee.store.write_lock import WriteLock
from referee.wording.language import N_, Word
from referee.wording.sentences import Phrase

T = TypeVar("T")

VERSION: Final[str] = sqlite3.sqlite_version
LIBRARY: Final[str] = sqlite3.__name__.partition(".")[0]
FIRST_WITH_SOUND_WAL: Final = (3, 51, 3)
SMALLEST_PAGE: Final = 512  # bytes; every SQLite file has at least one page
PATIENCE: Final = 10_000
"""Milliseconds to wait for a lock; behind the write lock hardly any are needed."""

ROOM: Final = 2**17  # bytes that a write-ahead log and its index need at least
Connection = Any  # a connection of the SQLite library in use

Error = sqlite3.Error


@cache
def has_sound_wal(version: str = VERSION) -> bool:
    """Return whether the write-ahead log of this version of SQLite is safe.

    >>> has_sound_wal("3.40.1"), has_sound_wal("3.51.3")
    (False, True)
    """
    return tuple(map(int, version.split("."))) >= FIRST_WITH_SOUND_WAL


def journal_mode() -> str:
    """Return the safe journal mode for this version of SQLite."""
    return "WAL" if has_sound_wal() else "PERSIST"


def health() -> dict[str, Any]:
    """Return the version of SQLite, and the resulting settings."""
    journal, sound = journal_mode(), has_sound_wal()
    return {"sqlite": VERSION, "library": LIBRARY, "journal": journal, "sound_wal": sound}


def connect(path: Path, *, writable: bool) -> Connection:
    """Return a connection to an existing or new file, without implicit transactions."""
    how = "mode=rwc" if writable else "mode=ro"
    if not writable and not _can_open(path, how) and not _was_left_open(path):
        # a read-only folder or a full disk has no room for the index of a write-ahead log, and
        # without a log none is needed
        how = "mode=ro&immutable=1"
    connection = _open(path, how)
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
    connection.execute("PRAGMA recursive_triggers = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _open(path: Path, how: str) -> Connection:
    address = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    # invalid text in a damaged file is left to the verification
    connection.text_factory = lambda written: written.decode(errors="replace")
    return connection


def begin_file(path: Path) -> None:
    """Create an empty file that only its owner can read; an existing one is left alone."""
    with suppress(FileExistsError):
        path.touch(0o600, exist_ok=False)


def _can_open(path: Path, how: str) -> bool:
    with closing(_open(path, how)) as connection, suppress(sqlite3.OperationalError):
        return bool(connection.execute("PRAGMA user_version"))
    return False


def _was_left_open(path: Path) -> bool:
    """Return whether an interrupted transaction must be rolled back before reading."""
    log, journal = Path(f"{path}-wal"), Path(f"{path}-journal")
    # an empty log has nothing to roll back, and a journal that begins with zeros is finished
    return bool(log.exists() and log.stat().st_size) or (
        journal.exists() and journal.read_bytes()[:1] > b"\0"
    )


def make_durable(connection: Connection) -> None:
    """Make commits durable. Raises BookBusy if another program holds the file open in a mode that
    is unsafe with this version of SQLite."""
    if _mode(connection) != journal_mode():
        try:
            connection.execute(f"PRAGMA journal_mode = {journal_mode()}")
        except sqlite3.OperationalError as problem:
            if "locked" not in str(problem):
                raise
    refuse_unsound(connection)
    connection.execute("PRAGMA synchronous = FULL")


def _mode(connection: Connection) -> str:
    return str(connection.execute("PRAGMA journal_mode").fetchone()[0]).upper()


def refuse_unsound(connection: Connection) -> None:
    """Raise BookBusy if the file has a write-ahead log that is unsafe with this version of SQLite:
    another program may begin one at any time."""
    if not has_sound_wal() and _mode(connection) == "WAL":
        raise errors.BookBusy(
            "Another program has the record book open. SQLite {version}, which this one uses, "
            "cannot share it safely: close the other one, or install pysqlite3.",
            version=VERSION,
        )


_ALLOWED: Final = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_TRANSACTION,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}
_LOOKING: Final = {
    *("application_id", "integrity_check", "journal_mode", "quick_check", "synchronous"),
    *("table_info", "table_list", "user_version"),
}


def only_append(connection: Connection, tables: frozenset[str]) -> None:
    """Restrict this connection to reading, and inserting into these tables."""

    def allow(action: int, one: str | None, two: str | None, *_: object) -> int:
        inserts = action == sqlite3.SQLITE_INSERT and one in tables
        looks = action == sqlite3.SQLITE_PRAGMA and one in _LOOKING
        looks = looks and (two is None or one in ("table_info", "table_list"))
        allowed = action in _ALLOWED or inserts or looks
        return int(sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY)

    connection.set_authorizer(allow)


def copy_to(connection: Connection, target: Path) -> None:
    """Write a snapshot of the whole file, complete in itself, to a new path. Raises OSError,
    FileExistsError if the path exists."""
    path = target.with_name(f"{target.name}-unfinished-{os.getpid()}")
    try:
        begin_file(path)
        with closing(_open(path, "mode=rwc")) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        give_name(path, target)
    finally:
        path.unlink(missing_ok=True)


def give_name(unfinished: Path, target: Path) -> None:
    """Rename a finished file. Raises OSError, FileExistsError if the name is taken."""
    try:
        # a link, unlike a move, never replaces a file
        os.link(unfinished, target)
    except FileExistsError:
        raise
    except OSError:
        # memory cards and some network folders have no links: take the name first, then move
        target.open("xb").close()
        try:
            unfinished.replace(target)
        except OSError:
            target.unlink()
            raise


def is_there_already(path: Path) -> errors.BookUnwritable:
    """Return the error for a backup that would replace a file."""
    text = "{path} is there already. A backup never replaces a file: name another."
    return errors.BookUnwritable(text, path=path)


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Translate SQLite's errors into sentences with advice. Raises BookError."""
    try:
        yield
    except (sqlite3.Error, errors.DamagedRow) as problem:
        raise _in_words(problem.args[0], path) from problem
    except UnicodeDecodeError as problem:
        # SQLite's message about a damaged file may be invalid text
        raise _in_words(Word("its layout cannot be read"), path) from problem
    except OSError as problem:
        raise _unwritable(path, problem.strerror or str(problem)) from problem


NO_BOOK: Final = N_("{path} is not a record book. Choose another file with --db.")
CLOSED: Final = N_("The record book {path} was closed. Open it again.")
FULL: Final = "database or disk is full"
IO_ERROR: Final = "disk I/O error"

_SAID: Final[Mapping[object, tuple[type[errors.BookError], str]]] = {
    "database is locked": (errors.BookBusy, errors.BUSY),
    "file is not a database": (errors.BookForeign, NO_BOOK),
    FULL: (errors.BookUnwritable, errors.DISK_FULL),
    "Cannot operate on a closed database.": (errors.BookError, CLOSED),
    "unable to open database file": (errors.BookUnwritable, N_(
        "The record book {path} cannot be opened. With --db or REFEREE_DB, name a file that "
        "you may read and write, in a folder that you may write to."
    )),
    IO_ERROR: (errors.BookUnwritable, N_(
        "The disk refused to write or read the record book {path}. What was confirmed is "
        "kept. Try again, and look after the disk."
    )),
}  # fmt: skip
"""The error for each of SQLite's messages, and its text."""

DAMAGED: Final = N_(
    "The record book {path} is damaged ({problem}). What referee book verify still reads can be "
    "exported; a backup has the rest."
)


def _in_words(problem: Phrase, path: Path) -> errors.BookError:
    if problem == "attempt to write a readonly database":
        return _unwritable(path, Word("it may only be read"))
    said = FULL if problem == IO_ERROR and _is_full(path) else str(problem)
    kind, text = _SAID.get(said, (errors.BookUnreadable, DAMAGED))
    return kind(text, path=path, problem=problem, seconds=PATIENCE // 1000)


def _is_full(path: Path) -> bool:
    """Return whether the disk has no room for the files that SQLite makes beside a book."""
    try:
        return shutil.disk_usage(path.parent).free < ROOM
    except OSError:
        return False


def _unwritable(path: Path, problem: Phrase) -> errors.BookUnwritable:
    text = (
        "The record book {path} cannot be written ({problem}). Choose a folder that you may "
        "write to with --db or REFEREE_DB."
    )
    return errors.BookUnwritable(text, path=path, problem=problem)


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
                begin_file(path)
            self._connection = connect(path, writable=writable)
            try:
                if writable:
                    self._prepare_to_write()
                else:
                    self._prepare_to_read()
            except BaseException:
                self.close()
                raise
        only_append(self._connection, GUARDED)

    def _prepare_to_write(self) -> None:
        lock = self.path.with_name(self.path.name + "-lock")
        if not lock.exists():
            # a foreign file is left alone: nothing is created beside it
            is_current(self._connection, self.path)
        self._write_lock = WriteLock(lock, self.path)
        with self._write_lock.held():
            is_current(self._connection, self.path)
            make_durable(self._connection)
            migrate(self._connection, self.path)

    def _prepare_to_read(self) -> None:
        if is_current(self._connection, self.path):
            return
        version = version_of(self._connection, self.path)
        if version == 0:
            raise errors.BookMissing(self.path)
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
            return {**health(), "bytes": self.path.stat().st_size}

    def back_up(self, target: Path) -> None:
        """Write a copy of the file."""
        with self._among_threads, translate_errors(target):
            try:
                copy_to(self._connection, target)
            except FileExistsError:
                raise is_there_already(target) from None

    def _insert(self, connection: Connection, position: int, events: Sequence[Stored]) -> None:
        connection.executemany(_INSERT, [(position, *event) for event in events])

    def _lock(self, connection: Connection, kind: int, position: int) -> None:
        """Do nothing: there is only one writer at a time."""

    def _harm(self, connection: Connection) -> list[str]:
        rows = self._rows(connection, "PRAGMA integrity_check")
        found = [str(row[0]) for row in rows if row[0] != "ok"]
        return [*found, *schema_problems(connection, self._laid_out)]

    @contextmanager
    def _looking(self) -> Iterator[Connection]:
        # without a write-ahead log, readers must queue with busy writers
        lock = None if has_sound_wal() else self._write_lock
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
                refuse_unsound(self._connection)
                return act(self._connection)


def _check_place(path: Path, *, may_be_missing: bool) -> None:
    if path.is_dir():
        text = "{path} is a folder, and a record book is a file: name one with --db."
        raise errors.BookForeign(text, path=path)
    if path.exists():
        if 0 < path.stat().st_size < SMALLEST_PAGE:
            # SQLite takes the file for an empty one, and would overwrite it
            raise errors.BookForeign(NO_BOOK, path=path)
        return
    if not may_be_missing:
        raise errors.BookMissing(path)
    if not path.parent.is_dir():
        text = (
            "There is no folder {folder} for the record book. Make it, or name another with "
            "--db or REFEREE_DB."
        )
        raise errors.BookUnwritable(text, folder=path.parent)


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
        raise errors.BookForeign(text, path=path)
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
        return differences(_parts(fresh), _parts(connection))


def _parts(connection: Connection) -> dict[tuple[str, str], str]:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return {(str(kind), str(name)): str(text) for kind, name, text in rows.fetchall()}
