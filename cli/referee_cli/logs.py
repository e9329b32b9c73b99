"""The input of commands: a log in a file, on standard input, or in the record book."""

import os
import shlex
import sys
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from referee_schemas.places import Place, located
from referee_schemas.reading import A_LOG, Unreadable, read_log

from referee.judging.corrections import Event
from referee.judging.registry import called
from referee.judging.replay import judge
from referee.judging.report import Report
from referee.wording.language import Word, _
from referee.wording.sentences import Sentence, SpellCard, letters
from referee.wording.visible import visible
from referee_cli.language import messages_language, wanted
from referee_cli.options import chosen_book
from referee_cli.output import say

if TYPE_CHECKING:
    from referee.store import Head
    from referee.store.live import LiveGame


def is_an_address(path: str) -> bool:
    """Return whether a log or a folder of logs is remote.

    >>> is_an_address("s3://club/logs"), is_an_address("logs/friday.jsonl")
    (True, False)
    """
    return "://" in path


def _logs_under(address: str, left_out: list[str]) -> Iterator[str]:
    """Yield the addresses of all logs in a remote folder, in order; for a single log its own. Files
    without a log's suffix are added to ``left_out``. Raises Unreadable."""
    with _failing_on_errors(address):
        from fsspec.core import url_to_fs

        place, root = url_to_fs(address)
        files = [] if place.isfile(root) else sorted(place.find(root))
        addresses = [place.unstrip_protocol(file) for file in files]
    logs = [address for address in addresses if address.lower().endswith(SUFFIXES)]
    left_out += [address for address in addresses if address not in set(logs)]
    yield from logs if files else [address]


@contextmanager
def opened_elsewhere(address: str) -> Iterator[BinaryIO]:
    """Open a remote log for the block. Raises Unreadable."""
    with _failing_on_errors(address):
        import fsspec

        with fsspec.open(address, "rb") as file:
            yield file


@contextmanager
def _failing_on_errors(address: str) -> Iterator[None]:
    try:
        yield
    except Unreadable:
        # the place is fine; the log cannot be read
        raise
    except (ImportError, OSError, ValueError) as problem:
        remedy = Word("Give the address of a log that can be reached.")
        if isinstance(problem, ImportError):
            remedy = Word("Logs at addresses need fsspec: pip install fsspec")
        found = Sentence("a place that cannot be read ({problem})", {"problem": str(problem)})
        raise Unreadable(found, A_LOG, file=address, remedy=remedy) from problem


STANDARD_INPUT = "-"

SUFFIXES = (".jsonl", ".sheet")

LONGEST_BEGINNING: Final = 2**12
"""The number of bytes that are read to tell whether a file is a log."""


def is_a_folder(path: str) -> bool:
    """Return whether this is a folder, or the address of one."""
    return path.endswith("/") if is_an_address(path) else path != "" and Path(path).is_dir()


def logs_in(paths: Iterable[str], left_out: list[str]) -> Iterator[str]:
    """Yield the given logs, and those in the given folders: files with a log's suffix, and others
    that begin like a log; also folders that may not be read. Files that are not logs, except for
    hidden ones, are added to ``left_out``."""
    for path in paths:
        if is_an_address(path):
            yield from _logs_under(path, left_out)
        elif is_a_folder(path):
            locked: list[OSError] = []
            for folder, folders, files in os.walk(path, onerror=locked.append):
                folders.sort()
                for file in (Path(folder, name) for name in sorted(files)):
                    is_called_so = file.suffix.lower() in SUFFIXES
                    if file.is_file() and (is_called_so or _begins_as_a_log(file)):
                        yield str(file)
                    elif not file.name.startswith("."):
                        left_out.append(str(file))
            yield from (problem.filename for problem in locked)
        else:
            yield path


def _begins_as_a_log(file: Path) -> bool:
    """Return whether the first non-blank line opens a log, in either form."""
    if file.name.startswith("."):
        return False
    try:
        with file.open("rb") as opened:
            begun = opened.read(LONGEST_BEGINNING)
    except OSError:
        return False
    text = begun.removeprefix(BOM_UTF8).decode(errors="replace")
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    if first.startswith("{"):
        return '"type"' in first
    return called(first.partition(" ")[0]) is not None


def tell_left_out(files: Iterable[str]) -> None:
    """Name the files of folders that are not logs, on standard error."""
    with messages_language():
        for file in files:
            say(_("Left out, not a log: {file}").format(file=visible(file)), err=True)


def read(source: str, places: list[Place] | None = None, db: str | None = None) -> list[Event]:
    """Return all events of a log; ``-`` is standard input. If there is no such file, the record
    book is searched, by default that of the command. The line of each event is appended to
    ``places``. Raises Unreadable."""
    if source == STANDARD_INPUT and sys.stdin is not None:
        return list(read_log(sys.stdin.buffer, places=places))
    if source in ("", STANDARD_INPUT):
        raise Unreadable(
            Word("nothing"),
            Word("the file of a log, or a log on standard input"),
            remedy=Word("Name a log."),
        )
    if is_an_address(source):
        with opened_elsewhere(source) as file:
            return list(read_log(file, source, places))
    if Path(source).is_dir() and os.access(source, os.R_OK):
        remedy = Sentence("For a whole folder use: referee check {folder}", {"folder": source})
        raise Unreadable(Word("a folder"), A_LOG, file=source, remedy=remedy)
    if "\0" in source or Path(source).exists():
        if source.endswith(".zip"):
            return _bundled(source)
        try:
            return list(read_log(source, places=places))
        except Unreadable as problem:
            # imported lazily: most files are logs
            from referee_schemas.score_tables import is_score_table

            if not is_score_table(source):
                raise
            how = "To import its points: referee book import {file} --game GAME"
            remedy = Sentence(how, {"file": shlex.quote(source)})
            raise Unreadable(Word("a table"), A_LOG, file=source, remedy=remedy) from problem
    return _stored(source, db or chosen_book())


def judged_log(
    source: str, spell: SpellCard = letters, db: str | None = None
) -> tuple[list[Event], Report]:
    """Return the events of a log and their report, with the line of each finding. Raises
    Unreadable."""
    places: list[Place] = []
    events = read(source, places, db)
    return events, located(judge(events, spell=spell), places)


def _bundled(source: str) -> list[Event]:
    # imported lazily: only needed for bundles
    from referee.bundle import open_bundle
    from referee.store import BookUnreadable

    expected = Word("an unchanged evidence bundle")
    try:
        bundle = open_bundle(source)
    except BookUnreadable as problem:
        found = Word("something else")
        raise Unreadable(found, expected, file=source, remedy=problem.phrase) from problem
    verdict = bundle.verdict()
    if not verdict.whole:
        remedy = Sentence("To see what does not fit: referee book verify {file}", {"file": source})
        raise Unreadable(Word("a bundle that was changed"), expected, file=source, remedy=remedy)
    return bundle.events()


def stored_head(name: str, db: str | None = None) -> "Head | None":
    """Return the head of a game of the record book; None if there is no such game."""
    # imported lazily: no file has this name
    from referee.store import BookError
    from referee.store.naming import is_a_name
    from referee.store.opening import open_book

    try:
        with open_book(db or chosen_book(), writable=False) as book:
            return book.game(name).head if is_a_name(name) else None
    except BookError:
        return None


def _stored(name: str, db: str | None) -> list[Event]:
    # imported lazily: no file has this name
    from referee.store import BookError, GameUnreadable, NoSuchGame
    from referee.store.naming import is_a_name
    from referee.store.opening import open_book
    from referee.store.reading import events_of

    if not is_a_name(name):
        return list(read_log(name))
    try:
        with open_book(db, writable=False) as book:
            return list(events_of(book, book.game(name)))
    except GameUnreadable as problem:
        raise Unreadable(
            Word("a damaged game, or one that this program does not know"),
            A_LOG,
            remedy=problem.phrase,
            file=name,
        ) from problem
    except BookError as problem:
        remedy = problem.remedy if isinstance(problem, NoSuchGame) else problem.phrase
        raise Unreadable(
            Word("no file or recorded game with this name"),
            Word("the file of a log, or the name of a game"),
            remedy=remedy,
            plainly=Sentence("No file or recorded game is called {name}.", {"name": name}),
            file=name,
        ) from problem


@contextmanager
def live_game(name: str, lang: str | None = None, **how: bool) -> "Iterator[LiveGame]":
    """Open a game of the record book at its current state; see `open_book`."""
    # imported lazily: files need no record book
    from referee.store.live import LiveGame
    from referee.store.opening import open_book

    with open_book(chosen_book(), **how) as book:
        yield LiveGame(book, name, lang, wanted().language)
