"""The figures of all evenings of a book, cached beside it.

They are derived only from the book: an evening is judged again when its head, or this program, has
changed. The file may be deleted at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Final, Self, TypeVar

from platformdirs import user_cache_path

from referee.judging.names import fold
from referee.judging.registry import plug_ins
from referee.judging.replay import replayed
from referee.season.evening import KINDS, KeptEvening, PlayerEvening, evening_of
from referee.store import Kept, RecordBook, sqlite
from referee.store.errors import GameUnreadable
from referee.store.location import is_on_a_server
from referee.store.reading import events_of
from referee.version import __version__

LAYOUT: Final = 1
"""Increase this when the stored figures of an evening change."""

AT_ONCE: Final = 200
"""Evenings to judge before their figures are written to disk."""

PLAYS: Final = (
    *("hands", "counted", "won", "net", "best", "best_hand", "scored", "score"),
    *("took_the_game", "disqualified", "side_games", "whole"),
)
"""The stored fields of a player's part in an evening."""

_TABLES: Final = f"""
CREATE TABLE made (by TEXT NOT NULL, ratings TEXT);
CREATE TABLE houses (house INTEGER PRIMARY KEY, options TEXT NOT NULL UNIQUE);
CREATE TABLE evenings (
    place INTEGER PRIMARY KEY, name TEXT NOT NULL, head BLOB NOT NULL, day TEXT, game TEXT,
    money INTEGER, points INTEGER, most INTEGER, unit TEXT, house INTEGER, hands INTEGER,
    undecided INTEGER
);
CREATE INDEX evenings_by_day ON evenings (game, day, place);
CREATE TABLE plays (
    place INTEGER, player TEXT, {", ".join(PLAYS)}, {", ".join(KINDS)}, rank INTEGER,
    PRIMARY KEY (place, player)
) WITHOUT ROWID;
CREATE INDEX plays_by_player ON plays (player, place);
CREATE TABLE names (player TEXT PRIMARY KEY, shown TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ratings (
    game TEXT, person TEXT, day TEXT, place INTEGER, mu REAL, sigma REAL,
    PRIMARY KEY (game, person, day, place)
) WITHOUT ROWID;
CREATE INDEX ratings_by_day ON ratings (game, day, place);
"""

Row = tuple[Any, ...]
_Answer = TypeVar("_Answer")

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
        with self.connection:
            self._forget(known.keys() - there.keys())
        return [kept for kept in span if known.get(kept.place) != kept.head.hash]

    def keep(self, judged: Iterable[tuple[Kept, KeptEvening | None]]) -> None:
        """Store the figures of some evenings, all or none; None is an unreadable evening."""
        evenings = list(judged)
        with self.connection:
            self._forget(kept.place for kept, _evening in evenings)
            for kept, evening in evenings:
                self._keep(kept, evening)

    def _forget(self, places: Iterable[int]) -> None:
        """Drop evenings, and the ratings of all later ones."""
        for place in places:
            self._unrate(place)
            self.connection.execute("DELETE FROM evenings WHERE place = ?", (place,))
            self.connection.execute("DELETE FROM plays WHERE place = ?", (place,))

    def _unrate(self, place: int) -> None:
        """Drop the ratings of an evening and of later ones: each depends on the one before."""
        found = self.connection.execute(
            "SELECT game, day FROM evenings WHERE place = ? AND points", (place,)
        ).fetchone()
        if found:
            self.connection.execute(
                "DELETE FROM ratings WHERE game = ? AND (day, place) >= (?, ?)", (*found, place)
            )

    def _keep(self, kept: Kept, evening: KeptEvening | None) -> None:
        about = (kept.place, kept.name, kept.head.hash)
        if evening is None:
            self._insert("evenings", [(*about, *[None] * 9)])
            return
        facts = (evening.day, evening.game, evening.money, evening.points, evening.most)
        counts = (evening.hands, evening.undecided)
        house = self._house(evening.house)
        self._insert("evenings", [(*about, *facts, evening.unit, house, *counts)])
        folded = {player: fold(player) for player in evening.plays}
        self._insert("plays", [
            (kept.place, folded[player], *_of_a_play(play), evening.ranks.get(player))
            for player, play in evening.plays.items()
        ])  # fmt: skip
        self._insert("names", [(folded[player], player) for player in evening.plays])
        self._unrate(kept.place)

    def _insert(self, table: str, rows: list[Row]) -> None:
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            self.connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)

    def _house(self, house: Mapping[str, Any]) -> int:
        options = json.dumps(house, sort_keys=True)
        self.connection.execute("INSERT OR IGNORE INTO houses (options) VALUES (?)", (options,))
        asked = "SELECT house FROM houses WHERE options = ?"
        return int(self.connection.execute(asked, (options,)).fetchone()[0])

    def nearest_to(self, name: str) -> str | None:
        """Return the name itself if a player had it, else the most similar name; None if there is
        none."""
        shown = dict(self.connection.execute("SELECT player, shown FROM names").fetchall())
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
    if is_on_a_server(book.place):
        name = sha256(book.place.encode()).hexdigest()[:16]
        folder = user_cache_path("desmoche-referee", appauthor=False, ensure_exists=True)
        return folder / f"season-{name}.db"
    path = Path(book.place)
    return path.with_name(f"{path.name}-season") if path.is_file() else None


def judged_evening(book: RecordBook, kept: Kept) -> KeptEvening | None:
    """Return the figures of an evening of a book; None if it cannot be read."""
    try:
        events = list(events_of(book, kept))
    except GameUnreadable:
        return None
    replay = replayed(events)
    return evening_of(replay.opening, kept.opened_at, replay.report())


def _of_a_play(play: PlayerEvening) -> Row:
    return (*(getattr(play, name) for name in PLAYS), *(play.findings[kind] for kind in KINDS))


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
    connection.execute("INSERT INTO made VALUES (?, NULL)", (_myself(),))


def _made_by(connection: sqlite.Connection) -> str | None:
    """Return the version that made the figures; None if they cannot be read."""
    columns = connection.execute("SELECT name FROM pragma_table_info('made')").fetchall()
    if ("by",) not in columns:
        return None
    (made_by,) = connection.execute("SELECT by FROM made").fetchone() or (None,)
    return made_by


def _myself() -> str:
    """Return the version of this program and of its plug-ins, which may change the judgement."""
    added = [f"{one.value} {one.dist.version if one.dist else ''}" for one in plug_ins()]
    return "; ".join([str(LAYOUT), __version__, *sorted(added)])
