"""A record book that lasts as long as the program: for trying things out, and for tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, Self

from referee.store.appending import beginning, decide, decide_adoption
from referee.store.chain import Appended, Head, Kept, Opening, now
from referee.store.entries import FORMAT, Entry, Stored
from referee.store.errors import NoSuchGame
from referee.store.moving import back_up
from referee.store.naming import is_game
from referee.store.record import head_of, next_seals


@dataclass(slots=True)
class _Game:
    opening: Opening
    events: list[Stored] = field(default_factory=list)
    by_id: dict[str, Stored] = field(default_factory=dict)

    def head(self) -> Head:
        return (
            Head(len(self.events), self.events[-1].hash)
            if self.events
            else Head(0, self.opening.beginning())
        )

    def with_id(self, event_id: str) -> Stored | None:
        return self.by_id.get(event_id)

    def span(self, first: int, last: int) -> list[Stored]:
        return self.events[max(first - 1, 0) : last]

    def append(self, entries: Sequence[Entry], expects: int | None) -> Appended:
        decided = decide(self.opening.name, entries, expects, self)
        if isinstance(decided, Appended):
            return decided
        self.keep(decided)
        return Appended(decided[0].seq, decided[-1].seq, self.head())

    def keep(self, events: Sequence[Stored]) -> None:
        self.events += events
        self.by_id |= {stored.id: stored for stored in events if stored.id is not None}


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
        self._seals: list[Stored] = []
        self._lock = Lock()

    @property
    def place(self) -> str:
        """The label shown in messages."""
        return "memory"

    def open_game(self, name: str, entries: Sequence[Entry]) -> Appended:
        """Begin a game."""
        with beginning(name, entries), self._lock:
            opening = Opening(name, now(), FORMAT, len(self._games) + 1)
            game = self._games.get(name) or _Game(opening)
            answer = game.append(entries, 0)
            self._games[name] = game
            return answer

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        """Write events at the end of a game."""
        with self._lock:
            return self._find(name).append(entries, expects)

    def adopt(self, opening: Opening, events: Iterable[Stored]) -> int:
        """Take in a game of another book."""
        with self._lock:
            game = self._games.get(opening.name)
            kept = self.game(opening.name) if game else None
            new = decide_adoption(opening, list(events), kept, game.events if game else [])
            self._games.setdefault(opening.name, _Game(opening)).keep(new)
            return len(new)

    def read(self, name: str, after: int = 0, at_most: int | None = None) -> Iterator[Stored]:
        """The events of a game behind number ``after``."""
        game = self._find(name)
        return islice(game.events[max(after, 0) :], at_most)

    def game(self, name: str) -> Kept:
        """Return what the book knows of one game."""
        game = self._find(name)
        return Kept(game.opening, game.head(), 1 + list(self._games).index(name))

    def find(self, name: str) -> Kept | None:
        """Return what the book knows of one game; None where there is no such game."""
        return self.game(name) if name in self._games else None

    def games(self, after: int = 0, at_most: int | None = None) -> list[Kept]:
        """The games in the order in which they came."""
        found = [kept for kept in self.chains() if is_game(kept.name) and kept.place > after]
        return found[:at_most]

    def names(self) -> list[str]:
        """The names of all games."""
        return list(filter(is_game, self._games))

    def chains(self) -> list[Kept]:
        """The games and the book's own chains."""
        return [
            Kept(game.opening, game.head(), place)
            for place, game in enumerate(self._games.values(), 1)
        ]

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def heads(self) -> dict[int, bytes]:
        """The hash of every game's last event."""
        return {kept.place: kept.head.hash for kept in self.games() if kept.head.seq}

    def seal(self) -> Head:
        """Keep how far each game is now."""
        with self._lock:
            self._seals += next_seals(self.chains(), self._seals)
            return head_of(self._seals)

    def seals(self) -> Iterator[Stored]:
        """The seals."""
        return iter(list(self._seals))

    def damage(self) -> list[str]:
        """Nothing can be wrong with it."""
        return []

    def health(self) -> dict[str, Any]:
        """Nothing that lasts."""
        return {}

    def back_up(self, target: Path) -> None:
        """Write its games into a file."""
        back_up(self, target)

    def close(self) -> None:
        """Nothing is held open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _find(self, name: str) -> _Game:
        game = self._games.get(name)
        if game is None:
            raise NoSuchGame(name, self.names())
        return game
