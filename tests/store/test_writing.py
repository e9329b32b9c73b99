"""Writing to the book: synced, with the lock taken first, one writer after another."""

import re
import subprocess
from pathlib import Path

import pytest

from referee.store import SQLiteBook, verified
from referee.store.sqlite import has_sound_wal, journal_mode, sqlite3
from tests.endurance import faults
from tests.store.books import begun, knock


def test_every_commit_is_synced_fully(tmp_path: Path) -> None:
    with begun(tmp_path / "book.db") as book:
        ask = book._connection.execute
        assert ask("PRAGMA synchronous").fetchone() == (2,)
        assert ask("PRAGMA journal_mode").fetchone()[0].upper() == journal_mode()


@pytest.mark.skipif(not faults.can_trace(), reason="needs strace")
@pytest.mark.skipif(not has_sound_wal(), reason="looks at the write-ahead log")
def test_the_log_is_synced_before_an_append_is_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    SQLiteBook(path).open_game("friday", [knock(1)])
    trace = tmp_path / "trace"
    calls = "trace=write,pwrite64,fsync,fdatasync"
    program = [*faults.WRITER, "rounds", str(path), "w", "1", "1"]
    subprocess.run(
        ["strace", "-y", "-o", str(trace), "-e", calls, *program],
        check=True,
        capture_output=True,
        cwd=faults.ROOT,
    )
    made = re.findall(r"^(\w+)\(\d+<[^>]*?(book\.db-wal|pipe:[^>]*)>", trace.read_text(), re.M)
    acknowledged = next(
        at for at, (call, what) in enumerate(made) if call == "write" and "pipe" in what
    )
    before = [call for call, what in made[:acknowledged] if what == "book.db-wal"]
    assert "pwrite64" in before
    assert before[-1] in ("fsync", "fdatasync")


def test_nobody_writes_between_the_reading_and_the_writing_of_an_append(tmp_path: Path) -> None:
    """Let another program, which ignores the lock, write between reading and writing."""
    refusals = []
    with begun(tmp_path / "book.db", 4) as book:
        other = sqlite3.connect(book.path, isolation_level=None, timeout=0)

        def try_now(statement: str) -> None:
            if "FROM events" in statement and not refusals:
                with pytest.raises(sqlite3.OperationalError) as refusal:
                    other.execute("INSERT INTO games VALUES (2, 'sunday', '', 1, NULL, 2)")
                refusals.append(str(refusal.value))

        book._connection.set_trace_callback(try_now)
        assert book.append("friday", [knock(5)], expects=4).last == 5
        book._connection.set_trace_callback(None)
        other.close()
        assert refusals == ["database is locked"]
        assert verified(book, "friday").events == 5
