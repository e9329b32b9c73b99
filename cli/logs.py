"""Where a command's log comes from: a file, standard input, or a game in the record book."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.wording.language import Word
from referee.wording.sentences import Sentence
from schemas.log_so_far import LogSoFar
from schemas.reading import A_LOG, Unreadable, read_log

STANDARD_INPUT = "-"

Event = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])


def db_option(command: F) -> F:
    """The option ``--db``."""
    return click.option(
        "--db",
        metavar="PLACE",
        help="The record book: a file, or postgresql://... on a server (else REFEREE_DB, else a "
        "file in your data folder).",
    )(command)


def read(source: str, db: str | None = None) -> list[Event]:
    """All events of one log; ``-`` is standard input. What is no file is looked for in the record
    book. Raises Unreadable."""
    if source == STANDARD_INPUT and sys.stdin is not None:
        return list(read_log(sys.stdin.buffer))
    if source in ("", STANDARD_INPUT):
        raise Unreadable(
            Word("nothing"),
            Word("the file of a log, or a log on standard input"),
            remedy=Word("Name a log."),
        )
    if Path(source).is_dir():
        remedy = Sentence("For a whole folder use: referee audit {folder}", {"folder": source})
        raise Unreadable(Word("a folder"), A_LOG, file=source, remedy=remedy)
    if "\0" in source or Path(source).exists():
        return _bundled(source) if source.endswith(".zip") else list(read_log(source))
    return _stored(source, db)


def _bundled(source: str) -> list[Event]:
    # what writes pages is loaded only for bundles
    from referee.bundle import open_bundle
    from referee.store import BookUnreadable

    expected = Word("an evidence bundle as it was packed")
    try:
        bundle = open_bundle(source)
    except BookUnreadable as problem:
        found = Word("something else")
        raise Unreadable(found, expected, file=source, remedy=problem.phrase) from problem
    verdict = bundle.verdict()
    if not verdict.whole:
        remedy = Word("What does not fit is told by: referee verify")
        raise Unreadable(Word("one that was changed"), expected, file=source, remedy=remedy)
    return bundle.events()


def _stored(name: str, db: str | None) -> list[Event]:
    # SQLite is loaded only where no file answers to the name
    from referee.store import BookError, GameUnreadable
    from referee.store.appending import is_a_name
    from referee.store.opening import open_book
    from referee.store.reading import events_of

    if not is_a_name(name):
        return list(read_log(name))
    so_far = LogSoFar(ids=False)
    try:
        with open_book(db, writable=False) as book:
            return list(events_of(book, book.game(name), so_far))
    except GameUnreadable as problem:
        raise Unreadable(
            Word("a damaged game, or one that is not known here"),
            A_LOG,
            remedy=problem.phrase,
            file=name,
        ) from problem
    except BookError as problem:
        raise Unreadable(
            Word("no such file, and no such game in the record book"),
            Word("the file of a log, or the name of a game"),
            remedy=problem.phrase,
            file=name,
        ) from problem
