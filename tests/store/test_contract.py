"""Every record book keeps the contract that ships with the package."""

from pathlib import Path

from referee.store import MemoryBook, RecordBook, SQLiteBook
from referee.store.contract import RecordBookContract


class TestMemoryBook(RecordBookContract):
    def open_book(self, folder: Path) -> RecordBook:  # noqa: ARG002
        return MemoryBook()


class TestSQLiteBook(RecordBookContract):
    def open_book(self, folder: Path) -> RecordBook:
        return SQLiteBook(folder / "book.db")


class TestSQLiteBookBesideAnother(RecordBookContract):
    """The same with a second connection open, as another program would have it."""

    def open_book(self, folder: Path) -> RecordBook:
        self.other = SQLiteBook(folder / "book.db")
        return SQLiteBook(folder / "book.db")

    def teardown_method(self) -> None:
        self.other.close()
        super().teardown_method()
