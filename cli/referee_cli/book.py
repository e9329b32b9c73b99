"""The record book in commands: opening it, and reporting its errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from referee.store import BookError, GameUnreadable, RecordBook
from referee.store.errors import UNUSABLE
from referee.store.opening import open_book
from referee_cli.output import Failure, print_json
from referee_cli.statuses import WRONG_USE

CANNOT_BE_READ = 3


class NotDone(Failure):
    """A request that the record book cannot fulfil."""

    exit_code = WRONG_USE


class Unusable(Failure):
    """A record book that cannot be read or written."""

    exit_code = CANNOT_BE_READ


@contextmanager
def failing_on_errors(as_json: bool = False) -> Iterator[None]:
    """End the command with a message on a BookError."""
    try:
        yield
    except BookError as problem:
        if as_json:
            print_json({"error": {"message": str(problem)}})
        kind = Unusable if isinstance(problem, (*UNUSABLE, GameUnreadable)) else NotDone
        raise kind(problem) from problem


@contextmanager
def book_for_new_games(db: str | None, as_json: bool = False, **how: bool) -> Iterator[RecordBook]:
    """Open the record book (see `open_book`), creating it if necessary."""
    with failing_on_errors(as_json), open_book(db, **how) as book:
        yield book


book_for_writing = partial(book_for_new_games, create=False)
"""Opens the record book to write to its games."""

book_for_reading = partial(book_for_new_games, writable=False)  # opens the record book read-only
