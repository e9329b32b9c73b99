"""Flips single bits of a closed book. A check or a BookError must find each change, unless every
event still reads as before."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.store import BookError, Entry, SQLiteBook, verified
from tests.endurance.starting import Outcome


def make_book(path: Path) -> None:
    """Make two games that fill some pages, with short and long events, with and without ids."""
    rng = random.Random(3)
    with SQLiteBook(path) as book:
        for name in ("friday", "saturday"):
            events: list[dict[str, object]] = [{"type": "game", "players": ["Ana", "Beto"]}]
            for number in range(150):
                event: dict[str, object] = {"type": "note", "note": "x" * rng.choice([5, 40, 200])}
                events.append(event | ({"id": f"e{number}"} if number % 3 else {}))
            events[70]["note"] = "long " * 2500
            book.open_game(name, [Entry.of(event) for event in events])
    for tail in ("-wal", "-shm"):
        Path(f"{path}{tail}").unlink(missing_ok=True)


def read_by(path: Path) -> tuple[str, list[object]]:
    """Return the check that finds damage (empty if none does), and all events."""
    try:
        with SQLiteBook(path, writable=False) as book:
            names = [kept.name for kept in book.games()]
            if not all(verified(book, name).whole for name in names):
                return "verify", []
            if book.damage():
                return "SQLite's check", []
            return "", [stored for name in names for stored in book.read(name)]
    except BookError as problem:
        return f"an error ({type(problem).__name__})", []


def run(count: int, seed: int = 1) -> Iterator[Outcome]:
    """Flip this many bits anywhere in the file, one at a time."""
    rng = random.Random(seed)
    found, problems = Counter[str](), []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        make_book(path)
        whole, events = path.read_bytes(), read_by(path)[1]
        for _ in range(count):
            place, bit = rng.randrange(len(whole)), 1 << rng.randrange(8)
            changed = bytearray(whole)
            changed[place] ^= bit
            path.write_bytes(changed)
            try:
                how, told = read_by(path)
            # any other error is a crash
            except Exception as problem:
                how, told = f"a traceback ({problem!r})", []
            if how.startswith("a traceback") or (not how and told != events):
                problems.append(f"byte {place}, bit {bit}: {how or 'not found'}")
            found[how or "nothing, and nothing had changed"] += 1
    told = ", ".join(f"{times:,} by {how}" for how, times in found.most_common())
    yield Outcome(f"{count:,} flips: found {told}", problems, found)
