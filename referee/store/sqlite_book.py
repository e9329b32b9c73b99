"""The record book in one SQLite file, which several programs may write at the same time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

from referee.store import schema, sqlite
from referee.store.entries import Stored
from referee.store.errors import BookForeign, BookMissing, BookUnwritable
from referee.store.record import RecordBook
from referee.store.sqlite import Connection, translate_errors
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
        self._laid_out = schema.MIGRATIONS
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
        sqlite.only_append(self._connection, schema.GUARDED)

    def _prepare_to_write(self) -> None:
        lock = self.path.with_name(self.path.name + "-lock")
        if not lock.exists():
            # a foreign file is left alone: nothing is created beside it
            schema.is_current(self._connection, self.path)
        self._write_lock = WriteLock(lock, self.path)
        with self._write_lock.held():
            schema.is_current(self._connection, self.path)
            sqlite.make_durable(self._connection)
            schema.migrate(self._connection, self.path)

    def _prepare_to_read(self) -> None:
        if schema.is_current(self._connection, self.path):
            return
        version = schema.version_of(self._connection, self.path)
        if version == 0:
            raise BookMissing(self.path)
        self._connection.execute("PRAGMA temp_store = MEMORY")
        for view in schema.READ_AS[version]:
            self._connection.execute(view)
        self._laid_out = schema.MIGRATIONS[:version]

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
        return [*found, *schema.schema_problems(connection, self._laid_out)]

    @contextmanager
    def _looking(self) -> Iterator[Connection]:
        with translate_errors(self.path), self._turn_to_look(), self._among_threads:
            yield self._connection

    def _turn_to_look(self) -> AbstractContextManager[None]:
        if self._write_lock is None or sqlite.has_sound_wal():
            return nullcontext()
        # without a write-ahead log, readers must queue with busy writers
        return self._write_lock.held()

    def _write(self, act: Callable[[Connection], T], game: str = "") -> T:  # noqa: ARG002 - only a server announces what was written
        self._refuse_reader()
        assert self._write_lock is not None
        execute = self._connection.execute
        # take the file lock before the thread lock, so that readers are not blocked
        with translate_errors(self.path), self._write_lock.held(), self._among_threads:
            execute("BEGIN IMMEDIATE")
            try:
                sqlite.refuse_unsound(self._connection)
                result = act(self._connection)
                execute("COMMIT")
            except BaseException:
                # the disk may have failed; SQLite then rolls back when the file is next opened
                with suppress(sqlite.Error):
                    if self._connection.in_transaction:
                        execute("ROLLBACK")
                raise
        return result


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
