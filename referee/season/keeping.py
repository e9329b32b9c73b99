"""The figures of all evenings of a book, cached beside it.

They are derived only from the book: an evening is judged again when its head, or this program, has
changed. The file may be deleted at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import astuple
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import Any, Final, TypeVar

from platformdirs import user_cache_path

from referee.judging.names import fold
from referee.judging.registry import plug_ins
from referee.judging.replay import replayed
from referee.season.evening import KeptEvening, PlayerEvening, evening_of
from referee.store import Kept, RecordBook
from referee.store.errors import GameUnreadable
from referee.store.location import is_on_a_server
from referee.store.reading import events_of
from referee.version import __version__

LAYOUT: Final = 4  # increase this when the stored figures of an evening change

AT_ONCE: Final = 1000  # evenings to judge before their figures are written to disk

_Answer = TypeVar("_Answer")

NamedEvening = tuple[int, str, KeptEvening]  # an evening with its place in the book and its name

_one_at_a_time = Lock()
"""Held while figures are updated, so that concurrent threads judge no evening twice."""


class Figures:
    """The figures of all evenings of a book, as last updated: in a file, else only in memory."""

    def __init__(self, book: RecordBook) -> None:
        self._path = place_of(book)
        self._rows: dict[int, tuple[str, str, KeptEvening | None]] = {}
        """The name, the head and the figures of each evening by its place; None if unreadable."""
        if self._path is not None:
            # a missing or damaged file, or one of another program, has none
            with suppress(OSError, ValueError, AttributeError, KeyError, TypeError):
                written = json.loads(self._path.read_bytes())
                if written.get("made_by") == _myself():
                    rows = written["evenings"].items()
                    self._rows = {int(place): (*row[:2], _read(row[2])) for place, row in rows}

    def keep_up(self, book: RecordBook) -> None:
        """Judge the evenings that are new in the book or have grown. Raises BookError."""
        news = self.news(book)
        for first in range(0, len(news), AT_ONCE):
            self.keep((kept, judged_evening(book, kept)) for kept in news[first : first + AT_ONCE])

    def news(self, book: RecordBook) -> list[Kept]:
        """Return the evenings that are new or have grown; drop those gone. Raises BookError."""
        there = {place: head.hex() for place, head in book.heads().items()}
        known = {place: head for place, (_name, head, _figures) in self._rows.items()}
        self._rows = {place: row for place, row in self._rows.items() if place in there}
        new = [place for place, head in there.items() if known.get(place) != head]
        if not new:
            return []
        span = book.games(min(new) - 1, max(new) - min(new) + 1)
        return [kept for kept in span if known.get(kept.position) != kept.head.hash.hex()]

    def keep(self, judged: Iterable[tuple[Kept, KeptEvening | None]]) -> None:
        """Store the figures of some evenings, all or none; None is an unreadable evening. If no
        file can be written, they stay in memory."""
        for kept, evening in judged:
            self._rows[kept.position] = kept.name, kept.head.hash.hex(), evening
        if self._path is None:
            return
        written = json.dumps({"made_by": _myself(), "evenings": self._rows}, default=astuple)
        with suppress(OSError):
            prefix = f"{self._path.name}-"
            with NamedTemporaryFile(dir=self._path.parent, prefix=prefix, delete=False) as file:
                file.write(written.encode())
            try:
                Path(file.name).replace(self._path)
            finally:
                Path(file.name).unlink(missing_ok=True)

    def evenings(self) -> list[NamedEvening]:
        """Return the readable evenings, in the order of their days."""
        found = [(place, name, row) for place, (name, _, row) in self._rows.items() if row]
        return sorted(found, key=lambda named: (named[2].day, named[0]))

    def unreadable(self) -> int:
        """Return the number of evenings that cannot be read."""
        return sum(figures is None for _name, _head, figures in self._rows.values())

    def nearest_to(self, name: str) -> str | None:
        """Return a name that a player had, or else the most similar one, or None."""
        evenings = self.evenings()
        shown = {fold(player): player for *_, evening in evenings for player in evening.plays}
        if fold(name) in shown:
            return name
        found = get_close_matches(fold(name), shown, n=1)
        return shown[found[0]] if found else None


def ask(book: RecordBook, question: Callable[[Figures], _Answer]) -> _Answer:
    """Return a function's result for the updated figures of a book. Raises BookError."""
    with _one_at_a_time:
        figures = Figures(book)
        figures.keep_up(book)
    return question(figures)


def place_of(book: RecordBook) -> Path | None:
    """Return the file with the figures of a book: beside it, or in the user's cache if the book is
    on a server; None for a book in memory, and without a cache."""
    if is_on_a_server(book.location):
        name = sha256(book.location.encode()).hexdigest()[:16]
        folder = user_cache_path("desmoche-referee", appauthor=False)
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        return folder / f"season-{name}.json"
    path = Path(book.location)
    return path.with_name(f"{path.name}-season") if path.is_file() else None


def judged_evening(book: RecordBook, kept: Kept) -> KeptEvening | None:
    """Return the figures of an evening of a book; None if it cannot be read."""
    try:
        events = list(events_of(book, kept))
    except GameUnreadable:
        return None
    replay = replayed(events)
    return evening_of(replay.opening, kept.opening.opened_at, replay.report())


def _read(figures: list[Any] | None) -> KeptEvening | None:
    if figures is None:
        return None
    *about, plays, house = figures
    values = [*about, {player: PlayerEvening(*play) for player, play in plays.items()}, house]
    return KeptEvening(*values)


def _myself() -> str:
    """Return the version of this program and of its plug-ins, which may change the judgement."""
    added = [
        f"{plug_in.value} {plug_in.dist.version if plug_in.dist else ''}" for plug_in in plug_ins()
    ]
    return "; ".join([str(LAYOUT), __version__, *sorted(added)])
