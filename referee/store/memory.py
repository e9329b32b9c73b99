"""A record book that lasts as long as the program: for trying things out, and for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock

from referee.store.appending import check_name, decide
from referee.store.chain import Head, beginning
from referee.store.entries import Entry, Stored
from referee.store.errors import Conflict, GameExists, NoSuchGame
from referee.store.record import Appended, Kept, now
from referee.store.upcasting import FORMAT


@dataclass(slots=True)
class _Game:
    name: str
    opened_at: str
    events: list[Stored] = field(default_factory=list)
    by_id: dict[str, Stored] = field(default_factory=dict)

    def head(self) -> Head:
        return (
            Head(len(self.events), self.events[-1].hash)
            if self.events
            else Head(0, beginning(self.name))
        )

    def with_id(self, event_id: str) -> Stored | None:
        return self.by_id.get(event_id)

    def span(self, first: int, last: int) -> list[Stored]:
        return self.events[max(first - 1, 0) : last]

    def append(self, entries: Sequence[Entry], expects: int | None) -> Appended:
        decided = decide(self.name, entries, expects, self)
        if isinstance(decided, Appended):
            return decided
        self.events += decided
        self.by_id |= {stored.id: stored for stored in decided if stored.id is not None}
        return Appended(decided[0].seq, decided[-1].seq, self.head())


class MemoryBook:
    """Games in memory; see `RecordBook`.

    >>> book = MemoryBook()
    >>> book.open_game("friday", [Entry(b'{"type":"game"}')]).last
    1
    >>> [stored.seq for stored in book.read("friday")]
    [1]
    """

    def __init__(self) -> None:
        self._games: dict[str, _Game] = {}
        self._lock = Lock()

    def open_game(self, name: str, entries: Sequence[Entry]) -> Appended:
        """Begin a game."""
        check_name(name)
        with self._lock:
            game = self._games.get(name) or _Game(name, now())
            try:
                answer = game.append(entries, 0)
            except Conflict:
                raise GameExists(name) from None
            self._games[name] = game
            return answer

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        """Write events at the end of a game."""
        with self._lock:
            return self._find(name).append(entries, expects)

    def read(self, name: str, after: int = 0) -> Iterator[Stored]:
        """The events of a game behind number ``after``."""
        game = self._find(name)
        return iter(game.events[max(after, 0) :])

    def game(self, name: str) -> Kept:
        """What the book knows of one game."""
        game = self._find(name)
        return Kept(game.name, game.opened_at, FORMAT, game.head())

    def games(self) -> list[Kept]:
        """All games, in the order in which they were opened."""
        return [self.game(name) for name in self._games]

    def close(self) -> None:
        """Nothing is held open."""

    def _find(self, name: str) -> _Game:
        game = self._games.get(name)
        if game is None:
            raise NoSuchGame(name, list(self._games))
        return game
