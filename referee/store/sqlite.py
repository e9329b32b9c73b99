"""SQLite: the choice of the library, and the setup of its connections.

SQLite 3.7.0 to 3.51.2 can lose committed pages when two connections write and checkpoint a
write-ahead log at the same instant (sqlite.org/wal.html, "WAL reset"). With such a version the book
uses a rollback journal instead, which is slower and safe.
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

# sqlite-utils uses pysqlite3 if it is installed; both must use the same library
from sqlite_utils.db import sqlite3 as sqlite3  # type: ignore[attr-defined] # not exported

from referee.store import errors
from referee.wording.language import N_, Word
from referee.wording.sentences import Phrase

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
        connection.execute("PRAGMA user_version")
        return True
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
    with unfinished(target) as path:
        begin_file(path)
        with closing(_open(path, "mode=rwc")) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """Yield a file beside this one; after the block it gets its name. Raises OSError,
    FileExistsError if the name is taken."""
    path = target.with_name(f"{target.name}-unfinished-{os.getpid()}")
    try:
        yield path
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
FULL: Final = "database or disk is full"
IO_ERROR: Final = "disk I/O error"

_SAID: Final[Mapping[object, tuple[type[errors.BookError], str]]] = {
    "database is locked": (errors.BookBusy, errors.BUSY),
    "file is not a database": (errors.BookForeign, NO_BOOK),
    FULL: (errors.BookUnwritable, errors.DISK_FULL),
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
