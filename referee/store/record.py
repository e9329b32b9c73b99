"""The record book: writing, storing and reading games, independent of the database."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from referee.store import errors
from referee.store.chain import (
    BEGINNING,
    Appended,
    Facts,
    Head,
    Kept,
    NotedHead,
    Opening,
    Verdict,
    check,
    check_entries,
    facts_of,
    head_of,
    linked,
    next_seals,
    now,
    sealed_in,
    verify,
)
from referee.store.entries import FORMAT, Entry, Stored, same_content
from referee.store.errors import BookError, BookNewer, Conflict, DamagedRow, GameExists
from referee.store.naming import OWN_CHAINS, check_name, find_lone_surrogate
from referee.wording.language import N_, Word, _
from referee.wording.sentences import Sentence

T = TypeVar("T")

NO_NUMBER: Final = 2**62  # a number above that of the events of any game
AT_ONCE: Final = 1000  # events read with one statement, to limit how long a reader blocks the book
OF_GAMES: Final = 1  # the lock of the list of games
OF_A_GAME: Final = 2  # the lock of a game, by its position

_COLUMNS = "SELECT seq, id, content, salt, hash FROM events WHERE game = ?"
_LAST = "FROM events e WHERE e.game = g.game ORDER BY seq DESC LIMIT 1"
_GAMES = (
    "SELECT g.game, g.name, g.opened_at, g.format, g.opened_as, g.chain,"
    f" (SELECT seq {_LAST}), (SELECT hash {_LAST}) FROM games g"
)
_CHAINS = f"{_GAMES} ORDER BY g.game"
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
        """Run an act that writes, to this game if named; return its result once it is on disk."""

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
            raise errors.BookUnwritable(text, path=self.location)

    def open_game(self, name: str, entries: Sequence[Entry]) -> Appended:
        """Begin a game with these events. Raises GameExists if the name is taken."""
        check_name(name)
        return self._begin(name, entries)

    def _begin(self, name: str, entries: Sequence[Entry]) -> Appended:
        def begin(connection: Connection) -> Appended:
            self._lock(connection, OF_GAMES, 0)
            kept = self._find(connection, name)
            if kept is None:
                position = self._next_position(connection)
                opening = Opening(name, now(), FORMAT, position)
                self._open(connection, position, opening, None)
                kept = Kept(opening, Head(0, opening.beginning()), position)
            return self._append(connection, kept, entries, 0)

        try:
            return self._write(begin, name)
        except Conflict:
            raise GameExists(name) from None

    def note(self, chain: str, event: Mapping[str, Any], expects: int | None = None) -> Appended:
        """Write an event to one of the book's own chains, with the time, and begin the chain if it
        is the first. Raises Conflict as `append` does."""
        written = [Entry.of({**event, "at": now()})]
        if not expects and chain not in self:
            try:
                return self._begin(chain, written)
            except GameExists:
                # another program was quicker
                pass
        return self.append(chain, written, expects)

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
        check_entries(entries)
        repeated = self._repeated(connection, kept, entries)
        if repeated is not None:
            return repeated
        if not kept.head.hash:
            text = 'the last event of "{name}" cannot be read'
            raise DamagedRow(Sentence(text, {"name": kept.name}))
        last = _checked_number(kept.name, kept.head.seq)
        if expects is not None and expects != last:
            raise Conflict(kept.name, expects, last)
        new = linked(kept.head, entries)
        self._insert(connection, kept.position, new)
        return Appended.of(new)

    def _repeated(
        self, connection: Connection, kept: Kept, entries: Sequence[Entry]
    ) -> Appended | None:
        """Return the answer to an earlier append of these; None if new. Raises IdTaken."""
        for index, entry in enumerate(entries):
            if entry.id is None:
                continue
            for known in self._events(connection, kept.position, "id = ?", entry.id):
                first = _checked_number(kept.name, known.seq) - index
                there = self._span(connection, kept, first, first + len(entries) - 1)
                pairs = zip(there, entries, strict=False)
                same = all(same_content(stored.content, sent.content) for stored, sent in pairs)
                if len(there) < len(entries) or not same:
                    alike = same_content(known.content, entry.content)
                    raise errors.IdTaken(entry.id, known.seq, alike)
                return replace(Appended.of(there), repeated=True)
        return None

    def _span(
        self, connection: Connection, kept: Kept, first: int, last: int = NO_NUMBER
    ) -> list[Stored]:
        """Return the existing events with numbers from ``first`` to ``last``."""
        which = "seq BETWEEN ? AND ? ORDER BY seq"
        return self._events(connection, kept.position, which, first, last)

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
        if opening.name not in OWN_CHAINS:
            check_name(opening.name)
        verdict = verify(opening, brought)
        if not verdict.whole:
            text = (
                'The game "{name}" was changed after it was written: {problem}. It was not copied.'
            )
            raise BookError(text, name=opening.name, problem=verdict.problem)

        def take_in(connection: Connection) -> int:
            self._lock(connection, OF_GAMES, 0)
            kept = self._find(connection, opening.name)
            if kept is None:
                position, new = self._next_position(connection), brought
                self._open(connection, position, opening, opening.number)
            else:
                position = kept.position
                self._lock(connection, OF_A_GAME, position)
                there = self._span(connection, kept, 1)
                shorter = min(len(there), len(brought))
                if kept.opening != opening or there[:shorter] != brought[:shorter]:
                    raise GameExists(opening.name)
                new = brought[len(there) :]
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
        left = NO_NUMBER if at_most is None else at_most
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
            raise errors.NoSuchGame(name, self._names(connection))
        return kept

    def games(self, after: int = 0, at_most: int | None = None) -> list[Kept]:
        """Return at most ``at_most`` games with a position greater than ``after``, oldest first.
        The book's own chains have positions too, so the positions of games may have gaps."""
        which = f"{_GAMES} WHERE g.game > ? AND {_IS_GAME} ORDER BY g.game LIMIT ?"
        with self._looking() as connection:
            most = NO_NUMBER if at_most is None else at_most
            return list(map(_kept, self._rows(connection, which, after, most)))

    def names(self) -> list[str]:
        """Return the names of all games, oldest first."""
        with self._looking() as connection:
            return self._names(connection)

    def _names(self, connection: Connection) -> list[str]:
        return [str(name) for (name,) in self._rows(connection, _NAMES)]

    def chains(self) -> list[Kept]:
        """Return all chains, oldest first: the games, and the book's own."""
        with self._looking() as connection:
            return list(map(_kept, self._rows(connection, _CHAINS)))

    def heads(self) -> dict[int, bytes]:
        """Return the hash of each game's last event by position: a changed one shows new events."""
        with self._looking() as connection:
            rows = self._rows(connection, _HEADS)
        return {position: digest for position, digest in rows if digest is not None}

    def seal(self) -> Head:
        """Record the state of every game in a chain of its own; return its head, which stands for
        the whole book. Nothing is written if nothing changed since the last seal."""

        def write(connection: Connection) -> Head:
            self._lock(connection, OF_GAMES, 1)
            there = self._sealed(connection)
            chains = map(_kept, self._rows(connection, _CHAINS))
            new = next_seals(list(chains), there)
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
        """Return what the database, its guards and the numbers of games show to be damaged."""
        with self._looking() as connection:
            stray, positions = (
                [position for (position,) in self._rows(connection, statement)]
                for statement in (_STRAY, "SELECT game FROM games")
            )
            return [*self._harm(connection), *misnumbered(positions, stray)]


def _checked_number(name: str, seq: object) -> int:
    """Refuse an event number that cannot be continued, as a damaged file may have."""
    if not isinstance(seq, int) or not 0 <= seq < NO_NUMBER:
        text = 'the number of an event of "{name}" cannot be read'
        raise DamagedRow(Sentence(text, {"name": name}))
    return seq


def _kept(row: Sequence[object]) -> Kept:
    match row:
        case int(place), str(name), str(opened_at), int(written_in), opened_as, int(chain), *last:
            number = opened_as if isinstance(opened_as, int) else place
            opening = Opening(name, opened_at, written_in, number, chain)
            match last:
                case None, _:
                    head = Head(0, opening.beginning())
                case int(seq), bytes(digest):
                    head = Head(seq, digest)
                case _:
                    # a damaged last event must not hide the other games
                    head = Head(0, b"")
            return Kept(opening, head, place)
    raise DamagedRow(Word("the list of games cannot be read"))


def verified(book: RecordBook, name: str, noted: Sequence[NotedHead] = ()) -> Verdict:
    """Verify a game of a book, also against heads noted elsewhere. Raises NoSuchGame."""
    return verify(book.game(name).opening, book.read(name), noted)


def verify_book(book: RecordBook, noted: Sequence[NotedHead] = ()) -> Verdict:
    """Verify the seals of a book, also against noted heads, and the games against the seals."""
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
    """Return a page of games, newest first, and whether there are older ones."""
    names = book.names()[::-1][(page - 1) * PAGE :]
    return [book.game(name) for name in names[:PAGE]], len(names) > PAGE


# ---- damage to the tables

KINDS: Final = (
    *(N_("table"), N_("view"), N_("sequence"), N_("index"), N_("trigger"), N_("function")),
    *(N_("rewrite rule"), N_("constraint")),
)
"""The parts of a database schema, in words."""


def misnumbered(positions: Sequence[int], stray: Sequence[int]) -> list[str]:
    """Describe gaps in the numbers of a book's games. ``positions`` are the numbers of the games,
    ``stray`` those that only events have.

    >>> misnumbered([1, 2, 4], [7])
    ['there are events of a game 7 that is not there', 'the game with the number 3 is missing']
    """
    misplaced = _("there are events of a game {number} that is not there")
    missing = _("the game with the number {number} is missing")
    gone = sorted(set(range(1, max(positions, default=0) + 1)) - set(positions))
    return [
        *(misplaced.format(number=number) for number in stray),
        *(missing.format(number=number) for number in gone),
    ]


Parts = Mapping[tuple[str, str], str]  # the parts of a schema by kind and name


def differences(wanted: Parts, there: Parts) -> list[str]:
    """Describe the parts of a schema that are changed, missing or added."""
    changed, missing = _("the {kind} {name} is changed"), _("the {kind} {name} is missing")
    added = _("the {kind} {name} does not belong there")
    differing = dict(wanted.items() ^ there.items())
    found = []
    for kind, name in sorted(differing, key=lambda part: (KINDS.index(part[0]), part[1])):
        text = changed if (kind, name) in there else missing
        text = text if (kind, name) in wanted else added
        found.append(text.format(kind=_(kind), name=name))
    return found


def is_newest(version: int, newest: int, location: object) -> bool:
    """Return whether a book has the newest version. Raises BookNewer if it has a later one."""
    if version > newest:
        text = (
            "The record book {path} is of version {version}, and this program knows versions "
            "up to {newest}. Install a newer referee; the book is left as it was."
        )
        raise BookNewer(text, path=location, version=version, newest=newest)
    return version == newest
