"""The record book in a file, tested by the contract."""

from __future__ import annotations

from pathlib import Path

from referee.store import RecordBook, SQLiteBook
from tests.store.contract import RecordBookContract


class TestSQLiteBook(RecordBookContract):
    def open_book(self, folder: Path) -> RecordBook:
        return SQLiteBook(folder / "book.db")

    def opened_again(self, folder: Path, *, writable: bool = True) -> RecordBook:
        return SQLiteBook(folder / "book.db", writable=writable)


class TestSQLiteBookBesideAnother(TestSQLiteBook):
    """The same with a second connection open, as of another program."""

    def open_book(self, folder: Path) -> RecordBook:
        self.other = SQLiteBook(folder / "book.db")
        return SQLiteBook(folder / "book.db")

    def teardown_method(self) -> None:
        self.other.close()
        super().teardown_method()
