"""News of the games on a PostgreSQL server, which notifies its listeners."""

from collections import Counter
from contextlib import suppress
from threading import Condition, Event, Lock, Thread, Timer
from typing import Final

from referee.store.errors import BookError
from referee.store.postgres import Connection, Connections, Error, connected

Mark = tuple[int, int]
"""The state of the news of a game: the number of times listening has begun, and a counter."""

CHANNEL: Final = "referee"  # the channel that announces the name of each game that was written to

UNTIL_THE_NEXT_TRY: Final = 2.0
"""Seconds between two attempts to listen; pages poll in the meantime."""

BREATH: Final = 1.0  # seconds of silence after which the listener checks whether it is still wanted

AT_MOST_ONCE_IN: Final = 0.05
"""Seconds for which a program collects its news, so that sending does not delay its writes."""

_TELL: Final = """
SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, game)
FROM unnest(%s::text[]) game
"""
"""News need not be on the disk."""


class Teller:
    """Notifies listeners of the games that a program writes to.

    The notification follows the commit: within it the server would let only one writer commit at a
    time. Programs that miss it ask the book.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._among_threads = Lock()
        self._games = set[str]()

    def tell(self, game: str) -> None:
        """Announce soon that this game was written to."""
        with self._among_threads:
            first = not self._games
            self._games.add(game)
        if first:
            timer = Timer(AT_MOST_ONCE_IN, self.send)
            timer.daemon = True
            timer.start()

    def send(self) -> None:
        """Announce all pending games now."""
        with self._among_threads:
            games, self._games = list(self._games), set()
        if games:
            with suppress(BookError), self._connections.one() as connection:
                connection.execute(_TELL, (CHANNEL, games))


class PostgresNews:
    """News of the games of one record book; thread-safe. It listens from the first mark on."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._changed = Condition()
        self._heard = Counter[str]()
        self._listened = 0
        """The number of times listening has begun: between two, news may have been missed."""
        self._listens = False
        self._closed = Event()
        self._listener: Thread | None = None

    def mark(self, game: str) -> Mark | None:
        """Return the state of the news before reading; None while nothing can be heard."""
        with self._changed:
            if self._listener is None:
                self._listener = Thread(target=self._listen, name="news", daemon=True)
                self._listener.start()
            return self._mark(game) if self._listens else None

    def _mark(self, game: str) -> Mark:
        return self._listened, self._heard[game]

    def wait(self, game: str, mark: Mark, seconds: float) -> bool:
        """Wait for news since this mark, and return whether there is any. False after ``seconds``,
        and if listening stops; then ask the book."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._mark(game) != mark or not self._listens, timeout=seconds
            )
            return self._mark(game) != mark

    def close(self) -> None:
        """Stop listening, and wake all who wait."""
        self._closed.set()
        self._is_listening(False)

    def _listen(self) -> None:
        while not self._closed.is_set():
            with suppress(Error), connected(self._address) as connection:
                connection.execute(f"LISTEN {CHANNEL}".encode())
                self._is_listening(True)
                while not self._closed.is_set():
                    self._hear(connection)
            self._is_listening(False)
            self._closed.wait(UNTIL_THE_NEXT_TRY)

    def _hear(self, connection: Connection) -> None:
        for notice in connection.notifies(timeout=BREATH):
            with self._changed:
                self._heard[notice.payload] += 1
                self._changed.notify_all()

    def _is_listening(self, listens: bool) -> None:
        with self._changed:
            self._listens = listens and not self._closed.is_set()
            self._listened += listens
            self._changed.notify_all()
