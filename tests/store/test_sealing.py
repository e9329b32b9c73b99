"""A seal covers the whole book: its head proves what was sealed."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.store import SQLiteBook
from referee.store.chain import NotedHead
from referee.store.record import verify_book
from tests.store.books import begun, knock, statements, without_guards

GAMES = ("friday", "saturday", "sunday")

TAMPERING = statements("sealed")


@pytest.fixture
def sealed(tmp_path: Path) -> tuple[Path, NotedHead]:
    """Return a book of three games that grew after it was sealed, and the head of the seal."""
    with begun(tmp_path / "book.db", 4, *GAMES) as book:
        head = book.seal()
        book.append("sunday", [knock(9)])
        noted = NotedHead.read(head.on_paper())
    assert noted is not None
    return tmp_path / "book.db", noted


def test_a_book_that_went_on_is_whole_as_it_was_sealed(sealed: tuple[Path, NotedHead]) -> None:
    path, noted = sealed
    with SQLiteBook(path) as book:
        assert verify_book(book, [noted]).whole
        assert book.seal().seq == 2
        assert book.seal().seq == 2
        assert verify_book(book, [noted]).whole
        assert b"friday" not in list(book.seals())[1].content


@pytest.mark.parametrize("act", TAMPERING.values(), ids=TAMPERING)
def test_what_a_seal_told_of_is_missed(sealed: tuple[Path, NotedHead], act: str) -> None:
    path, noted = sealed
    with without_guards(path) as connection:
        connection.executescript(act)
    with SQLiteBook(path, writable=False) as book:
        assert not verify_book(book).whole
        assert not verify_book(book, [noted]).whole


def test_seals_that_are_removed_are_missed_by_who_noted_the_head(
    sealed: tuple[Path, NotedHead],
) -> None:
    path, noted = sealed
    with without_guards(path) as connection:
        connection.execute("DELETE FROM seals")
        connection.execute("DELETE FROM events WHERE game = 3")
    with SQLiteBook(path, writable=False) as book:
        assert verify_book(book).whole
        assert not verify_book(book, [noted]).whole
