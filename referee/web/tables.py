"""The games in use, each with the views of its visitors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from threading import Lock, RLock
from time import monotonic
from typing import Any, Final

from referee.judging.report import Report
from referee.store import Appended, Entry
from referee.store.live import LiveGame
from referee.store.naming import free_name
from referee.store.opening import Location, open_book
from referee.store.reading import opening_of
from referee.store.reveals import Reveals
from referee.visibility import Sight, Viewer

SHOWDOWN_DELAY: Final = 8.0  # seconds from a winning meld until every phone shows the hands
KEPT_OPEN: Final = 64  # the most games in memory; others are read from the book on demand


class ServedTable:
    """One game of the book and the views of its visitors. Hold ``lock`` while using it.

    A hand that is won opens to the others a little later, so that a mistaken tap shows no hand. The
    scribe may say *not yet*, and open the hands once the table has confirmed the win; the book
    stores that (``referee.store.reveals``). A line that closes the hand, or the next hand, opens
    them in any case. A restarted server counts the seconds from its first look at the win.
    """

    def __init__(self, tables: Tables, name: str) -> None:
        self.lock = RLock()
        self.name = name
        self.game = LiveGame(tables.book, name)
        self._tables = tables
        self._standings: dict[Viewer, Report] = {}
        self._sights: dict[Viewer, Sight] = {}

    @property
    def head(self) -> str:
        """The game's head in the record book, in its paper form."""
        return self._tables.book.game(self.name).head.on_paper()

    def as_seen_by(self, viewer: Viewer) -> Sight:
        """Return the game as this viewer may know it now."""
        sight = self._sights.setdefault(viewer, Sight(viewer))
        sight.take(self.game.replay.lines, self._opens)
        return sight

    def standing(self, viewer: Viewer, seconds: float) -> Report | None:
        """Return the standings as this viewer may know them; if the table is in use for so long,
        those of the last call. Raises BookError."""
        if self.lock.acquire(timeout=seconds):
            try:
                self.game.catch_up()
                self._standings[viewer] = self.as_seen_by(viewer).replay.standing()
            finally:
                self.lock.release()
        return self._standings.get(viewer)

    def is_kept_closed(self, won_by: int) -> bool:
        """Return whether the scribe has said *not yet* about the hand that this line won."""
        self._delay_is_over(won_by)
        decision = self._tables.reveals.of(self.name)
        return decision is not None and decision.closes(self.game.lines)

    def open_hands(self, opens: bool) -> None:
        """Open the last hand to everyone, or keep it closed."""
        decide = self._tables.reveals.open if opens else self._tables.reveals.close
        decide(self.name, len(self.game.lines))

    def _opens(self, won_by: int) -> bool:
        """Return whether the hand that was won by this line may be seen."""
        over = self._delay_is_over(won_by)
        decision = self._tables.reveals.of(self.name)
        if decision is None:
            return over
        return decision.opens(won_by) or (over and not decision.closes(self.game.lines))

    def _delay_is_over(self, won_by: int) -> bool:
        """Return whether the delay is over, which begins with the first look at a win."""
        waits, clock = self._tables.waits, self._tables.clock
        known, until = waits.get(self.name, (0, 0.0))
        if known != won_by:
            # an earlier win was taken back
            until = clock() + SHOWDOWN_DELAY
            waits[self.name] = won_by, until
        return clock() >= until


class Tables:
    """The tables of one record book; thread-safe. ``clock`` returns seconds."""

    def __init__(self, location: Location, clock: Callable[[], float] = monotonic) -> None:
        self.book = open_book(location)
        self.clock = clock
        self.reveals = Reveals(self.book)
        self.waits: dict[str, tuple[int, float]] = {}
        """The line that won the last hand of each game, and the time when its hands open."""
        self._beginning = Lock()
        self.opened = lru_cache(KEPT_OPEN)(partial(ServedTable, self))
        """Returns the table of this name as last seen. Raises NoSuchGame."""
        self.opening = cache(partial(opening_of, self.book))
        """Returns the event that opens a game, see `opening_of`."""

    def find(self, name: str) -> ServedTable:
        """Return the table of this name with all events written by now. Raises NoSuchGame."""
        table = self.opened(name)
        with table.lock:
            table.game.catch_up()
        return table

    def begin(
        self, events: Sequence[dict[str, Any]], name: str | None = None
    ) -> tuple[str, Appended]:
        """Open a game with these events, by default under a name made of its date and its players;
        if the id of the opening is repeated, return the same game. Raises GameExists."""
        entries = [Entry.of(event) for event in events]
        if name is not None:
            return name, self.book.open_game(name, entries)
        with self._beginning:
            name = self._opened_by(events[0]) or free_name(_words(events[0]), self.book.names())
            return name, self.book.open_game(name, entries)

    def _opened_by(self, opening: dict[str, Any]) -> str | None:
        """Return the unnamed game that an opening with this id has begun; None if none has."""
        wanted = opening.get("id")
        if wanted is None:
            return None
        stem = free_name(_words(opening), ())
        alike = (name for name in reversed(self.book.names()) if name.startswith(stem))
        return next((name for name in alike if self.opening(name).get("id") == wanted), None)

    def close(self) -> None:
        """Close the book."""
        self.book.close()


def _words(opening: dict[str, Any]) -> list[str]:
    return [*filter(None, [opening.get("date")]), *opening["players"]]
