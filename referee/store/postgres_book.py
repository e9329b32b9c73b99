"""The record book on a PostgreSQL server, which many servers may write at the same time.

An append is one statement: who knows the head of a game links the new events to it and inserts
them, and the keys of the tables refuse them where somebody else was quicker. Then, and where ids
have to be looked for, it is done again under a lock of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from psycopg import errors

from referee.store.appending import beginning, check, decide, decide_adoption, linked
from referee.store.chain import Head, Opening
from referee.store.entries import Entry, Stored
from referee.store.errors import (
    BookMissing,
    BookUnreachable,
    BookUnwritable,
    NoSuchGame,
)
from referee.store.location import shown
from referee.store.moving import back_up
from referee.store.naming import find_half
from referee.store.postgres import Connection, Connections
from referee.store.postgres_news import Teller
from referee.store.postgres_schema import bring_up_to_date, is_of_today, unguarded
from referee.store.record import Appended, Kept, misnumbered, now
from referee.store.sealing import head_of, next_seals
from referee.store.upcasting import FORMAT
from referee.wording.sentences import Sentence

AT_ONCE: Final = 1000
"""Events read with one statement."""

OF_GAMES: Final = 1
"""The lock of the list of games, and of a game by its place: the first half of their numbers."""
OF_A_GAME: Final = 2

_INSERT = "INSERT INTO referee.events (game, seq, id, content, salt, hash) VALUES "
_ROW = "(%s, %s, %s, %s, %s, %s)"
ROWS_AT_ONCE: Final = 500

_COLUMNS = "SELECT seq, id, content, salt, hash FROM referee.events WHERE game = %s"
_GAMES = """
SELECT g.game, g.name, g.opened_at, g.format, g.opened_as, g.chain, e.seq, e.hash
FROM referee.games g LEFT JOIN LATERAL (
    SELECT seq, hash FROM referee.events WHERE game = g.game ORDER BY seq DESC LIMIT 1
) e ON true
"""
_IS_GAME = "left(g.name, 1) <> '.'"
"""As ``naming.is_game`` says."""
_NAMES = f"SELECT g.name FROM referee.games g WHERE {_IS_GAME} ORDER BY g.game"
_OPEN = "INSERT INTO referee.games VALUES (%s, %s, %s, %s, %s, %s)"
_SEAL = "INSERT INTO referee.seals VALUES (%s, %s, %s, %s)"
_PLACES = "SELECT game FROM referee.games ORDER BY game"
_STRAY = (
    "SELECT DISTINCT game FROM referee.events WHERE game NOT IN (SELECT game FROM referee.games)"
)

T = TypeVar("T")


class _Game:
    """One game under its lock; see ``appending.GameSoFar``."""

    def __init__(self, connection: Connection, kept: Kept) -> None:
        self._connection = connection
        self.kept = kept

    def head(self) -> Head:
        return self.kept.head

    def with_id(self, event_id: str) -> Stored | None:
        found = self._events("AND id = %s", event_id)
        return found[0] if found else None

    def span(self, first: int, last: int) -> list[Stored]:
        return self._events("AND seq BETWEEN %s AND %s ORDER BY seq", first, last)

    def _events(self, which: str, *values: object) -> list[Stored]:
        asked = f"{_COLUMNS} {which}".encode()
        return _stored(self._connection.execute(asked, (self.kept.place, *values)).fetchall())


class PostgresBook:
    """Games on a server; see `RecordBook`. One object serves the threads of one program.

    ``address`` is a connection URI, or keywords and values. With ``create`` the book is laid out in
    its database where there is none; without, a missing one raises BookMissing. With ``writable``
    false nothing is written.
    """

    def __init__(self, address: str, *, create: bool = True, writable: bool = True) -> None:
        self._address = address
        self._writable = writable
        self._connections = Connections(address, writable=writable)
        self._teller = Teller(self._connections)
        self._heads: dict[str, Kept] = {}
        """The last known state of games. If it is out of date, the keys refuse a write."""
        with self._connections.one() as connection:
            if create and writable:
                bring_up_to_date(connection, self.place)
            elif not is_of_today(connection, self.place):
                raise BookMissing(self.place)

    @property
    def place(self) -> str:
        """The address, without its password."""
        return shown(self._address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Tell the last news, and let go of the connections."""
        self._teller.send()
        self._connections.forget()

    def open_game(self, name: str, entries: Sequence[Entry]) -> Appended:
        """Begin a game."""

        def begin(connection: Connection) -> Appended:
            _lock(connection, OF_GAMES, 0)
            kept = _find(connection, name)
            if kept is None:
                place = _next_place(connection)
                opening = Opening(name, now(), FORMAT, place)
                _open(connection, place, opening, None)
                kept = Kept(opening, Head(0, opening.beginning()), place)
            return self._decided(connection, kept, entries, 0)

        with beginning(name, entries):
            return self._again(lambda: self._in_transaction(begin, name))

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        """Write events at the end of a game; they are on the server's disk when this returns."""
        check(entries)
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
        """Append behind the head that this program knows; None where it may not be the head."""
        kept = self._heads.get(name)
        if kept is None or expects not in (None, kept.head.seq) or len(entries) > ROWS_AT_ONCE:
            return None
        sent[:] = linked(kept.head, entries)
        try:
            with self._connections.one() as connection, _own_errors():
                _insert(connection, kept.place, sent)
        except _Taken:
            sent.clear()
            self._heads.pop(name, None)
            return None
        self._teller.tell(name)
        answer = _answer(sent)
        self._heads[name] = Kept(kept.opening, answer.head, kept.place)
        return answer

    def _landed(self, name: str, sent: Sequence[Stored]) -> Appended | None:
        """The answer that was lost with the connection, if these events lie in the game."""
        self._heads.pop(name, None)
        there = list(self.read(name, sent[0].seq - 1, len(sent)))
        return _answer(sent) if there == list(sent) else None

    def _under_lock(self, name: str, entries: Sequence[Entry], expects: int | None) -> Appended:
        def write(connection: Connection) -> Appended:
            kept = self._found(connection, name)
            _lock(connection, OF_A_GAME, kept.place)
            return self._decided(connection, self._found(connection, name), entries, expects)

        answer = self._in_transaction(write, name)
        kept = self._heads.pop(name, None)
        if kept is not None and not answer.repeated:
            self._heads[name] = Kept(kept.opening, answer.head, kept.place)
        return answer

    def _decided(
        self, connection: Connection, kept: Kept, entries: Sequence[Entry], expects: int | None
    ) -> Appended:
        game = _Game(connection, kept)
        decided = decide(kept.name, entries, expects, game)
        if isinstance(decided, Appended):
            return decided
        _insert(connection, kept.place, decided)
        return _answer(decided)

    def adopt(self, opening: Opening, events: Iterable[Stored]) -> int:
        """Take in a game of another book, with its chain."""
        brought = list(events)

        def take_in(connection: Connection) -> int:
            _lock(connection, OF_GAMES, 0)
            kept = _find(connection, opening.name)
            if kept is not None:
                _lock(connection, OF_A_GAME, kept.place)
            there = _Game(connection, kept).span(1, 2**62) if kept else []
            new = decide_adoption(opening, brought, kept, there)
            place = kept.place if kept else _next_place(connection)
            if kept is None:
                _open(connection, place, opening, opening.number)
            _insert(connection, place, new)
            return len(new)

        return self._again(lambda: self._in_transaction(take_in, opening.name))

    def read(self, name: str, after: int = 0, at_most: int | None = None) -> Iterator[Stored]:
        """The events of a game behind number ``after``."""
        with self._connections.one() as connection:
            place = self._found(connection, name).place
        left = 2**62 if at_most is None else at_most
        asked = f"{_COLUMNS} AND seq > %s ORDER BY seq LIMIT %s".encode()
        while left > 0:
            with self._connections.one() as connection:
                span = (place, after, min(left, AT_ONCE))
                stored = _stored(connection.execute(asked, span).fetchall())
            yield from stored
            if len(stored) < AT_ONCE:
                return
            left -= len(stored)
            after = stored[-1].seq

    def game(self, name: str) -> Kept:
        """Return what the book knows of one game."""
        with self._connections.one() as connection:
            return self._found(connection, name)

    def find(self, name: str) -> Kept | None:
        """Return what the book knows of one game; None where there is no such game."""
        with self._connections.one() as connection:
            return _find(connection, name)

    def games(self, after: int = 0, at_most: int | None = None) -> list[Kept]:
        """The games in the order in which they came."""
        with self._connections.one() as connection:
            asked = f"{_GAMES} WHERE g.game > %s AND {_IS_GAME} ORDER BY g.game LIMIT %s".encode()
            return list(map(_kept, connection.execute(asked, (after, at_most)).fetchall()))

    def names(self) -> list[str]:
        """The names of all games."""
        with self._connections.one() as connection:
            return _names(connection)

    def chains(self) -> list[Kept]:
        """The games and the book's own chains."""
        with self._connections.one() as connection:
            return _chains(connection)

    def __contains__(self, name: object) -> bool:
        with self._connections.one() as connection:
            return isinstance(name, str) and _find(connection, name) is not None

    def heads(self) -> dict[int, bytes]:
        """The hash of every game's last event."""
        with self._connections.one() as connection:
            asked = f"{_GAMES} WHERE e.seq IS NOT NULL AND {_IS_GAME}".encode()
            rows = connection.execute(asked).fetchall()
        return {row[0]: row[-1] for row in rows}

    def seal(self) -> Head:
        """Keep how far each game is now."""

        def write(connection: Connection) -> Head:
            _lock(connection, OF_GAMES, 1)
            there = _sealed(connection)
            new = next_seals(_chains(connection), there)
            for one in new:
                connection.execute(_SEAL, (one.seq, one.content, one.salt, one.hash))
            return head_of([*there, *new])

        return self._again(lambda: self._in_transaction(write))

    def seals(self) -> Iterator[Stored]:
        """The seals."""
        with self._connections.one() as connection:
            return iter(_sealed(connection))

    def damage(self) -> list[str]:
        """Guards that are missing or changed, events of no game, and numbers without a game; in
        words."""
        with self._connections.one() as connection:
            stray = [place for (place,) in connection.execute(_STRAY).fetchall()]
            places = [place for (place,) in connection.execute(_PLACES).fetchall()]
            return [*unguarded(connection), *misnumbered(places, stray)]

    def health(self) -> dict[str, Any]:
        """The server, and how large the database is."""
        with self._connections.one() as connection:
            row = connection.execute(
                "SELECT current_setting('server_version'), pg_database_size(current_database())"
            ).fetchone()
            assert row is not None
            return {"server": row[0], "bytes": row[1]}

    def back_up(self, target: Path) -> None:
        """Write its games into a file."""
        back_up(self, target)

    def _found(self, connection: Connection, name: str) -> Kept:
        kept = _find(connection, name)
        if kept is None:
            raise NoSuchGame(name, _names(connection))
        self._heads[name] = kept
        return kept

    def _refuse_reader(self) -> None:
        if not self._writable:
            text = "The record book {path} was opened for reading only."
            raise BookUnwritable(Sentence(text, {"path": self.place}))

    def _in_transaction(self, act: Callable[[Connection], T], game: str | None = None) -> T:
        """Return what is done in it is on the disk at its end, or has not happened; then it is told
        to those who wait for news of the game."""
        self._refuse_reader()
        with self._connections.one() as connection, connection.transaction():
            done = act(connection)
        if game is not None:
            self._teller.tell(game)
        return done

    def _again(self, act: Callable[[], T]) -> T:
        """Do it, once more where the connection was lost: a server that was started anew has
        closed those that waited."""
        try:
            return act()
        except BookUnreachable:
            self._connections.forget()
            return act()


def _answer(written: Sequence[Stored]) -> Appended:
    last = written[-1]
    return Appended(written[0].seq, last.seq, Head(last.seq, last.hash))


class _Taken(Exception):  # noqa: N818 - it tells what became of the place
    """Another program wrote first, or the game has the id already."""


@contextmanager
def _own_errors() -> Iterator[None]:
    try:
        yield
    except errors.UniqueViolation as problem:
        raise _Taken from problem


def _lock(connection: Connection, kind: int, place: int) -> None:
    connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", (kind, place))


def _insert(connection: Connection, place: int, events: Sequence[Stored]) -> None:
    for first in range(0, len(events), ROWS_AT_ONCE):
        batch = events[first : first + ROWS_AT_ONCE]
        values: list[object] = []
        for one in batch:
            values += (place, one.seq, one.id, one.content, one.salt, one.hash)
        connection.execute((_INSERT + ", ".join([_ROW] * len(batch))).encode(), values)


def _open(connection: Connection, place: int, opening: Opening, opened_as: int | None) -> None:
    about = (opening.name, opening.opened_at, opening.format, opened_as, opening.chain)
    connection.execute(_OPEN, (place, *about))


def _next_place(connection: Connection) -> int:
    row = connection.execute("SELECT 1 + coalesce(max(game), 0) FROM referee.games").fetchone()
    assert row is not None
    return int(row[0])


def _find(connection: Connection, name: str) -> Kept | None:
    if find_half(name) or "\0" in name:
        return None
    row = connection.execute(f"{_GAMES} WHERE g.name = %s".encode(), (name,)).fetchone()
    return _kept(row) if row else None


def _names(connection: Connection) -> list[str]:
    return [name for (name,) in connection.execute(_NAMES.encode()).fetchall()]


def _chains(connection: Connection) -> list[Kept]:
    rows = connection.execute(f"{_GAMES} ORDER BY g.game".encode()).fetchall()
    return list(map(_kept, rows))


def _sealed(connection: Connection) -> list[Stored]:
    asked = "SELECT seq, NULL, content, salt, hash FROM referee.seals ORDER BY seq"
    return _stored(connection.execute(asked).fetchall())


def _stored(rows: Iterable[Sequence[Any]]) -> list[Stored]:
    return [Stored(*row) for row in rows]


def _kept(row: Sequence[Any]) -> Kept:
    place, name, opened_at, written_in, opened_as, chain, seq, digest = row
    opening = Opening(name, opened_at, written_in, opened_as or place, chain)
    head = Head(0, opening.beginning()) if seq is None else Head(seq, digest)
    return Kept(opening, head, place)
