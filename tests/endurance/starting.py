"""Helpers that start the programs of this package, and check a book afterwards."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.store import verified
from referee.store.chain import NotedHead
from referee.store.opening import Location, open_book
from tests.endurance.writer import GAME

ROOT = Path(__file__).parent.parent.parent
WRITER = [sys.executable, "-m", "tests.endurance.writer"]


@dataclass(frozen=True)
class Outcome:
    """The result of a program in a line, its problems, and how often everything happened."""

    said: str
    problems: list[str]
    counts: Mapping[str, int] = field(default_factory=dict)


@contextmanager
def place_for_a_book(db: str) -> Iterator[tuple[Location, Callable[[], None]]]:
    """Yield a place for a new book, and a function that cuts the power of its PostgreSQL server."""
    if db == "sqlite":
        with TemporaryDirectory() as folder:
            yield Path(folder) / "book.db", lambda: None
        return
    # needs what only the extra ``checks`` installs
    from tests.store.server import Server

    with Server() as server:

        def cut_power() -> None:
            server.kill()
            server.start()

        yield server.database(), cut_power


def troubles(path: Location, heads: Sequence[str] = (), game: str = GAME) -> list[str]:
    """Return the problems of a book, compared with acknowledged heads; empty if there are none."""
    with open_book(path) as book:
        found = book.damage()
        if not book.games():
            return found
        noted = [one for one in map(NotedHead.read, heads) if one is not None]
        verdict = verified(book, game, noted)
        return found + ([verdict.problem] if verdict.problem else [])


def ids(path: Location, game: str = GAME) -> list[str | None]:
    with open_book(path) as book:
        return [stored.id for stored in book.read(game)] if book.games() else []
