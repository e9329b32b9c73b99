"""Another program with an older SQLite, whose write-ahead log can lose pages."""

import sqlite3 as system
import subprocess
import sys
from pathlib import Path

import pytest

from referee.store import SQLiteBook
from referee.store.sqlite import VERSION, has_sound_wal
from tests.store.books import begun, knock, whole

pytestmark = pytest.mark.skipif(
    has_sound_wal(system.sqlite_version) or not has_sound_wal(),
    reason="needs a sound SQLite here, and an older one in Python itself",
)

OLDER = """
import sys
sys.modules["pysqlite3"] = None
from referee_cli.start import start
start()
"""
REFUSED = (
    f"Another program has the record book open. SQLite {system.sqlite_version}, which this one uses"
)


def older(path: Path) -> subprocess.Popen[str]:
    """Start a program with the older SQLite that records Friday's game."""
    return subprocess.Popen(
        [sys.executable, "-c", OLDER, "record", "friday", "--db", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def hears(program: subprocess.Popen[str]) -> str:
    """Let the program record a knock; return what it says."""
    said, _ = program.communicate("Ana.\n")
    return " ".join(said.split())


def has_log(path: Path) -> bool:
    """Return whether the file claims to have a write-ahead log."""
    return path.read_bytes()[18:20] == b"\x02\x02"


def test_both_write_the_same_book_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    begun(path, 4).close()
    assert has_log(path)
    assert "5. Ana knocks." in hears(older(path))
    assert not has_log(path)
    with SQLiteBook(path) as book:
        assert has_log(path)
        book.append("friday", [knock(6)])
    assert "7. Ana knocks." in hears(older(path))
    assert whole(path, writable=True) == 7


def test_it_refuses_a_book_that_a_newer_program_has_open(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    with begun(path, 4) as book:
        said = hears(older(path))
        assert REFUSED in said
        assert VERSION not in said
        assert book.append("friday", [knock(5)]).last == 5
    assert "6. Ana knocks." in hears(older(path))


def test_it_stops_writing_when_a_newer_program_begins_a_log(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    begun(path, 4).close()
    program = older(path)
    assert program.stdout is not None
    assert program.stdout.readline() == "friday\n"
    with SQLiteBook(path) as book:
        assert has_log(path)
        assert REFUSED in hears(program)
        assert book.append("friday", [knock(5)]).last == 5
    assert "6. Ana knocks." in hears(older(path))
    assert whole(path, writable=True) == 6
