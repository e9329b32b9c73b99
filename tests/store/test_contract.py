"""Every record book keeps the contract that ships with the package, and a bad one does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from referee.store import Appended, Entry, Opening, RecordBook, SQLiteBook, Stored
from tests.store.contract import RecordBookContract
from tests.store.memory import MemoryBook


class TestMemoryBook(RecordBookContract):
    def open_book(self, folder: Path) -> RecordBook:  # noqa: ARG002
        return MemoryBook()

    def opened_again(self, folder: Path, *, writable: bool = True) -> RecordBook:  # noqa: ARG002
        return self.book


class TestSQLiteBook(RecordBookContract):
    def open_book(self, folder: Path) -> RecordBook:
        return SQLiteBook(folder / "book.db")

    def opened_again(self, folder: Path, *, writable: bool = True) -> RecordBook:
        return SQLiteBook(folder / "book.db", writable=writable)


class TestSQLiteBookBesideAnother(TestSQLiteBook):
    """The same with a second connection open, as another program would have it."""

    def open_book(self, folder: Path) -> RecordBook:
        self.other = SQLiteBook(folder / "book.db")
        return SQLiteBook(folder / "book.db")

    def teardown_method(self) -> None:
        self.other.close()
        super().teardown_method()


class LosesTheLast(MemoryBook):
    """Acknowledges an event and forgets it."""

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        answer = super().append(name, entries, expects)
        if not answer.repeated and len(entries) > 2:
            self._games[name].events.pop()
        return answer


class Doubles(MemoryBook):
    """Writes again what it is asked for again."""

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        self._games.get(name) and self._games[name].by_id.clear()
        return super().append(name, entries, expects)


class WritesOver(MemoryBook):
    """Does not look at what a writer expects."""

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:  # noqa: ARG002
        return super().append(name, entries)


class KeepsHalf(MemoryBook):
    """Writes a batch event by event."""

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        for entry in entries[:-1]:
            super().append(name, [entry], expects)
            expects = None
        return super().append(name, entries[-1:], expects)


class ReadsPages(MemoryBook):
    """Reads no further than one page."""

    def read(self, name: str, after: int = 0, at_most: int | None = None) -> Iterator[Stored]:
        return super().read(name, after, min(at_most or 1000, 1000))


class LinksAnew(MemoryBook):
    """Forgets the chain of a game that moves."""

    def adopt(self, opening: Opening, events: Iterable[Stored]) -> int:
        there = self._games[opening.name].head().seq if opening.name in self._games else 0
        new = [Entry(one.content, one.id) for one in events][there:]
        if not there:
            self.open_game(opening.name, new)
        elif new:
            self.append(opening.name, new)
        return len(new)


class ForgetsSeals(MemoryBook):
    """Keeps no seal."""

    def seals(self) -> Iterator[Stored]:
        return iter(())


BAD = [LosesTheLast, Doubles, WritesOver, KeepsHalf, ReadsPages, LinksAnew, ForgetsSeals]


@pytest.mark.parametrize("kind", BAD, ids=lambda kind: kind.__name__)
def test_a_bad_book_is_found_out(kind: type[MemoryBook]) -> None:
    class Contract(RecordBookContract):
        def open_book(self, folder: Path) -> RecordBook:  # noqa: ARG002
            return kind()

        def opened_again(self, folder: Path, *, writable: bool = True) -> RecordBook:  # noqa: ARG002
            return self.book

    assert list(failing(Contract()))


class ForgetsOnReopening(RecordBookContract):
    """A store whose second opening is another book."""

    def open_book(self, folder: Path) -> RecordBook:  # noqa: ARG002
        return MemoryBook()

    def opened_again(self, folder: Path, *, writable: bool = True) -> RecordBook:  # noqa: ARG002
        return MemoryBook()


def test_a_book_that_forgets_on_reopening_is_found_out() -> None:
    assert "test_nothing_is_forgotten_on_reopening" in set(failing(ForgetsOnReopening()))


def failing(contract: RecordBookContract) -> Iterator[str]:
    """The tests of the contract that a store fails."""
    for name in sorted(vars(RecordBookContract)):
        if not name.startswith("test_") or "threads" in name or "programs" in name:
            continue
        contract.setup_method()
        try:
            getattr(contract, name)()
        except Exception:
            yield name
        finally:
            contract.teardown_method()
