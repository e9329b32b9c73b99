"""Full disks, read-only folders, copies: each gives a clear message, and leaves nothing half
done."""

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pytest

from referee.store import BookUnreadable, BookUnwritable, Entry, SQLiteBook, verified
from tests.store.books import GAME, begun, knock, whole, without_guards

NOBODY = 65534
on_posix = pytest.mark.skipif(os.name != "posix", reason="about the permissions of POSIX")


@contextmanager
def as_somebody() -> Iterator[None]:
    """Run without the rights of root, for whom no folder is read-only."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@contextmanager
def disk(folder: Path, size: int) -> Iterator[Path]:
    """Yield a disk of this many bytes."""
    place = folder / "disk"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    try:
        subprocess.run(words, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no disk can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def contents(book: SQLiteBook) -> list[bytes]:
    return [stored.content for stored in book.read("friday")]


def long_note(number: int) -> Entry:
    return Entry.of({"type": "note", "note": "x" * 900, "id": f"n{number}"})


def written_until_it_fails(book: SQLiteBook) -> tuple[list[Entry], Entry, str]:
    """Return the acknowledged events, the refused event, and the message."""
    acknowledged: list[Entry] = []
    for number in count():
        entry = long_note(number)
        try:
            book.append("friday", [entry])
        except BookUnwritable as problem:
            return acknowledged, entry, str(problem)
        acknowledged.append(entry)
    raise AssertionError


def test_a_full_disk_is_said_and_the_book_goes_on_once_there_is_room(folder: Path) -> None:
    with disk(folder, 512 * 1024) as place:
        ballast = place / "ballast"
        ballast.write_bytes(bytes(128 * 1024))
        with begun(place / "book.db", 1) as book:
            acknowledged, refused, said = written_until_it_fails(book)
            assert said.startswith("The disk is full: nothing was written to the record book")
            assert contents(book) == [one.content for one in [Entry(GAME.content), *acknowledged]]
            with pytest.raises(BookUnwritable):
                book.open_game("saturday", [long_note(number) for number in range(200)])
            assert [kept.name for kept in book.games()] == ["friday"]
            ballast.unlink()
            assert not book.append("friday", [refused]).repeated
            assert book.append("friday", [refused]).repeated
            assert book.damage() == []
            verdict = verified(book, "friday")
            assert (verdict.whole, verdict.events) == (True, len(acknowledged) + 2)


def test_a_backup_to_a_full_disk_leaves_nothing_behind(folder: Path) -> None:
    with begun(folder / "book.db", 2) as book, disk(folder, 64 * 1024) as place:
        book.append("friday", [long_note(number) for number in range(200)])
        with pytest.raises(BookUnwritable, match="The disk is full"):
            book.back_up(place / "copy.db")
        assert not any(place.iterdir())
        assert book.append("friday", [knock(1000)]).last == 203


@on_posix
def test_a_file_that_may_not_grow_is_said_and_the_book_goes_on(tmp_path: Path) -> None:
    """Meet the system's limit on the size of files, which SQLite reports as a disk error."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with begun(tmp_path / "book.db", 1) as book:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
        try:
            acknowledged, refused, said = written_until_it_fails(book)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert said.startswith("The disk refused to write or read the record book")
        assert not book.append("friday", [refused]).repeated
        assert contents(book)[1:] == [one.content for one in [*acknowledged, refused]]
        assert book.damage() == []


@on_posix
def test_a_write_that_was_broken_off_is_not_read_as_if_it_were_whole(folder: Path) -> None:
    """Leave a rollback journal that has to be rolled back, which a reader cannot do here."""
    path = folder / "book.db"
    begun(path, 4).close()
    half = folder / "half"
    half.mkdir()
    with without_guards(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA cache_size = 5")
        connection.execute("BEGIN")
        connection.execute("UPDATE events SET content = zeroblob(100000) WHERE seq > 1")
        for name in ("book.db", "book.db-journal"):
            shutil.copy(folder / name, half)
        connection.execute("ROLLBACK")
    with as_somebody(), pytest.raises((BookUnwritable, BookUnreadable)):
        SQLiteBook(half / "book.db", writable=False)
    with SQLiteBook(half / "book.db") as book:
        assert verified(book, "friday").events == 4


def test_backups_while_others_write_are_whole_and_miss_nothing_acknowledged(
    tmp_path: Path,
) -> None:
    done = Event()
    acknowledged = [4]

    def write() -> None:
        with SQLiteBook(tmp_path / "book.db") as own:
            for number in count(5):
                if done.is_set():
                    return
                own.append("friday", [knock(number)])
                acknowledged[0] = number

    with begun(tmp_path / "book.db", 4) as book:
        writer = Thread(target=write)
        writer.start()
        try:
            for number in range(8):
                while number and acknowledged[0] < 4 + 10 * number:
                    pass
                at_least = acknowledged[0]
                book.back_up(tmp_path / f"{number}.db")
                assert whole(tmp_path / f"{number}.db") >= at_least
        finally:
            done.set()
            writer.join()
        assert verified(book, "friday").events == acknowledged[0]
    assert not [path for path in tmp_path.iterdir() if "unfinished" in path.name]


def test_a_backup_where_no_links_can_be_made_never_replaces_a_file_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Back up to a file system without hard links, such as a memory card."""

    def no_links(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    with begun(tmp_path / "book.db") as book:
        book.back_up(tmp_path / "copy.db")
        book.append("friday", [knock(5)])
        with pytest.raises(BookUnwritable, match="A backup never replaces a file"):
            book.back_up(tmp_path / "copy.db")
    assert whole(tmp_path / "copy.db") == 4


@on_posix
def test_on_a_full_disk_a_book_is_read(folder: Path) -> None:
    with disk(folder, 400_000) as place:
        begun(place / "book.db", 4).close()
        with suppress(OSError):
            (place / "ballast").write_bytes(bytes(400_000))
        assert whole(place / "book.db") == 4
        with pytest.raises(BookUnwritable, match="The disk is full"):
            SQLiteBook(place / "book.db")
