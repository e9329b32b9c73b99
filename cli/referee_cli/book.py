"""The record book as the commands use it: which file, which game, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.store import BookError, GameUnreadable, RecordBook
from referee.store.errors import UNUSABLE
from referee.store.opening import open_book
from referee_cli.output import Told, print_json
from referee_cli.statuses import WRONG_USE

CANNOT_BE_READ = 3


class NotDone(Told):
    """Something that the record book was asked for and cannot do, told in a sentence."""

    exit_code = WRONG_USE


class Unusable(Told):
    """The record book itself cannot be read or written, told in a sentence."""

    exit_code = CANNOT_BE_READ


@contextmanager
def told(as_json: bool = False) -> Iterator[None]:
    """End the command with a sentence where the record book cannot do something."""
    try:
        yield
    except BookError as problem:
        if as_json:
            print_json({"error": {"message": str(problem)}})
        kind = Unusable if isinstance(problem, (*UNUSABLE, GameUnreadable)) else NotDone
        raise kind(problem) from problem


@contextmanager
def book_for_new_games(db: str | None, as_json: bool = False) -> Iterator[RecordBook]:
    """The record book, made if there is none yet."""
    with told(as_json), open_book(db) as book:
        yield book


@contextmanager
def book_for_writing(db: str | None, as_json: bool = False) -> Iterator[RecordBook]:
    """The record book, to go on with the games in it."""
    with told(as_json), open_book(db, create=False) as book:
        yield book


@contextmanager
def book_for_reading(db: str | None, as_json: bool = False) -> Iterator[RecordBook]:
    """The record book, which is left as it is."""
    with told(as_json), open_book(db, writable=False) as book:
        yield book
