"""Small record books for the tests, and other programs that open their files."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

from referee.store import Entry, Head, SQLiteBook, verified
from referee.store.chain import NotedHead
from referee.store.sqlite import sqlite3

GAME = Entry(b'{"type":"game","game":"desmoche","players":["Ana","Beto"]}')


def knock(number: int, event_id: str | None = None) -> Entry:
    """Return a small event that differs from others by its number."""
    event = {"type": "pass", "player": "Ana", "x_number": number}
    return Entry.of(event | ({"id": event_id} if event_id else {}))


def noted(head: Head | str) -> NotedHead:
    """Return a head as it was noted elsewhere."""
    found = NotedHead.read(head if isinstance(head, str) else head.on_paper())
    assert found is not None
    return found


def all_at_once(act: Callable[[int], object], many: int) -> None:
    """Run an act in many threads, which begin together, each with its number."""
    start = Barrier(many)

    def begin(number: int) -> None:
        start.wait()
        act(number)

    with ThreadPoolExecutor(many) as threads:
        list(threads.map(begin, range(many)))


def statements(name: str) -> dict[str, str]:
    """Return the statements in a file of SQL, each by the comment above it."""
    text = (Path(__file__).parent / f"{name}.sql").read_text("utf-8")
    parts = (part.partition("\n") for part in text.removeprefix("-- ").split("\n-- "))
    return {title: statement.strip() for title, _, statement in parts}


def begun(path: Path, events: int = 4, *names: str) -> SQLiteBook:
    """Return a book with these games of this many events; from the second event on their ids are
    e2, e3..."""
    book = SQLiteBook(path)
    for name in names or ("friday",):
        book.open_game(name, [GAME])
        if events > 1:
            book.append(name, [knock(number, f"e{number}") for number in range(2, events + 1)])
    return book


def whole(path: Path, *, writable: bool = False) -> int:
    """Return the number of events of Friday's game in a book, which is undamaged."""
    with SQLiteBook(path, writable=writable) as book:
        assert book.damage() == []
        verdict = verified(book, "friday")
        assert verdict.whole, verdict.problem
        return verdict.events


@contextmanager
def another_program(path: Path) -> Iterator[Any]:
    """Yield a connection without the referee, with SQLite's default settings."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def without_guards(path: Path) -> Iterator[Any]:
    """Open the book without its triggers in the block, as a user of SQLite can."""
    with another_program(path) as connection:
        triggers = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, text in triggers:
            connection.execute(text)


def rows(connection: Any) -> list[tuple[object, ...]]:
    """Return all rows of both tables."""
    return [
        *connection.execute("SELECT * FROM games ORDER BY game").fetchall(),
        *connection.execute("SELECT * FROM events ORDER BY game, seq").fetchall(),
    ]
