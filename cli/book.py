"""The record book as the commands use it: which file, which game, and what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from cli.output import print_json
from referee.store import BookError, SQLiteBook
from referee.store.errors import UNUSABLE
from referee.store.location import default_path

F = TypeVar("F", bound=Callable[..., Any])

WRONG_USE = 2
CANNOT_BE_READ = 3


def json_option(command: F) -> F:
    """The option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


class NotDone(click.ClickException):
    """Something that the record book could not do, told in a sentence."""

    def __init__(self, problem: BookError) -> None:
        super().__init__(str(problem))
        self.problem = problem

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        """3 where the book itself is the trouble, else 2."""
        return CANNOT_BE_READ if isinstance(self.problem, UNUSABLE) else WRONG_USE


@contextmanager
def told(as_json: bool = False) -> Iterator[None]:
    """End the command with a sentence where the record book cannot do something."""
    try:
        yield
    except BookError as problem:
        if as_json:
            print_json({"error": {"message": str(problem)}})
        raise NotDone(problem) from problem


@contextmanager
def book_for_new_games(db: Path | None, as_json: bool = False) -> Iterator[SQLiteBook]:
    """The record book, laid out where there is none yet."""
    with told(as_json), SQLiteBook(db or default_path()) as book:
        yield book


@contextmanager
def book_for_writing(db: Path | None, as_json: bool = False) -> Iterator[SQLiteBook]:
    """The record book, to go on with the games in it."""
    with told(as_json), SQLiteBook(db or default_path(), create=False) as book:
        yield book


@contextmanager
def book_for_reading(db: Path | None, as_json: bool = False) -> Iterator[SQLiteBook]:
    """The record book, which is left as it is."""
    with told(as_json), SQLiteBook(db or default_path(), writable=False) as book:
        yield book
