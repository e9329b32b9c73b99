"""Books of every version can be opened, and other files are left alone."""

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from referee.store import Entry, SQLiteBook, verified
from referee.store import sqlite as library
from referee.store.sqlite import MIGRATIONS, migrate, schema_problems
from tests.cli.running import referee
from tests.store.books import another_program, begun, knock, noted
from tests.store.test_bad_places import disk

GOLDEN = Path(__file__).parent / "golden"
HEADS = {
    "book-v1.db": {
        "clean-evening": "13-N7MMF-F5679-DV24W-C6R0H-Q",
        "viernes-2026": "2-9BT7V-WE06J-MPBR2-DAWVP-X",
    },
    "book-v2.db": {
        "clean-evening": "13-N7MMF-F5679-DV24W-C6R0H-Q",
        "viernes-2026": "2-9BT7V-WE06J-MPBR2-DAWVP-X",
        "viernes-2027": "1-C2MV3-1WD3Y-7A3NT-JYDD9-7",
        "moved": "2-KM24N-HYY3G-MSXPF-0Q8V4-S",
    },
}
"""The heads noted when each file was made, by the version of its tables."""


@pytest.fixture(params=sorted(HEADS))
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a copy of one of the stored files."""
    return Path(shutil.copy(GOLDEN / request.param, tmp_path))


def has_its_heads(book: SQLiteBook, golden: Path) -> None:
    for name, head in HEADS[golden.name].items():
        assert verified(book, name, [noted(head)]).whole
        assert book.game(name).head.on_paper() == head


def listing(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_every_version_has_its_kept_file() -> None:
    # the head of a file of SQLite has the version of its tables
    kept = {path.name: int.from_bytes(path.read_bytes()[60:64]) for path in GOLDEN.iterdir()}
    assert kept == {f"book-v{number}.db": number for number in range(1, len(MIGRATIONS) + 1)}
    assert kept.keys() == HEADS.keys()


def test_a_book_of_every_version_is_brought_up_to_date_and_written_on(golden: Path) -> None:
    with SQLiteBook(golden) as book:
        assert book.damage() == []
        has_its_heads(book, golden)
        book.append("clean-evening", [knock(14)], expects=13)
        again = Entry(b'{"note":"\xc2\xa1Por poco!","id":"n-1","type":"note"}', "n-1")
        assert book.append("clean-evening", [again]).last == 13
        assert verified(book, "clean-evening").events == 14
    with another_program(golden) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_every_command_that_reads_leaves_an_older_book_as_it_is(golden: Path) -> None:
    before = golden.read_bytes()
    for words in (
        ("book", "list"),
        ("book", "show", "clean-evening"),
        ("check", "clean-evening"),
        ("book", "verify"),
        ("book", "doctor"),
        ("standings",),
        ("export", "clean-evening"),
        ("export", "--as", "bundle", "clean-evening", golden.with_name("evidence.zip")),
        ("book", "backup", golden.with_name("copy.db")),
    ):
        assert referee(*words, book=golden).returncode in (0, 1), words
    assert golden.read_bytes() == before
    with SQLiteBook(golden.with_name("copy.db")) as copy:
        assert set(copy.names()) == set(HEADS[golden.name])
        has_its_heads(copy, golden)
        assert copy.append("clean-evening", [knock(14)]).last == 14


@pytest.mark.parametrize("name", sorted(HEADS))
def test_a_book_of_every_version_is_read_on_a_disk_that_may_only_be_read(name: str) -> None:
    with TemporaryDirectory() as folder, disk(Path(folder), 512 * 1024) as place:
        golden = Path(shutil.copy(GOLDEN / name, place))
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        said = referee("book", "verify", book=golden)
        assert said.returncode == 0, said.stderr.decode()
        assert all(head in said.stdout.decode() for head in HEADS[name].values())


def test_a_book_of_an_older_version_has_its_own_guards(golden: Path) -> None:
    with another_program(golden) as connection:
        connection.execute("DROP TRIGGER events_stay")
        connection.execute("CREATE VIEW peek AS SELECT * FROM events")
    with SQLiteBook(golden, writable=False) as book:
        assert book.damage() == [
            "the view peek does not belong there",
            "the trigger events_stay is missing",
        ]


ONE_MORE = """
ALTER TABLE games ADD COLUMN place TEXT;

CREATE TABLE stamps (game INTEGER, seq INTEGER, stamp BLOB) STRICT;

CREATE INDEX games_by_format ON games (format);

"""
"""A migration that a later version might have."""

BREAKS = f"""
{ONE_MORE}
DROP TRIGGER events_stay;

DELETE FROM events;

CREATE TABLE games (a)
"""
"""A migration that fails halfway."""


def migrated(path: Path, step: str) -> None:
    connection = library.connect(path, writable=True)
    try:
        library.make_durable(connection)
        migrate(connection, path, (*MIGRATIONS, step))
        assert schema_problems(connection, (*MIGRATIONS, step)) == []
    finally:
        connection.close()


def test_a_migration_that_fails_leaves_the_book_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    begun(path).close()
    before = listing(tmp_path)
    with pytest.raises(library.Error):
        migrated(path, BREAKS)
    assert listing(tmp_path) == before
    with SQLiteBook(path) as book:
        assert book.damage() == []
