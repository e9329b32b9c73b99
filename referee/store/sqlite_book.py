"""The record book in one SQLite file, which several programs may write at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import RLock
from typing import Any, Final, Self

from referee.store import sqlite
from referee.store.appending import beginning, decide, decide_adoption
from referee.store.chain import Head, Opening
from referee.store.entries import Entry, Stored
from referee.store.errors import (
    BookForeign,
    BookMissing,
    BookUnwritable,
    NoSuchGame,
)
from referee.store.naming import find_half
from referee.store.record import Appended, Kept, misnumbered, now
from referee.store.schema import (
    GUARDED,
    MIGRATIONS,
    READ_AS,
    bring_up_to_date,
    is_of_today,
    unguarded,
    version_of,
)
from referee.store.sealing import head_of, next_seals
from referee.store.sqlite import Connection, told_to_people
from referee.store.upcasting import FORMAT
from referee.store.write_lock import WriteLock
from referee.wording.language import Word
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
_OPEN = "INSERT INTO games (game, name, opened_at, format, opened_as, chain) VALUES (?,?,?,?,?,?)"
_GAMES = """
SELECT g.game, g.name, g.opened_at, g.format, g.opened_as, g.chain, e.seq, e.hash FROM games g
LEFT JOIN events e ON e.game = g.game AND e.seq = (SELECT max(seq) FROM events WHERE game = g.game)
"""
_IS_GAME = "substr(g.name, 1, 1) <> '.'"
"""As ``naming.is_game`` says."""
_HEADS = f"""
SELECT g.game, (SELECT hash FROM events WHERE game = g.game ORDER BY seq DESC LIMIT 1) AS head
FROM games g WHERE head IS NOT NULL AND {_IS_GAME}
"""
_NAMES = f"SELECT g.name FROM games g WHERE {_IS_GAME} ORDER BY g.game"
_SEALS = "SELECT seq, NULL, content, salt, hash FROM seals ORDER BY seq"
_SEAL = "INSERT INTO seals (seq, content, salt, hash) VALUES (?, ?, ?, ?)"
_STRAY = "SELECT DISTINCT game FROM events WHERE game NOT IN (SELECT game FROM games)"
_PLACES = "SELECT game FROM games ORDER BY game"


class _Game:
    """One game under the write lock; see ``appending.GameSoFar``."""

    def __init__(self, connection: Connection, place: int, name: str) -> None:
        self._execute = connection.execute
        self.place = place
        self.name = name

    def head(self) -> Head:
        row = self._execute(_LAST, (self.place,)).fetchone()
        if row is None:
            row = self._execute(f"{_GAMES} WHERE g.game = ?", (self.place,)).fetchone()
            return Head(0, _kept(row).opening.beginning())
        seq, digest = row
        if not isinstance(digest, bytes):
            last = 'the last event of "{name}" cannot be read'
            raise sqlite.Error(Sentence(last, {"name": self.name}))
        return Head(self._checked(seq), digest)

    def with_id(self, event_id: str) -> Stored | None:
        row = self._execute(_WITH_ID, (self.place, event_id)).fetchone()
        return Stored(self._checked(row[0]), *row[1:]) if row else None

    def _checked(self, seq: object) -> int:
        """A number on which others may be built; a damaged file can have anything there."""
        if isinstance(seq, int) and 1 <= seq < _NO_NUMBER:
            return seq
        number = 'the number of an event of "{name}" cannot be read'
        raise sqlite.Error(Sentence(number, {"name": self.name}))

    def span(self, first: int, last: int) -> list[Stored]:
        rows = self._execute(_SPAN, (self.place, first, last)).fetchall()
        return [Stored(*row) for row in rows]

    def behind(self, after: int, at_most: int) -> list[Stored]:
        rows = self._execute(_BEHIND, (self.place, after, at_most)).fetchall()
        return [Stored(*row) for row in rows]


class SQLiteBook:
    """Games in a file; see `RecordBook`. One object serves the threads of one program.

    ``path`` is the file. With ``create`` it is laid out where it is missing; without, a missing one
    raises BookMissing. With ``writable`` false nothing is written, not even a newer layout: a book
    of an older version is read as it is.
    """

    def __init__(self, path: Path, *, create: bool = True, writable: bool = True) -> None:
        self.path = path
        self._among_threads = RLock()
        self._write_lock: WriteLock | None = None
        self._known: dict[str, int] = {}
        self._laid_out = MIGRATIONS
        with told_to_people(path):
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
            # what is no book of ours is left alone: nothing is made beside it
            is_of_today(self._connection, self.path)
        self._write_lock = WriteLock(lock, self.path)
        with self._write_lock.held():
            is_of_today(self._connection, self.path)
            sqlite.make_durable(self._connection)
            bring_up_to_date(self._connection, self.path)

    def _prepare_to_read(self) -> None:
        if is_of_today(self._connection, self.path):
            return
        version = version_of(self._connection, self.path)
        if version == 0:
            raise BookMissing(self.path)
        self._connection.execute("PRAGMA temp_store = MEMORY")
        for view in READ_AS[version]:
            self._connection.execute(view)
        self._laid_out = MIGRATIONS[:version]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
        if self._write_lock is not None:
            self._write_lock.close()

    @property
    def place(self) -> str:
        """The file."""
        return str(self.path)

    def open_game(self, name: str, entries: Sequence[Entry]) -> Appended:
        """Begin a game."""
        with beginning(name, entries), self._writing():
            place = self._place_of(name)
            if place is None:
                place = self._next_place()
                opening = Opening(name, now(), FORMAT, place)
                self._open(place, opening, None)
            return self._append(_Game(self._connection, place, name), entries, 0)

    def _next_place(self) -> int:
        row = self._connection.execute("SELECT 1 + ifnull(max(game), 0) FROM games").fetchone()
        return int(row[0])

    def _open(self, place: int, opening: Opening, opened_as: int | None) -> None:
        about = (opening.name, opening.opened_at, opening.format, opened_as, opening.chain)
        self._connection.execute(_OPEN, (place, *about))

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        """Write events at the end of a game; they are on the disk when this returns."""
        with self._writing():
            return self._append(self._find(name), entries, expects)

    def _append(self, game: _Game, entries: Sequence[Entry], expects: int | None) -> Appended:
        decided = decide(game.name, entries, expects, game)
        if isinstance(decided, Appended):
            return decided
        self._insert(game.place, decided)
        last = decided[-1]
        return Appended(decided[0].seq, last.seq, Head(last.seq, last.hash))

    def _insert(self, place: int, events: Iterable[Stored]) -> None:
        self._connection.executemany(
            _INSERT, [(place, one.seq, one.id, one.content, one.salt, one.hash) for one in events]
        )

    def adopt(self, opening: Opening, events: Iterable[Stored]) -> int:
        """Take in a game of another book, with its chain."""
        brought = list(events)
        with self._writing():
            place = self._place_of(opening.name)
            kept = None if place is None else self._kept_at(place)
            there = [] if place is None else self._all(place)
            new = decide_adoption(opening, brought, kept, there)
            if place is None:
                place = self._next_place()
                self._open(place, opening, opening.number)
            self._insert(place, new)
            return len(new)

    def _all(self, place: int) -> list[Stored]:
        return _Game(self._connection, place, "").span(1, _NO_NUMBER)

    def read(self, name: str, after: int = 0, at_most: int | None = None) -> Iterator[Stored]:
        """The events of a game behind number ``after``."""
        with self._looking():
            game = self._find(name)
        left = _NO_NUMBER if at_most is None else at_most
        while left > 0:
            with self._looking():
                stored = game.behind(after, min(left, AT_ONCE))
            yield from stored
            if len(stored) < AT_ONCE:
                return
            left -= len(stored)
            after = stored[-1].seq

    def game(self, name: str) -> Kept:
        """Return what the book knows of one game."""
        with self._looking():
            return self._kept_at(self._find(name).place)

    def find(self, name: str) -> Kept | None:
        """Return what the book knows of one game; None where there is no such game."""
        with self._looking():
            place = self._place_of(name)
            return None if place is None else self._kept_at(place)

    def _kept_at(self, place: int) -> Kept:
        return _kept(self._connection.execute(f"{_GAMES} WHERE g.game = ?", (place,)).fetchone())

    def games(self, after: int = 0, at_most: int | None = None) -> list[Kept]:
        """The games in the order in which they came."""
        which = f"{_GAMES} WHERE g.game > ? AND {_IS_GAME} ORDER BY g.game LIMIT ?"
        with self._looking():
            span = (after, -1 if at_most is None else at_most)
            return list(map(_kept, self._connection.execute(which, span).fetchall()))

    def names(self) -> list[str]:
        """The names of all games."""
        with self._looking():
            return self._names()

    def _names(self) -> list[str]:
        return [str(name) for (name,) in self._connection.execute(_NAMES).fetchall()]

    def chains(self) -> list[Kept]:
        """The games and the book's own chains."""
        with self._looking():
            return self._chains()

    def _chains(self) -> list[Kept]:
        rows = self._connection.execute(f"{_GAMES} ORDER BY g.game").fetchall()
        return list(map(_kept, rows))

    def __contains__(self, name: object) -> bool:
        with self._looking():
            return isinstance(name, str) and self._place_of(name) is not None

    def heads(self) -> dict[int, bytes]:
        """The hash of every game's last event."""
        with self._looking():
            return dict(self._connection.execute(_HEADS).fetchall())

    def seal(self) -> Head:
        """Keep how far each game is now."""
        with self._writing():
            there = self._sealed()
            new = next_seals(self._chains(), there)
            self._keep_seals(new)
            return head_of([*there, *new])

    def take_seals(self, seals: Iterable[Stored]) -> None:
        """Take in the seals of another book, as they lie there, into one that has none."""
        with self._writing():
            self._keep_seals(seals)

    def _keep_seals(self, seals: Iterable[Stored]) -> None:
        rows = [(one.seq, one.content, one.salt, one.hash) for one in seals]
        self._connection.executemany(_SEAL, rows)

    def seals(self) -> Iterator[Stored]:
        """The seals."""
        with self._looking():
            return iter(self._sealed())

    def _sealed(self) -> list[Stored]:
        return [Stored(*row) for row in self._connection.execute(_SEALS).fetchall()]

    def damage(self) -> list[str]:
        """Return what SQLite itself finds wrong with the file, guards that are missing or changed,
        events of no game, and numbers without a game; in words."""
        with self._looking():
            execute = self._connection.execute
            rows = execute("PRAGMA integrity_check").fetchall()
            found = [str(row[0]) for row in rows if row[0] != "ok"]
            stray = [row[0] for row in execute(_STRAY).fetchall()]
            places = [place for (place,) in execute(_PLACES).fetchall()]
            return [
                *found,
                *misnumbered(places, stray),
                *unguarded(self._connection, self._laid_out),
            ]

    def health(self) -> dict[str, Any]:
        """The library, how it keeps the file safe, and how long that is."""
        with told_to_people(self.path):
            return {**sqlite.health(), "bytes": self.path.stat().st_size}

    def back_up(self, target: Path) -> None:
        """Write a copy as the book is at one moment, while others go on writing.

        Raises BookUnwritable where something lies at the target already.
        """
        with self._among_threads, told_to_people(target):
            try:
                sqlite.copy_to(self._connection, target)
            except FileExistsError:
                raise sqlite.is_there_already(target) from None

    def _place_of(self, name: str) -> int | None:
        if find_half(name):
            return None
        row = self._connection.execute("SELECT game FROM games WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def _find(self, name: str) -> _Game:
        place = self._known.get(name) or self._place_of(name)
        if place is None:
            raise NoSuchGame(name, self._names())
        self._known[name] = place
        return _Game(self._connection, place, name)

    @contextmanager
    def _looking(self) -> Iterator[None]:
        with told_to_people(self.path), self._turn_to_look(), self._among_threads:
            yield

    def _turn_to_look(self) -> AbstractContextManager[None]:
        if self._write_lock is None or sqlite.has_sound_wal():
            return nullcontext()
        # without a write-ahead log, who reads beside busy writers has to stand in line with them
        return self._write_lock.held()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction: what happens in it is on the disk at its end, or has not happened."""
        if self._write_lock is None:
            text = "The record book {path} was opened for reading only."
            raise BookUnwritable(Sentence(text, {"path": self.path}))
        execute = self._connection.execute
        # who waits for other programs holds up no reader of this one
        with told_to_people(self.path), self._write_lock.held(), self._among_threads:
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


def _kept(row: Sequence[object]) -> Kept:
    match row:
        case (int(place), str(name), str(opened_at), int(written_in), opened_as, int(chain), *last):
            number = opened_as if isinstance(opened_as, int) else place
            opening = Opening(name, opened_at, written_in, number, chain)
            return Kept(opening, _head(opening, *last), place)
    raise sqlite.Error(Word("the list of games cannot be read"))


def _head(opening: Opening, seq: object, digest: object) -> Head:
    """The head of a game as it is listed; a damaged last event must not hide the other games."""
    if seq is None:
        return Head(0, opening.beginning())
    if isinstance(seq, int) and isinstance(digest, bytes):
        return Head(seq, digest)
    return Head(0, b"")


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
        raise BookMissing(path)
    if not path.parent.is_dir():
        raise BookUnwritable(
            Sentence(
                "There is no folder {folder} for the record book. Make it, or name another with "
                "--db or REFEREE_DB.",
                {"folder": path.parent},
            )
        )
