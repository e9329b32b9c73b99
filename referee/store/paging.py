"""Long lists of games in pages, the newest first."""

from __future__ import annotations

from typing import Final

from referee.store.chain import Kept
from referee.store.record import RecordBook

PAGE: Final = 50
"""Games on one page."""


def span_of_page(count: int, page: int) -> tuple[int, int]:
    """The places of the games on a page, behind the first number and up to the last, where there
    are so many games; page 1 has the newest.

    >>> span_of_page(120, 1), span_of_page(120, 3), span_of_page(120, 4)
    ((70, 120), (0, 20), (0, 0))
    """
    last = max(count - (page - 1) * PAGE, 0)
    return max(last - PAGE, 0), last


def page_of_games(book: RecordBook, page: int) -> tuple[list[Kept], bool]:
    """Return one page of a book's games, newest first, and whether there are older ones. Raises
    BookError."""
    names = book.names()
    first, last = span_of_page(len(names), page)
    return [book.game(name) for name in reversed(names[first:last])], first > 0
