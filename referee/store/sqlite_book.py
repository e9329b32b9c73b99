"""The record book in one SQLite file, which several programs may write at the same time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import RLock
from typing import Final, Self

from sqlite_utils import Database

from referee.store import sqlite
from referee.store.appending import check_name, decide, is_a_name
from referee.store.chain import Head, beginning
from referee.store.entries import Entry, Stored
from referee.store.errors import (
    BookForeign,
    BookMissing,
    BookUnreadable,
    BookUnwritable,
    Conflict,
    GameExists,
    NoSuchGame,
)
from referee.store.record import Appended, Kept, now
from referee.store.schema import (
    GUARDED,
    bring_up_to_date,
    is_of_today,
    unguarded,
    version_of,
)
from referee.store.sqlite import Connection, told_to_people
from referee.store.turnstile import Turnstile
from referee.store.upcasting import FORMAT
from referee.wording.language import Word, _
from referee.wording.sentences import Sentence

AT_ONCE: Final = 1000
"""Events read with one statement: no reader holds the file for longer."""

_NO_NUMBER: Final = 2**62
"""No game has so many events."""

_INSERT = "INSERT INTO events (game, seq, id, content, salt, hash) VALUES (?, ?, ?, ?, ?, ?)"
_COLUMNS = "SELECT seq, id, content, salt, hash FROM events WHERE game = ?"
_LAST = "SELECT seq, hash FROM events WHERE game = ? ORDER BY seq DESC LIMIT 1"
_WITH_ID = f"{_COLUMNS} AND id = ?"
_SPAN = f"{_COLUMNS} AND seq BETWEEN ? AND ? ORDER BY seq"
_BEHIND = f"{_COLUMNS} AND seq > ? ORDER BY seq LIMIT ?"
_GAMES = "SELECT game, name, opened_at, format FROM games"
_STRAY = "SELECT DISTINCT game FROM events WHERE game NOT IN (SELECT game FROM games)"


class _Game:
    """One game under the write lock; see ``appending.GameSoFar``."""

    def __init__(self, connection: Connection, number: int, name: str) -> None:
        self._execute = connection.execute
        self.number = number
        self.name = name

    def head(self) -> Head:
        row = self._execute(_LAST, (self.number,)).fetchone()
        if row is None:
            return Head(0, beginning(self.name))
        seq, digest = row
        if not isinstance(digest, bytes):
            last = 'the last event of "{name}" cannot be read'
            raise sqlite.Error(Sentence(last, {"name": self.name}))
        return Head(self._checked(seq), digest)

    def with_id(self, event_id: str) -> Stored | None:
        row = self._execute(_WITH_ID, (self.number, event_id)).fetchone()
        return Stored(self._checked(row[0]), *row[1:]) if row else None

    def _checked(self, seq: object) -> int:
        """A number on which others may be built; a damaged file can have anything there."""
        if isinstance(seq, int) and 1 <= seq < _NO_NUMBER:
            return seq
        number = 'the number of an event of "{name}" cannot be read'
        raise sqlite.Error(Sentence(number, {"name": self.name}))

    def span(self, first: int, last: int) -> list[Stored]:
        rows = self._execute(_SPAN, (self.number, first, last)).fetchall()
        return [Stored(*row) for row in rows]

    def behind(self, after: int, at_most: int) -> list[Stored]:
        rows = self._execute(_BEHIND, (self.number, after, at_most)).fetchall()
        return [Stored(*row) for row in rows]


class SQLiteBook:
    """Games in a file; see `RecordBook`. One object serves the threads of one program.

    ``path`` is the file. With ``create`` it is laid out where it is missing; without, a missing one
    raises BookMissing. With ``writable`` false nothing is written, not even a newer layout.
    """

    def __init__(self, path: Path, *, create: bool = True, writable: bool = True) -> None:
        self.path = path
        self._among_threads = RLock()
        self._turnstile: Turnstile | None = None
        self._known: dict[str, int] = {}
        with told_to_people(path):
            _check_place(path, may_be_missing=create and writable)
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
        self._database = Database(self._connection, recursive_triggers=False, execute_plugins=False)

    def _prepare_to_write(self) -> None:
        lock = self.path.with_name(self.path.name + "-lock")
        if not lock.exists():
            # what is no book of ours is left alone: nothing is made beside it
            is_of_today(self._connection, self.path)
        self._turnstile = Turnstile(lock)
        with self._turnstile.passed():
            is_of_today(self._connection, self.path)
            sqlite.make_durable(self._connection)
            bring_up_to_date(self._connection, self.path)

    def _prepare_to_read(self) -> None:
        if is_of_today(self._connection, self.path):
            return
        if version_of(self._connection, self.path) == 0:
            raise _missing(self.path)
        raise BookUnreadable(
            Sentence(
                "The record book {path} is of an older version. It is brought up to date by any "
                "command that writes, such as referee add.",
                {"path": self.path},
            )
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
        if self._turnstile is not None:
            self._turnstile.close()

    def open_game(self, name: str, entries: Sequence[Entry]) -> Appended:
        """Begin a game."""
        check_name(name)
        with self._writing():
            number = self._number(name)
            if number is None:
                number = self._new_game(name)
            try:
                return self._append(_Game(self._connection, number, name), entries, 0)
            except Conflict:
                raise GameExists(name) from None

    def _new_game(self, name: str) -> int:
        execute = self._connection.execute
        number = int(execute("SELECT 1 + ifnull(max(game), 0) FROM games").fetchone()[0])
        execute(
            "INSERT INTO games (game, name, opened_at, format) VALUES (?, ?, ?, ?)",
            (number, name, now(), FORMAT),
        )
        return number

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        """Write events at the end of a game; they are on the disk when this returns."""
        with self._writing():
            return self._append(self._find(name), entries, expects)

    def _append(self, game: _Game, entries: Sequence[Entry], expects: int | None) -> Appended:
        decided = decide(game.name, entries, expects, game)
        if isinstance(decided, Appended):
            return decided
        self._connection.executemany(
            _INSERT,
            [(game.number, one.seq, one.id, one.content, one.salt, one.hash) for one in decided],
        )
        last = decided[-1]
        return Appended(decided[0].seq, last.seq, Head(last.seq, last.hash))

    def read(self, name: str, after: int = 0) -> Iterator[Stored]:
        """The events of a game behind number ``after``."""
        with self._looking():
            game = self._find(name)
        while True:
            with self._looking():
                stored = game.behind(after, AT_ONCE)
            yield from stored
            if len(stored) < AT_ONCE:
                return
            after = stored[-1].seq

    def game(self, name: str) -> Kept:
        """What the book knows of one game."""
        with self._looking():
            self._find(name)
            row = self._connection.execute(f"{_GAMES} WHERE name = ?", (name,)).fetchone()
            return self._kept(row)

    def games(self) -> list[Kept]:
        """All games, in the order in which they were opened."""
        with self._looking():
            listed = list(self._database.table("games").rows_where(order_by="game"))
            return [self._kept(tuple(row.values())) for row in listed]

    def _kept(self, row: Sequence[object]) -> Kept:
        match row:
            case (int(number), str(name), str(opened_at), int(written_in)):
                head = _Game(self._connection, number, name).head()
                return Kept(name, opened_at, written_in, head)
        raise sqlite.Error(Word("the list of games cannot be read"))

    def damage(self) -> list[str]:
        """What SQLite itself finds wrong with the file, guards that are missing or changed, and
        events of no game; in words."""
        with self._looking():
            execute = self._connection.execute
            rows = execute("PRAGMA integrity_check").fetchall()
            found = [str(row[0]) for row in rows if row[0] != "ok"]
            stray = [row[0] for row in execute(_STRAY).fetchall()]
            misplaced = _("there are events of a game {number} that is not there")
            found += [misplaced.format(number=number) for number in stray]
            return found + unguarded(self._connection)

    def back_up(self, target: Path) -> None:
        """Write a copy as the book is at one moment, while others go on writing.

        Raises BookUnwritable where something lies at the target already.
        """
        with self._among_threads, told_to_people(target):
            try:
                sqlite.copy_to(self._connection, target)
            except FileExistsError:
                raise BookUnwritable(
                    Sentence(
                        "{path} is there already. A backup never replaces a file: name another.",
                        {"path": target},
                    )
                ) from None

    def _number(self, name: str) -> int | None:
        if not is_a_name(name):
            return None
        row = self._connection.execute("SELECT game FROM games WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def _find(self, name: str) -> _Game:
        number = self._known.get(name) or self._number(name)
        if number is None:
            names = self._connection.execute("SELECT name FROM games").fetchall()
            raise NoSuchGame(name, [one for (one,) in names])
        self._known[name] = number
        return _Game(self._connection, number, name)

    @contextmanager
    def _looking(self) -> Iterator[None]:
        with self._among_threads, told_to_people(self.path), self._turn_to_look():
            yield

    def _turn_to_look(self) -> AbstractContextManager[None]:
        if self._turnstile is None or sqlite.has_sound_wal():
            return nullcontext()
        # without a write-ahead log, who reads beside busy writers has to stand in line with them
        return self._turnstile.passed()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction: what happens in it is on the disk at its end, or has not happened."""
        if self._turnstile is None:
            text = "The record book {path} was opened for reading only."
            raise BookUnwritable(Sentence(text, {"path": self.path}))
        execute = self._connection.execute
        with self._among_threads, told_to_people(self.path), self._turnstile.passed():
            execute("BEGIN IMMEDIATE")
            try:
                sqlite.refuse_unsound(self._connection)
                yield
                execute("COMMIT")
            except BaseException:
                # the disk may have failed; SQLite then rolls back when the file is next opened
                with suppress(sqlite.Error):
                    if self._connection.in_transaction:
                        execute("ROLLBACK")
                raise


def _check_place(path: Path, *, may_be_missing: bool) -> None:
    if path.is_dir():
        text = "{path} is a folder, and a record book is a file: name one with --db."
        raise BookForeign(Sentence(text, {"path": path}))
    if path.exists():
        if 0 < path.stat().st_size < sqlite.SMALLEST_PAGE:
            # SQLite takes it for an empty one, and would write over it
            raise sqlite.no_book(path)
        return
    if not may_be_missing:
        raise _missing(path)
    if not path.parent.is_dir():
        raise BookUnwritable(
            Sentence(
                "There is no folder {folder} for the record book. Make it, or name another with "
                "--db or REFEREE_DB.",
                {"folder": path.parent},
            )
        )


def _missing(path: Path) -> BookMissing:
    return BookMissing(
        Sentence(
            "There is no record book at {path} yet. referee new begins one; --db or REFEREE_DB "
            "names another.",
            {"path": path},
        )
    )
