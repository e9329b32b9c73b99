"""Opening a record book of the right kind for its location."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from referee.store import links
from referee.store.errors import BookError
from referee.store.links import Links, SQLiteLinks
from referee.store.location import default_location, is_on_a_server, make_folder
from referee.store.record import RecordBook
from referee.store.sqlite_book import SQLiteBook
from referee.wording.language import Word

if TYPE_CHECKING:
    from referee.store.postgres_news import PostgresNews

Location = str | Path  # a file, or the address of a server (``postgresql://...``)


def open_book(
    location: Location | None = None, *, create: bool = True, writable: bool = True
) -> RecordBook:
    """Open the book at a location, by default the user's. With ``create`` a missing one is created;
    with ``writable`` false nothing is written. Raises BookError."""
    where = default_location() if location is None else location
    if is_on_a_server(where):
        with _psycopg_wanted():
            from referee.store.postgres_book import PostgresBook

        return PostgresBook(str(where), create=create, writable=writable)
    if create and writable:
        make_folder(where)
    return SQLiteBook(Path(where), create=create, writable=writable)


def open_links(location: Location | None = None, *, writable: bool = True) -> Links:
    """Open the links to the tables of the book at a location. Raises BookError."""
    where = default_location() if location is None else location
    if is_on_a_server(where):
        with _psycopg_wanted():
            from referee.store.postgres import PostgresLinks

        return PostgresLinks(str(where), writable=writable)
    return SQLiteLinks(links.beside(Path(where)), writable=writable)


def back_up(location: Location | None, target: Path) -> int:
    """Copy the book at a location and the links to its tables, while others write; return the
    number of games in the copy. Raises BookError, BookUnwritable if a file would be replaced."""
    where = default_location() if location is None else location
    with open_book(where, writable=False) as book:
        # the links first, so that none of them is for a game that the copy lacks
        links.refuse_present(target)
        _back_up_links(where, target)
        try:
            book.back_up(target)
        except BaseException:
            links.beside(target).unlink(missing_ok=True)
            raise
    with open_book(target, writable=False) as copy:
        return len(copy.names())


def _back_up_links(where: Location, target: Path) -> None:
    if not is_on_a_server(where) and not links.beside(Path(where)).exists():
        return
    with closing(open_links(where, writable=False)) as there:
        rows = there.rows()
    if rows:
        links.write(target, rows)


def open_news(location: Location | None = None) -> PostgresNews | None:
    """Return news of the games of the book at a location; None for a file, which sends none."""
    where = default_location() if location is None else location
    if not is_on_a_server(where):
        return None
    with _psycopg_wanted():
        from referee.store.postgres_news import PostgresNews

    return PostgresNews(str(where))


@contextmanager
def _psycopg_wanted() -> Iterator[None]:
    """Import the modules for a book on a server. Raises BookError if psycopg is missing."""
    try:
        yield
    except ImportError as problem:
        missing = "A record book on a server needs psycopg: pip install 'psycopg[binary]'"
        raise BookError(Word(missing)) from problem
