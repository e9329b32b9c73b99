"""The figures of all evenings of a book, cached beside it.

They are derived only from the book: an evening is judged again when its head, or this program, has
changed. The file may be deleted at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import fields
from difflib import get_close_matches
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Final, Self, TypeVar

from platformdirs import user_cache_path

from referee.judging.names import fold
from referee.judging.registry import plug_ins
from referee.judging.replay import replayed
from referee.season.evening import KeptEvening, PlayerEvening, evening_of
from referee.store import Kept, RecordBook, sqlite
from referee.store.errors import GameUnreadable
from referee.store.location import is_on_a_server
from referee.store.reading import events_of
from referee.version import __version__

LAYOUT: Final = 2
"""Increase this when the stored figures of an evening change."""

AT_ONCE: Final = 200
"""Evenings to judge before their figures are written to disk."""

_TABLES: Final = """
CREATE TABLE made (by TEXT NOT NULL);
CREATE TABLE evenings (
    place INTEGER PRIMARY KEY, name TEXT NOT NULL, head BLOB NOT NULL, figures TEXT, house TEXT
)
"""

_Answer = TypeVar("_Answer")

NamedEvening = tuple[int, str, KeptEvening]
"""An evening with its place in the book and its name."""

_one_at_a_time = Lock()
"""Held while figures are updated, so that concurrent threads judge no evening twice."""


class Figures:
    """The figures of all evenings of a book; ``connection`` is to the SQLite file that has them."""

    def __init__(self, path: Path | None) -> None:
        self.connection = _laid_out(sqlite.in_memory()) if path is None else _opened(path)

        self.is_in_memory = path is None

    @classmethod
    def of(cls, book: RecordBook) -> Self:
        """Return the figures of a book as last updated. If no file can be written, they are kept in
        memory."""
        try:
            return cls(place_of(book))
        except (sqlite.Error, OSError):
            return cls(None)

    def keep_up(self, book: RecordBook) -> None:
        """Judge the evenings that are new in the book or have grown. Raises BookError."""
        news = self.news(book)
        for first in range(0, len(news), AT_ONCE):
            batch = news[first : first + AT_ONCE]
            self.keep((kept, judged_evening(book, kept)) for kept in batch)

    def news(self, book: RecordBook) -> list[Kept]:
        """Return the evenings that are new in the book or have grown; drop those that are gone.
        Raises BookError."""
        known = dict(self.connection.execute("SELECT place, head FROM evenings").fetchall())
        there = book.heads()
        if known == there:
            return []
        new = [place for place, head in there.items() if known.get(place) != head]
        first = min(new, default=1)
        span = book.games(first - 1, max(new, default=0) - first + 1)
        gone = [(place,) for place in known.keys() - there.keys()]
        with self.connection:
            self.connection.executemany("DELETE FROM evenings WHERE place = ?", gone)
        return [kept for kept in span if known.get(kept.position) != kept.head.hash]

    def keep(self, judged: Iterable[tuple[Kept, KeptEvening | None]]) -> None:
        """Store the figures of some evenings, all or none; None is an unreadable evening."""
        rows = [
            (kept.position, kept.name, kept.head.hash, *_written(evening))
            for kept, evening in judged
        ]
        with self.connection:
            self.connection.executemany(
                "INSERT OR REPLACE INTO evenings VALUES (?, ?, ?, ?, ?)", rows
            )

    def evenings(self) -> list[NamedEvening]:
        """Return the readable evenings, in the order of their days."""
        asked = "SELECT place, name, figures, house FROM evenings WHERE figures IS NOT NULL"
        rows = self.connection.execute(asked).fetchall()
        found = [(place, name, _read(figures, house)) for place, name, figures, house in rows]
        return sorted(found, key=lambda named: (named[2].day, named[0]))

    def unreadable(self) -> int:
        """Return the number of evenings that cannot be read."""
        asked = "SELECT count(*) FROM evenings WHERE figures IS NULL"
        return int(self.connection.execute(asked).fetchone()[0])

    def nearest_to(self, name: str) -> str | None:
        """Return the name itself if a player had it, else the most similar name; None if there is
        none."""
        shown = {
            fold(player): player
            for _place, _name, evening in self.evenings()
            for player in evening.plays
        }
        if fold(name) in shown:
            return name
        found = get_close_matches(fold(name), shown, n=1)
        return shown[found[0]] if found else None

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def ask(book: RecordBook, question: Callable[[Figures], _Answer]) -> _Answer:
    """Return a function's result for the updated figures of a book. If their file is damaged, or
    another program has it, they are computed anew. Raises BookError."""
    with Figures.of(book) as figures:
        try:
            with _one_at_a_time:
                figures.keep_up(book)
            return question(figures)
        except sqlite.Error:
            if figures.is_in_memory:
                raise
    with Figures(None) as figures:
        figures.keep_up(book)
        return question(figures)


def place_of(book: RecordBook) -> Path | None:
    """Return the file with the figures of a book: beside it, or in the user's cache if the book is
    on a server; None for a book in memory."""
    if is_on_a_server(book.location):
        name = sha256(book.location.encode()).hexdigest()[:16]
        folder = user_cache_path("desmoche-referee", appauthor=False, ensure_exists=True)
        return folder / f"season-{name}.db"
    path = Path(book.location)
    return path.with_name(f"{path.name}-season") if path.is_file() else None


def judged_evening(book: RecordBook, kept: Kept) -> KeptEvening | None:
    """Return the figures of an evening of a book; None if it cannot be read."""
    try:
        events = list(events_of(book, kept))
    except GameUnreadable:
        return None
    replay = replayed(events)
    return evening_of(replay.opening, kept.opened_at, replay.report())


def _written(evening: KeptEvening | None) -> tuple[str | None, str | None]:
    """Return the figures of an evening and its house rules, which most evenings share, as JSON."""
    if evening is None:
        return None, None
    *figures, house = _values(evening)
    return json.dumps(figures, default=_values), json.dumps(house, sort_keys=True)


def _values(part: Any) -> list[Any]:
    return [getattr(part, field.name) for field in fields(part)]


def _read(figures: str, house: str) -> KeptEvening:
    *about, plays = json.loads(figures)
    parts = {player: PlayerEvening(*values) for player, values in plays.items()}
    values = [*about, parts, _house(house)]
    return KeptEvening(*values)


_house = lru_cache(1000)(json.loads)


def _opened(path: Path) -> sqlite.Connection:
    """Return a connection to the figures in a file. A damaged file is replaced, and a version of
    another program is dropped. Raises SQLite's errors and OSError."""
    try:
        sqlite.begin_file(path)
        return _laid_out(sqlite.connect_beside(path))
    except sqlite.Busy:
        raise
    except sqlite.Error:
        _replace(path)
        return _laid_out(sqlite.connect_beside(path))


def _replace(path: Path) -> None:
    """Replace a file by empty figures, completely or not at all."""
    with TemporaryDirectory(prefix=f"{path.name}-", dir=path.parent) as folder:
        fresh = Path(folder) / path.name
        sqlite.begin_file(fresh)
        _laid_out(sqlite.connect_beside(fresh)).close()
        # a journal of the damaged file would be played back into the new one
        path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
        fresh.replace(path)


def _laid_out(connection: sqlite.Connection) -> sqlite.Connection:
    """Return the connection with this program's tables in it. Only one connection creates them, in
    one transaction, while the others wait."""
    try:
        if _made_by(connection) != _myself():
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                if _made_by(connection) != _myself():
                    _lay_out(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _lay_out(connection: sqlite.Connection) -> None:
    """Drop all tables and create those of this program."""
    tables = (
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'"
    )
    for (table,) in connection.execute(tables).fetchall():
        quoted = table.replace('"', '""')
        connection.execute(f'DROP TABLE "{quoted}"')
    for statement in filter(str.strip, _TABLES.split(";")):
        connection.execute(statement)
    connection.execute("INSERT INTO made VALUES (?)", (_myself(),))


def _made_by(connection: sqlite.Connection) -> str | None:
    """Return the version that made the figures; None if they cannot be read."""
    columns = connection.execute("SELECT name FROM pragma_table_info('made')").fetchall()
    if ("by",) not in columns:
        return None
    (made_by,) = connection.execute("SELECT by FROM made").fetchone() or (None,)
    return made_by


def _myself() -> str:
    """Return the version of this program and of its plug-ins, which may change the judgement."""
    added = [
        f"{plug_in.value} {plug_in.dist.version if plug_in.dist else ''}" for plug_in in plug_ins()
    ]
    return "; ".join([str(LAYOUT), __version__, *sorted(added)])
