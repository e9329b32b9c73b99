"""The record book: writing, storing and reading games, independent of the database."""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from referee.store import appending
from referee.store.chain import (
    SALT_BYTES,
    Appended,
    Head,
    Kept,
    NotedHead,
    Opening,
    Verdict,
    check,
    link,
    now,
    verify,
)
from referee.store.damage import misnumbered
from referee.store.entries import FORMAT, Entry, Stored
from referee.store.errors import BookUnwritable, DamagedRow, NoSuchGame
from referee.store.naming import find_lone_surrogate
from referee.wording.language import Word, _

BEGINNING: Final = sha256(b"desmoche-referee seals 1\n").digest()
"""The hash before the first seal. Seals record the state of every game at one moment; the head of
their chain, noted elsewhere, exposes any game that is later removed, renumbered or cut off."""

GAMES_AT_ONCE: Final = 4000  # the most games in one seal: as many as fit into the bytes of an event
Facts = list[Any]  # the facts about a game in a seal


def facts_of(kept: Kept) -> Facts:
    """Return the facts that a seal records about a game: its position, its opening, and its
    head."""
    about = kept.opening
    return [
        *(kept.position, about.name, about.opened_at, about.format, about.number, about.chain),
        *(kept.head.seq, kept.head.hash.hex()),
    ]


def sealed_in(seals: Iterable[Stored]) -> Iterator[tuple[Stored, Facts]]:
    """Yield the facts in seals, each with its seal. Raises ValueError, TypeError and KeyError if a
    seal cannot be read."""
    for seal in seals:
        for facts in json.loads(seal.content)["games"]:
            yield seal, facts


def next_seals(games: Sequence[Kept], seals: Sequence[Stored]) -> list[Stored]:
    """Return the seals to write for the changes since these; empty if nothing changed."""
    known = {facts[0]: facts for _seal, facts in sealed_in(seals)}
    news = [facts for facts in map(facts_of, games) if known.get(facts[0]) != facts]
    head, made = head_of(seals), []
    for first in range(0, len(news), GAMES_AT_ONCE):
        seal = {"sealed_at": now(), "games": news[first : first + GAMES_AT_ONCE]}
        content = json.dumps(seal, ensure_ascii=False, separators=(",", ":")).encode()
        salt = os.urandom(SALT_BYTES)
        head = Head(head.seq + 1, link(head.hash, salt, content))
        made.append(Stored(head.seq, None, content, salt, head.hash))
    return made


def head_of(seals: Sequence[Stored]) -> Head:
    """Return the head after these seals."""
    return Head(seals[-1].seq, seals[-1].hash) if seals else Head(0, BEGINNING)


T = TypeVar("T")

AT_ONCE: Final = 1000  # events read with one statement, to limit how long a reader blocks the book
OF_GAMES: Final = 1  # the lock of the list of games
OF_A_GAME: Final = 2  # the lock of a game, by its position

_COLUMNS = "SELECT seq, id, content, salt, hash FROM events WHERE game = ?"
_LAST = "FROM events e WHERE e.game = g.game ORDER BY seq DESC LIMIT 1"
_GAMES = (
    "SELECT g.game, g.name, g.opened_at, g.format, g.opened_as, g.chain,"
    f" (SELECT seq {_LAST}), (SELECT hash {_LAST}) FROM games g"
)
_IS_GAME = "substr(name, 1, 1) <> '.'"  # the SQL form of ``naming.is_game``
_HEADS = f"SELECT game, (SELECT hash {_LAST}) FROM games g WHERE {_IS_GAME}"
_NAMES = f"SELECT name FROM games WHERE {_IS_GAME} ORDER BY game"
_OPEN = "INSERT INTO games (game, name, opened_at, format, opened_as, chain) VALUES (?,?,?,?,?,?)"
_SEALS = "SELECT seq, NULL, content, salt, hash FROM seals ORDER BY seq"
_SEAL = "INSERT INTO seals (seq, content, salt, hash) VALUES (?, ?, ?, ?)"
_STRAY = "SELECT DISTINCT game FROM events WHERE game NOT IN (SELECT game FROM games)"

Connection = Any  # a connection to the database


class RecordBook(ABC):
    """Games, each an append-only sequence of events numbered from 1 without gaps.

    All methods raise a `BookError` with advice. An append that returned is stored for good; one
    that raised has stored nothing, or everything if only the answer was lost: trying again with the
    same ids is always safe. ``location`` is for messages. Objects are thread-safe. With
    ``writable`` false nothing is written.
    """

    writable: bool

    @property
    @abstractmethod
    def location(self) -> str:
        """The location of the book, for messages."""

    @abstractmethod
    def health(self) -> dict[str, Any]:
        """Return details of the database, as plain data."""

    @abstractmethod
    def back_up(self, target: Path) -> None:
        """Write a snapshot of the book as a SQLite book, while others go on writing. Raises
        BookUnwritable if the target exists."""

    @abstractmethod
    def close(self) -> None:
        """Close all connections and files."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def _looking(self) -> AbstractContextManager[Connection]:
        """Lend a connection for reading to the block."""

    @abstractmethod
    def _write(self, act: Callable[[Connection], T], game: str = "") -> T:
        """Run an act that writes, to this game if it is named, and return its result after it is on
        the disk."""

    @abstractmethod
    def _insert(self, connection: Connection, position: int, events: Sequence[Stored]) -> None:
        """Insert events at the end of a game."""

    @abstractmethod
    def _harm(self, connection: Connection) -> list[str]:
        """Return the database's own findings of damage, and guards that are missing or changed."""

    def _do(self, connection: Connection, statement: str, *values: object) -> Any:
        return connection.execute(statement, values)

    def _rows(self, connection: Connection, statement: str, *values: object) -> list[Any]:
        found: list[Any] = self._do(connection, statement, *values).fetchall()
        return found

    @abstractmethod
    def _lock(self, connection: Connection, kind: int, position: int) -> None:
        """Block other writers to the same game."""

    def _refuse_reader(self) -> None:
        if not self.writable:
            text = "The record book {path} was opened for reading only."
            raise BookUnwritable(text, path=self.location)

    def open_game(self, name: str, entries: Sequence[Entry]) -> Appended:
        """Begin a game with these events. Raises GameExists if the name is taken."""

        def begin(connection: Connection) -> Appended:
            self._lock(connection, OF_GAMES, 0)
            kept = self._find(connection, name)
            if kept is None:
                position = self._next_position(connection)
                opening = Opening(name, now(), FORMAT, position)
                self._open(connection, position, opening, None)
                kept = Kept(opening, Head(0, opening.beginning()), position)
            return self._append(connection, kept, entries, 0)

        with appending.beginning(name, entries):
            return self._write(begin, name)

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        """Write events at the end of a game, all or none; they are on the disk when this returns.

        ``expects`` is the number of the last event that the writer knows; raises Conflict if that
        has changed. Events whose ids the book has are not written again: the answer is the first
        one. Raises IdTaken if another event has such an id, NoSuchGame.
        """

        def write(connection: Connection) -> Appended:
            return self._append(connection, self._found(connection, name), entries, expects)

        return self._write(write, name)

    def _append(
        self, connection: Connection, kept: Kept, entries: Sequence[Entry], expects: int | None
    ) -> Appended:
        decided = appending.decide(kept.name, entries, expects, self._so_far(connection, kept))
        if isinstance(decided, Appended):
            return decided
        self._insert(connection, kept.position, decided)
        return Appended.of(decided)

    def _so_far(self, connection: Connection, kept: Kept) -> appending.GameSoFar:
        return appending.GameSoFar(kept, partial(self._events, connection, kept.position))

    def _events(
        self, connection: Connection, position: int, which: str, *values: object
    ) -> list[Stored]:
        rows = self._rows(connection, f"{_COLUMNS} AND {which}", position, *values)
        return [Stored(*row) for row in rows]

    def adopt(self, opening: Opening, events: Iterable[Stored]) -> int:
        """Store a game of another book unchanged, with its salts and hashes, or only its new
        events; return the number of new events. Raises GameExists if another game has the name,
        BookError if the chain does not verify."""
        brought = list(events)

        def take_in(connection: Connection) -> int:
            self._lock(connection, OF_GAMES, 0)
            kept = self._find(connection, opening.name)
            there: list[Stored] = []
            if kept is not None:
                self._lock(connection, OF_A_GAME, kept.position)
                there = self._so_far(connection, kept).span(1)
            new = appending.decide_adoption(opening, brought, kept, there)
            position = kept.position if kept else self._next_position(connection)
            if kept is None:
                self._open(connection, position, opening, opening.number)
            self._insert(connection, position, new)
            return len(new)

        return self._write(take_in, opening.name)

    def _next_position(self, connection: Connection) -> int:
        statement = "SELECT 1 + coalesce(max(game), 0) FROM games"
        return int(self._rows(connection, statement)[0][0])

    def _open(
        self, connection: Connection, position: int, opening: Opening, opened_as: int | None
    ) -> None:
        about = (opening.name, opening.opened_at, opening.format, opened_as, opening.chain)
        self._do(connection, _OPEN, position, *about)

    def read(self, name: str, after: int = 0, at_most: int | None = None) -> Iterator[Stored]:
        """Yield at most ``at_most`` events of a game after number ``after``. Raises NoSuchGame."""
        position = self.game(name).position
        left = appending.NO_NUMBER if at_most is None else at_most
        while left > 0:
            which, most = "seq > ? ORDER BY seq LIMIT ?", min(left, AT_ONCE)
            with self._looking() as connection:
                stored = self._events(connection, position, which, after, most)
            yield from stored
            if len(stored) < AT_ONCE:
                return
            left -= len(stored)
            after = stored[-1].seq

    def game(self, name: str) -> Kept:
        """Return a game. Raises NoSuchGame."""
        with self._looking() as connection:
            return self._found(connection, name)

    def find(self, name: str) -> Kept | None:
        """Return a game; None if it does not exist."""
        with self._looking() as connection:
            return self._find(connection, name)

    def __contains__(self, name: object) -> bool:
        """Return whether a chain of this name exists."""
        return isinstance(name, str) and self.find(name) is not None

    def _find(self, connection: Connection, name: str) -> Kept | None:
        if find_lone_surrogate(name) or "\0" in name:
            return None
        rows = self._rows(connection, f"{_GAMES} WHERE g.name = ?", name)
        return _kept(rows[0]) if rows else None

    def _found(self, connection: Connection, name: str) -> Kept:
        kept = self._find(connection, name)
        if kept is None:
            raise NoSuchGame(name, self._names(connection))
        return kept

    def games(self, after: int = 0, at_most: int | None = None) -> list[Kept]:
        """Return at most ``at_most`` games with a position greater than ``after``, oldest first.
        The book's own chains have positions too, so the positions of games may have gaps."""
        which = f"{_GAMES} WHERE g.game > ? AND {_IS_GAME} ORDER BY g.game LIMIT ?"
        with self._looking() as connection:
            most = appending.NO_NUMBER if at_most is None else at_most
            return list(map(_kept, self._rows(connection, which, after, most)))

    def names(self) -> list[str]:
        """Return the names of all games, oldest first."""
        with self._looking() as connection:
            return self._names(connection)

    def _names(self, connection: Connection) -> list[str]:
        return [str(name) for (name,) in self._rows(connection, _NAMES)]

    def chains(self) -> list[Kept]:
        """Return all chains, oldest first: the games, and the book's own chains, which `games`,
        `names` and `heads` leave out."""
        with self._looking() as connection:
            return self._chains(connection)

    def _chains(self, connection: Connection) -> list[Kept]:
        return list(map(_kept, self._rows(connection, f"{_GAMES} ORDER BY g.game")))

    def heads(self) -> dict[int, bytes]:
        """Return the hash of the last event of every game that has any, by the game's position. A
        changed hash shows that a game has grown."""
        with self._looking() as connection:
            rows = self._rows(connection, _HEADS)
        return {position: digest for position, digest in rows if digest is not None}

    def seal(self) -> Head:
        """Record the state of every game in a chain of its own; return its head, which stands for
        the whole book. Nothing is written if nothing changed since the last seal."""

        def write(connection: Connection) -> Head:
            self._lock(connection, OF_GAMES, 1)
            there = self._sealed(connection)
            new = next_seals(self._chains(connection), there)
            self._keep_seals(connection, new)
            return head_of([*there, *new])

        return self._write(write)

    def take_seals(self, seals: Iterable[Stored]) -> None:
        """Store the seals of another book, unchanged, in a book without seals."""
        self._write(lambda connection: self._keep_seals(connection, seals))

    def _keep_seals(self, connection: Connection, seals: Iterable[Stored]) -> None:
        for game in seals:
            self._do(connection, _SEAL, game.seq, game.content, game.salt, game.hash)

    def seals(self) -> Iterator[Stored]:
        """Return the seals, as a chain of events."""
        with self._looking() as connection:
            return iter(self._sealed(connection))

    def _sealed(self, connection: Connection) -> list[Stored]:
        return [Stored(*row) for row in self._rows(connection, _SEALS)]

    def damage(self) -> list[str]:
        """Return descriptions of damage to the book's tables: findings of the database itself,
        guards that are missing or changed, events without a game, and numbers without a game."""
        with self._looking() as connection:
            stray = [position for (position,) in self._rows(connection, _STRAY)]
            positions = [
                position for (position,) in self._rows(connection, "SELECT game FROM games")
            ]
            return [*self._harm(connection), *misnumbered(positions, stray)]


def _kept(row: Sequence[object]) -> Kept:
    match row:
        case (
            int(position),
            str(name),
            str(opened_at),
            int(written_in),
            opened_as,
            int(chain),
            *last,
        ):
            number = opened_as if isinstance(opened_as, int) else position
            opening = Opening(name, opened_at, written_in, number, chain)
            return Kept(opening, _head(opening, *last), position)
    raise DamagedRow(Word("the list of games cannot be read"))


def _head(opening: Opening, seq: object, digest: object) -> Head:
    """Return the head of a game in a list; a damaged last event must not hide the other games."""
    if seq is None:
        return Head(0, opening.beginning())
    return Head(seq, digest) if isinstance(seq, int) and isinstance(digest, bytes) else Head(0, b"")


def verified(book: RecordBook, name: str, noted: Sequence[NotedHead] = ()) -> Verdict:
    """Verify a game of a book, also against heads noted elsewhere. Raises NoSuchGame."""
    return verify(book.game(name).opening, book.read(name), noted)


def verify_book(book: RecordBook, noted: Sequence[NotedHead] = ()) -> Verdict:
    """Verify the seals of a book, also against its heads noted elsewhere, and the games against the
    seals."""
    seals = list(book.seals())
    verdict = check("", BEGINNING, seals, noted)
    if not verdict.whole:
        return verdict
    games = {kept.position: kept for kept in book.chains()}
    for seal, facts in sealed_in(seals):
        problem = _misfit(book, games, facts)
        if problem:
            return Verdict("", len(seals), verdict.head, seal.seq, problem)
    return verdict


def _misfit(book: RecordBook, games: Mapping[int, Kept], facts: Facts) -> str:
    position, name, *opened, seq, digest = facts
    kept = games.get(position)
    if kept is None:
        return _('the game "{name}" is no longer there').format(name=name)
    if facts_of(kept)[1:-2] != [name, *opened]:
        return _('the game "{name}" was opened differently').format(name=name)
    if (kept.head.seq, kept.head.hash.hex()) == (seq, digest):
        return ""
    there = next(book.read(kept.name, seq - 1, 1), None) if seq else kept.head
    if there is None or there.seq != seq or (seq and there.hash.hex() != digest):
        return _('event {seq} of "{name}" is not the one that was sealed').format(
            seq=seq, name=name
        )
    return ""


PAGE: Final = 50  # games on one page


def page_of_games(book: RecordBook, page: int) -> tuple[list[Kept], bool]:
    """Return one page of a book's games, newest first, and whether older ones exist. Raises
    BookError."""
    names = book.names()[::-1][(page - 1) * PAGE :]
    return [book.game(name) for name in names[:PAGE]], len(names) > PAGE
