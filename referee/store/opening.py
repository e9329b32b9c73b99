"""The one place that knows which kind of book lies where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.store.errors import BookError
from referee.store.links import Links, SQLiteLinks, beside
from referee.store.location import default_place, is_on_a_server, make_folder
from referee.store.news import News
from referee.store.record import RecordBook
from referee.store.sqlite_book import SQLiteBook
from referee.wording.language import Word

Place = str | Path
"""A file, or the address of a server (``postgresql://...``)."""


def open_book(
    place: Place | None = None, *, create: bool = True, writable: bool = True
) -> RecordBook:
    """The book at a place, by default the user's. With ``create`` it is laid out where it is
    missing; with ``writable`` false it is left as it is. Raises BookError."""
    where = default_place() if place is None else place
    if is_on_a_server(where):
        with _psycopg_wanted():
            from referee.store.postgres_book import PostgresBook

        return PostgresBook(str(where), create=create, writable=writable)
    if create and writable:
        make_folder(where)
    return SQLiteBook(Path(where), create=create, writable=writable)


def open_links(place: Place | None = None) -> Links:
    """The links to the tables of the book at a place. Raises BookError."""
    where = default_place() if place is None else place
    if is_on_a_server(where):
        with _psycopg_wanted():
            from referee.store.postgres_links import PostgresLinks

        return PostgresLinks(str(where))
    return SQLiteLinks(beside(Path(where)))


def open_news(place: Place | None = None) -> News | None:
    """News of the games of the book at a place; None for a file, which tells nobody."""
    where = default_place() if place is None else place
    if not is_on_a_server(where):
        return None
    with _psycopg_wanted():
        from referee.store.postgres_news import PostgresNews

    return PostgresNews(str(where))


@contextmanager
def _psycopg_wanted() -> Iterator[None]:
    """Import what only a book on a server needs. Raises BookError where it is not installed."""
    try:
        yield
    except ImportError as problem:
        missing = "A record book on a server needs psycopg: pip install 'psycopg[binary]'"
        raise BookError(Word(missing)) from problem
