"""The record book: games stored event by event, so that every change is detected.

A `RecordBook` (``record``) keeps them in tables: `SQLiteBook` in one file, `PostgresBook` on a
server. ``entries`` are events before and after, ``chain`` links and verifies them, ``live`` is a
game while it is recorded, ``persons`` joins the names of one person.

The book knows events, not rules; only ``live`` judges and reads the score sheet. Another kind of
book goes here and must pass the contract tests.
"""

from referee.store.chain import Appended, Head, Kept, Verdict
from referee.store.entries import Entry
from referee.store.errors import (
    BookBusy,
    BookError,
    BookMissing,
    BookUnreadable,
    BookUnwritable,
    Conflict,
    GameExists,
    GameUnreadable,
    IdTaken,
    NoSuchGame,
)
from referee.store.record import RecordBook, verified
from referee.store.sqlite import SQLiteBook

__all__ = [
    "Appended",
    "BookBusy",
    "BookError",
    "BookMissing",
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
    "RecordBook",
    "SQLiteBook",
    "Verdict",
    "verified",
]
