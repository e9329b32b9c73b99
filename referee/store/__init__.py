"""The record book: games kept event by event, so that nobody can change them in silence.

A `RecordBook` (``record``) keeps them in tables: `SQLiteBook` in one file, `PostgresBook` on a
server. ``appending`` decides what an append does, ``chain`` links events and proves them,
``schema`` has the tables, ``live`` is a game while it is recorded, ``persons`` says whose names are
one person's.

The book knows events, not rules; only ``live`` judges and reads the score sheet. Another kind
of book goes here and passes the contract.
"""

from referee.store.chain import Appended, Head, Kept, Opening, Verdict
from referee.store.entries import Entry, Stored
from referee.store.errors import (
    BookBusy,
    BookError,
    BookForeign,
    BookMissing,
    BookNewer,
    BookUnreachable,
    BookUnreadable,
    BookUnwritable,
    Conflict,
    GameExists,
    GameUnreadable,
    IdTaken,
    NoSuchGame,
)
from referee.store.record import RecordBook, verified
from referee.store.sqlite_book import SQLiteBook

__all__ = [
    "Appended",
    "BookBusy",
    "BookError",
    "BookForeign",
    "BookMissing",
    "BookNewer",
    "BookUnreachable",
    "BookUnreadable",
    "BookUnwritable",
    "Conflict",
    "Entry",
    "GameExists",
    "GameUnreadable",
    "Head",
    "IdTaken",
    "Kept",
    "NoSuchGame",
    "Opening",
    "RecordBook",
    "SQLiteBook",
    "Stored",
    "Verdict",
    "verified",
]
