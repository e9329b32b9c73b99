"""Another program with an older SQLite, whose write-ahead log can lose pages."""

import sqlite3 as system
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.store import BookBusy, SQLiteBook
from referee.store.sqlite import VERSION, has_sound_wal
from tests.store.books import begun, knock, whole

pytestmark = pytest.mark.skipif(
    has_sound_wal(system.sqlite_version) or not has_sound_wal(),
    reason="needs a sound SQLite here, and an older one in Python itself",
)

OLDER = """
import sys
from pathlib import Path
sys.modules["pysqlite3"] = None
from referee.store import BookError, SQLiteBook, sqlite
from tests.store.books import knock
for line in sys.stdin:
    try:
        print(eval(line), flush=True)
    except BookError as problem:
        print(f"{type(problem).__name__}: {problem}", flush=True)
"""


class Older:
    """A process with the older SQLite, in which ``book`` is a book."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", OLDER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=Path(__file__).parent.parent.parent,
        )
        assert self.told("sqlite.VERSION") == system.sqlite_version

    def told(self, expression: str) -> str:
        """Return what an expression says there."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{expression}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def opens(self, path: Path) -> str:
        return self.told(f"(book := SQLiteBook(Path({str(path)!r}))).location")

    def appends(self, number: int, event_id: str) -> str:
        return self.told(f"book.append('friday', [knock({number}, '{event_id}')]).last")

    def asks(self, pragma: str) -> str:
        return self.told(f"book._connection.execute('PRAGMA {pragma}').fetchone()[0]")


@contextmanager
def older_program() -> Iterator[Older]:
    older = Older()
    try:
        yield older
    finally:
        older.process.communicate()


def has_log(path: Path) -> bool:
    """Return whether the file claims to have a write-ahead log."""
    return path.read_bytes()[18:20] == b"\x02\x02"


def test_both_write_the_same_book_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    begun(path, 4).close()
    assert has_log(path)
    with older_program() as older:
        assert older.opens(path) == str(path)
        assert older.asks("journal_mode") == "persist"
        assert older.asks("synchronous") == "2"
        assert older.appends(5, "a") == "5"
        assert not has_log(path)
        older.told("book.close()")
        with SQLiteBook(path) as book:
            assert has_log(path)
            assert book.append("friday", [knock(5, "a")]).repeated
            book.append("friday", [knock(6, "b")])
        older.opens(path)
        assert older.appends(7, "c") == "7"
    assert whole(path, writable=True) == 7


def test_it_refuses_a_book_that_a_newer_program_has_open(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    with older_program() as older, begun(path, 4) as book:
        answer = older.opens(path)
        assert answer.startswith(f"{BookBusy.__name__}: Another program has the record book open.")
        assert f"SQLite {system.sqlite_version}" in answer
        assert VERSION not in answer
        assert book.append("friday", [knock(5)]).last == 5
        book.close()
        assert older.opens(path) == str(path)
        assert older.appends(6, "a") == "6"


def test_it_stops_writing_when_a_newer_program_begins_a_log(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    begun(path, 4).close()
    with older_program() as older:
        older.opens(path)
        with SQLiteBook(path) as book:
            assert has_log(path)
            assert older.appends(5, "a").startswith(BookBusy.__name__)
            assert book.append("friday", [knock(5)]).last == 5
        older.told("book.close()")
        assert older.opens(path) == str(path)
        assert older.appends(6, "a") == "6"
    assert whole(path, writable=True) == 6
