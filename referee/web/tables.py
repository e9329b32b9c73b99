"""The games in use, each with the views of its visitors."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from threading import Lock, RLock
from time import monotonic
from typing import Any, Final, NamedTuple

from referee.judging.replay import ReplayedLog
from referee.store import Appended, Entry, RecordBook
from referee.store.live import LiveGame
from referee.store.naming import free_name
from referee.store.opening import Location, open_book
from referee.store.reveals import Reveals
from referee.visibility import Sight, Viewer

SHOWDOWN_DELAY: Final = 8.0
"""Seconds between a winning meld and the moment when every phone shows the hands."""

Clock = Callable[[], float]

Waits = MutableMapping[str, tuple[int, float]]
"""The line that won the last hand of each game, and the time when its hands open."""


class ShowdownDelay:
    """Hides the hands of one table a little longer, so that a mistaken tap shows no hand.

    The scribe may say *not yet*, and open the hands once the table has confirmed the win; the book
    stores that (``referee.store.reveals``). A line that closes the hand, or the next hand, opens
    them in any case. A restarted server counts the seconds from its first look at the win.

    ``lines`` are the lines of the game, which grow. ``waits`` outlives the table, which a server
    may drop from memory.
    """

    def __init__(
        self,
        game: str,
        lines: Sequence[dict[str, Any]],
        reveals: Reveals,
        waits: Waits,
        clock: Clock,
    ) -> None:
        self._game = game
        self._lines = lines
        self._reveals = reveals
        self._waits = waits
        self._clock = clock

    def opens(self, won_by: int) -> bool:
        """Return whether the hand that was won by this line may be seen."""
        over = self._is_waited(won_by)
        decision = self._reveals.of(self._game)
        if decision is None:
            return over
        return decision.opens(won_by) or (over and not decision.closes(self._lines))

    def is_kept_closed(self, won_by: int) -> bool:
        """Return whether the scribe has said *not yet*."""
        self._is_waited(won_by)
        decision = self._reveals.of(self._game)
        return decision is not None and decision.closes(self._lines)

    def keep_closed(self) -> None:
        """Keep the hand closed."""
        self._reveals.close(self._game, len(self._lines))

    def open(self) -> None:
        """Open the hand to everyone."""
        self._reveals.open(self._game, len(self._lines))

    def _is_waited(self, won_by: int) -> bool:
        """Return whether the delay is over, which begins with the first look at a win."""
        known, until = self._waits.get(self._game, (0, 0.0))
        if known != won_by:
            # an earlier win was taken back
            until = self._clock() + SHOWDOWN_DELAY
            self._waits[self._game] = won_by, until
        return self._clock() >= until


KEPT_OPEN: Final = 64  # the most games in memory; others are read from the book on demand


class StandingAfter(NamedTuple):
    """The standings after this many lines of a replay, and their unit."""

    replay: ReplayedLog
    lines: int
    sums: Mapping[str, str]
    unit: str


class ServedTable:
    """One game of the book and the views of its visitors. Hold ``lock`` while using it."""

    def __init__(
        self, book: RecordBook, name: str, reveals: Reveals, waits: Waits, clock: Clock
    ) -> None:
        self.lock = RLock()
        self.name = name
        self._book = book
        self.game = LiveGame(book, name)
        self.showdown = ShowdownDelay(name, self.game.lines, reveals, waits, clock)
        self.standings: dict[Viewer, StandingAfter] = {}
        self._sights: dict[Viewer, Sight] = {}

    @property
    def head(self) -> str:
        """The game's head in the record book, in its paper form."""
        return self._book.game(self.name).head.on_paper()

    def as_seen_by(self, viewer: Viewer) -> Sight:
        """Return the game as this viewer may know it now."""
        sight = self._sights.setdefault(viewer, Sight(viewer))
        sight.take(self.game.replay.lines, self.showdown.opens)
        return sight

    def write(self, values: Sequence[object], expects: int | None = None) -> Appended:
        """Store these events (see `LiveGame.write`)."""
        return self.game.write(values, expects)


class Tables:
    """The tables of one record book; thread-safe. ``clock`` returns seconds."""

    def __init__(self, location: Location, clock: Clock = monotonic) -> None:
        self.book = open_book(location)
        self._clock = clock
        self._reveals = Reveals(self.book)
        self._waits: Waits = {}
        self._among_threads = Lock()
        self._beginning = Lock()
        self._open: OrderedDict[str, ServedTable] = OrderedDict()
        self._openings: dict[str, dict[str, Any]] = {}

    def find(self, name: str) -> ServedTable:
        """Return the table of this name, with all events that others have written. Raises
        NoSuchGame."""
        table = self.opened(name)
        with table.lock:
            table.game.catch_up()
        return table

    def opened(self, name: str) -> ServedTable:
        """Return the table of this name as last seen. Raises NoSuchGame."""
        with self._among_threads:
            table = self._open.get(name)
        # loading a long game takes time; do not block the other tables
        if table is None:
            fresh = ServedTable(self.book, name, self._reveals, self._waits, self._clock)
        else:
            fresh = table
        with self._among_threads:
            table = self._open.setdefault(name, fresh)
            if len(self._open) > KEPT_OPEN:
                self._open.popitem(last=False)
            self._open.move_to_end(name)
        return table

    def opening(self, name: str) -> dict[str, Any]:
        """Return the event that opens a game; empty if it cannot be read. Raises NoSuchGame."""
        known = self._openings.get(name)
        if known is None:
            first = next(self.book.read(name, at_most=1), None)
            raw = first.raw() if first is not None else None
            known = self._openings[name] = raw if isinstance(raw, dict) else {}
        return known

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
        """Return the unnamed game that the opening with this id has begun; None if there is
        none."""
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
