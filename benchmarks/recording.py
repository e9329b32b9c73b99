"""Events per second that the record book stores and verifies.

    python benchmarks/recording.py [--events 50000] [--folder FOLDER]

Prints durable single appends per second through the book, beside raw SQLite with the same library,
settings and folder (short rounds of both in turn, so that a busy disk slows both; medians), and
their ratio; then events per second for an import in batches and for verify (best of several rounds,
one process).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from referee.store import Entry, SQLiteBook, sqlite, verified

ROUNDS = 5
PAIRS = 20
"""Rounds of single appends, through the book and raw."""
BATCH = 500
SINGLE_OF_ALL = 10
"""One event in this many is written in the rounds of single appends."""

GAME = Entry(b'{"type":"game","game":"desmoche","players":["Ana","Beto"]}')
_INSERT = "INSERT INTO events (game, seq, id, content, salt, hash) VALUES (?, ?, ?, ?, ?, ?)"


def event(number: int) -> dict[str, Any]:
    """Return a draw, like most events, with an id."""
    return {"type": "draw", "player": "Ana", "card": "7h", "id": f"event-{number}"}


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that the work takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


class Raw:
    """The same table in its own file, without the code of the record book."""

    def __init__(self, path: Path) -> None:
        SQLiteBook(path).close()
        self.connection = sqlite.connect(path, writable=True)
        sqlite.make_durable(self.connection)
        for kind, name in self.connection.execute(
            "SELECT type, name FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall():
            self.connection.execute(f"DROP {kind} {name}")
        self.connection.execute("INSERT INTO games VALUES (1, 'friday', '', 1, NULL, 2)")
        self.written = 0

    def append(self, entries: list[Entry]) -> None:
        execute = self.connection.execute
        for entry in entries:
            self.written += 1
            row = (1, self.written, entry.id, entry.content, bytes(16), bytes(32))
            execute("BEGIN IMMEDIATE")
            execute(_INSERT, row)
            execute("COMMIT")

    def close(self) -> None:
        self.connection.close()


def single_appends(folder: Path, events: int) -> tuple[float, float, float]:
    """Return the median rates of the book and of raw SQLite, and the median ratio of neighbouring
    rounds."""
    entries = [Entry.of(event(number)) for number in range(events)]
    book_rates, raw_rates = [], []
    raw = Raw(folder / "raw.db")
    with SQLiteBook(folder / "single.db") as book:
        book.open_game("friday", [GAME])

        def through_the_book(part: list[Entry]) -> None:
            for entry in part:
                book.append("friday", [entry])

        each = max(events // PAIRS, 1)
        for at in range(0, each * PAIRS, each):
            part = entries[at : at + each]
            raw_rates.append(each / seconds(lambda part=part: raw.append(part)))
            book_rates.append(each / seconds(lambda part=part: through_the_book(part)))
    raw.close()
    ratios = [book / raw for book, raw in zip(book_rates, raw_rates, strict=True)]
    return median(book_rates), median(raw_rates), median(ratios)


def imports(folder: Path, events: int) -> tuple[float, float]:
    """Return the best rates of importing and of verifying a game of this many events."""
    lines = [event(number) for number in range(events)]
    taken, checked = [], []
    for number in range(ROUNDS):
        with SQLiteBook(folder / f"import-{number}.db") as book:
            book.open_game("friday", [GAME])

            def write(book: SQLiteBook = book) -> None:
                for at in range(0, events, BATCH):
                    book.append("friday", [Entry.of(line) for line in lines[at : at + BATCH]])

            taken.append(seconds(write))
            checked.append(seconds(lambda book=book: verified(book, "friday")))
            assert verified(book, "friday").events == events + 1
    return events / min(taken), events / min(checked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=50_000)
    parser.add_argument("--folder", type=Path, help="on the disk to be measured")
    asked = parser.parse_args()
    events = max(asked.events, SINGLE_OF_ALL * PAIRS)
    with tempfile.TemporaryDirectory(dir=asked.folder) as place:
        folder = Path(place)
        size = len(json.dumps(event(1), separators=(",", ":")))
        print(
            f"SQLite {sqlite.VERSION}, journal mode {sqlite.journal_mode()}, synchronous FULL, "
            f"events of {size} bytes with ids"
        )
        book_rate, raw_rate, ratio = single_appends(folder, events // SINGLE_OF_ALL)
        print(f"single appends, raw SQLite:  {raw_rate:10,.0f} a second")
        print(f"single appends, the book:    {book_rate:10,.0f} a second")
        print(f"ratio:                       {ratio:10.2f} (asked: 0.60)")
        import_rate, verify_rate = imports(folder, events)
        print(
            f"import in batches of {BATCH}:    {import_rate:10,.0f} events a second (asked: 20,000)"
        )
        print(f"verify:                      {verify_rate:10,.0f} events a second (asked: 80,000)")


if __name__ == "__main__":
    main()
