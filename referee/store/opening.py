"""Opening a record book of the right kind for its location."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from referee.store.errors import BookError, BookUnwritable
from referee.store.links import Links, Row, SQLiteLinks, beside
from referee.store.location import default_location, is_on_a_server, make_folder
from referee.store.record import RecordBook
from referee.store.sqlite import SQLiteBook, is_there_already
from referee.wording.language import Word

if TYPE_CHECKING:
    from referee.store.postgres import PostgresNews

Location = str | Path  # a file, or the address of a server (``postgresql://...``)


@contextmanager
def _found(location: Location | None) -> Iterator[tuple[str, Path | None]]:
    """Yield a location, by default the user's, and its file unless it is on a server. Raises
    BookError if psycopg is missing."""
    # unlike str(), it refuses what is no path
    where = os.fsdecode(default_location() if location is None else location)
    try:
        yield where, None if is_on_a_server(where) else Path(where)
    except ImportError as problem:
        missing = "A record book on a server needs psycopg: pip install 'psycopg[binary]'"
        raise BookError(Word(missing)) from problem


def open_book(
    location: Location | None = None, *, create: bool = True, writable: bool = True
) -> RecordBook:
    """Open the book at a location, by default the user's. With ``create`` a missing one is created;
    with ``writable`` false nothing is written. Raises BookError."""
    with _found(location) as (where, file):
        if file is None:
            from referee.store.postgres import PostgresBook

            return PostgresBook(where, create=create, writable=writable)
        if create and writable:
            make_folder(where)
        return SQLiteBook(file, create=create, writable=writable)


def open_links(location: Location | None = None, *, writable: bool = True) -> Links:
    """Open the links to the tables of the book at a location. Raises BookError."""
    with _found(location) as (where, file):
        if file is None:
            from referee.store.postgres import PostgresLinks

            return PostgresLinks(where, writable=writable)
        return SQLiteLinks(beside(file), writable=writable)


def open_news(location: Location | None = None) -> "PostgresNews | None":
    """Return news of the games of the book at a location; None for a file, which sends none."""
    with _found(location) as (where, file):
        if file is not None:
            return None
        from referee.store.postgres import PostgresNews

        return PostgresNews(where)


def back_up(location: Location | None, target: Path) -> int:
    """Copy the book at a location and the links to its tables, while others write; return the
    number of games in the copy. Raises BookError, BookUnwritable if a file would be replaced."""
    with _found(location) as (where, file), open_book(where, writable=False) as book:
        for path in (target, beside(target)):
            if path.exists():
                raise is_there_already(path)
        if not os.access(target.parent, os.W_OK):
            text = "There is no folder {folder} where you may write the backup. Name another."
            raise BookUnwritable(text, folder=target.parent)
        # the links first, so that none of them is for a game that the copy lacks
        rows: list[Row] = []
        if file is None or beside(file).exists():
            with closing(open_links(where, writable=False)) as links:
                rows = links.rows()
        try:
            if rows:
                with closing(SQLiteLinks(beside(target))) as copied:
                    copied.insert_all(rows)
            book.back_up(target)
        except BaseException:
            beside(target).unlink(missing_ok=True)
            raise
    with open_book(target, writable=False) as copy:
        return len(copy.names())
