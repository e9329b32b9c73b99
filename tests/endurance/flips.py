"""Flips single bits in the pages of a closed book that contain its events.

The position of each byte of an event is found by parsing SQLite's file format: the cells of the
table's tree, and the overflow pages of long events. Each change must be found by verify, by
SQLite's own check, or by a BookError.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.store import BookError, Entry, SQLiteBook, verified
from referee.store.sqlite import sqlite3
from tests.endurance.starting import Outcome

LEAF, INTERIOR = 0x0A, 0x02
"""The kinds of pages in a tree without row numbers, such as the table of events."""


class Pages:
    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        self.size = self.number(16, 2)

    def number(self, at: int, length: int) -> int:
        return int.from_bytes(self.data[at : at + length], "big")

    def varint(self, at: int) -> tuple[int, int]:
        """Return a SQLite varint of up to nine bytes, and the position after it."""
        value = 0
        for place in range(at, at + 8):
            value = value << 7 | self.data[place] & 0x7F
            if self.data[place] < 0x80:
                return value, place + 1
        return value << 8 | self.data[at + 8], at + 9

    def held_by(self, page: int) -> Iterator[range]:
        """Yield the ranges of the file that the cells of a tree take, from this page down."""
        start = (page - 1) * self.size
        kind, cells = self.data[start], self.number(start + 3, 2)
        assert kind in (LEAF, INTERIOR)
        pointers = start + (12 if kind == INTERIOR else 8)
        yield range(pointers, pointers + 2 * cells)
        for cell in range(cells):
            at = start + self.number(pointers + 2 * cell, 2)
            if kind == INTERIOR:
                yield from self.held_by(self.number(at, 4))
            yield from self.cell(at, 4 if kind == INTERIOR else 0)
        if kind == INTERIOR:
            yield range(start + 8, start + 12)
            yield from self.held_by(self.number(start + 8, 4))

    def cell(self, at: int, child: int) -> Iterator[range]:
        payload, begin = self.varint(at + child)
        most = (self.size - 12) * 64 // 255 - 23
        least = (self.size - 12) * 32 // 255 - 23
        if payload <= most:
            yield range(at, begin + payload)
            return
        local = least + (payload - least) % (self.size - 4)
        local = local if local <= most else least
        yield range(at, begin + local + 4)
        left, page = payload - local, self.number(begin + local, 4)
        while left > 0:
            start = (page - 1) * self.size
            here = min(left, self.size - 4)
            yield range(start, start + 4 + here)
            left, page = left - here, self.number(start, 4)


def places_of_events(path: Path) -> list[int]:
    """Return the positions of the bytes of the stored events in the file."""
    connection = sqlite3.connect(path)
    root = connection.execute(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'events'"
    ).fetchone()[0]
    connection.close()
    return [place for held in Pages(path).held_by(root) for place in held]


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


def found_by(path: Path, heads: dict[str, bytes]) -> str:
    """Return the check that finds a change; empty if none does."""
    try:
        with SQLiteBook(path, writable=False) as book:
            for kept in book.games():
                if not verified(book, kept.name).whole:
                    return "verify"
            if book.damage():
                return "SQLite's check"
            same = {kept.name: kept.head.hash for kept in book.games()} == heads
            return "" if same else "only with a noted head"
    except BookError as problem:
        return f"an error ({type(problem).__name__})"


def run(count: int, *, seed: int = 1, anywhere: bool = False) -> Outcome:
    """Flip this many bits one at a time. With ``anywhere`` in the whole file, where a change need
    not be found, but must not crash the program."""
    rng = random.Random(seed)
    found, problems = Counter[str](), []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        make_book(path)
        with SQLiteBook(path, writable=False) as book:
            heads = {kept.name: kept.head.hash for kept in book.games()}
        for tail in ("-wal", "-shm"):
            Path(f"{path}{tail}").unlink(missing_ok=True)
        whole = path.read_bytes()
        places = list(range(len(whole))) if anywhere else places_of_events(path)
        for place in rng.sample(places, min(count, len(places))):
            bit = 1 << rng.randrange(8)
            changed = bytearray(whole)
            changed[place] ^= bit
            path.write_bytes(changed)
            try:
                how = found_by(path, heads)
            # any other error is a crash
            except Exception as problem:
                how = "a traceback"
                problems.append(f"byte {place}, bit {bit}: {problem!r}")
            found[how or "nothing"] += 1
            if how in ("", "only with a noted head") and not anywhere:
                problems.append(f"byte {place}, bit {bit}: not found")
    told = ", ".join(f"{times:,} by {how}" for how, times in found.most_common())
    return Outcome(f"{count:,} flips: found {told}", problems, found)
