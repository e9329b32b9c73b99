"""Files that commands write for people: whole or not at all, and never over the record book."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from referee.store import BookError
from referee.store.location import default_place, is_on_a_server
from referee.wording.sentences import Sentence
from referee_cli.logs import STANDARD_INPUT
from referee_cli.output import WrongUse

OF_A_BOOK = ("", "-wal", "-shm", "-journal", "-lock", "-links", "-season")
"""How the names of the files of a record book end."""


def write_out(text: str | bytes, out: str, force: bool, db: str | None) -> None:
    """Write a text, or bytes, to a file, or to standard output. Raises WrongUse where something
    lies there, unless it may be replaced, and where it is the record book."""
    content = text.encode() if isinstance(text, str) else text
    if out == STANDARD_INPUT:
        sys.stdout.buffer.write(content)
        return
    path = Path(out)
    if force:
        _refuse_the_book(path, db)
    try:
        if force and (path.is_file() or not path.exists()):
            _replace(path.resolve(), content)
        else:
            # what is no file, such as a pipe, cannot be replaced
            with path.open("wb" if force else "xb") as file:
                file.write(content)
    except FileExistsError:
        there = "{file} is there already. Replace it with --force."
        raise WrongUse(Sentence(there, {"file": out})) from None
    except OSError as problem:
        refused = "{file} cannot be written: {problem}."
        raise WrongUse(Sentence(refused, {"file": out, "problem": problem.strerror})) from problem


def _replace(path: Path, content: bytes) -> None:
    unfinished = path.with_name(f".{path.name}-unfinished-{os.getpid()}")
    try:
        with unfinished.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            unfinished.chmod(path.stat().st_mode & 0o777)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _refuse_the_book(path: Path, db: str | None) -> None:
    try:
        place = db or default_place()
    except BookError:
        return
    if is_on_a_server(place):
        return
    book = Path(place).resolve()
    if path.resolve() in {book.with_name(book.name + end) for end in OF_A_BOOK}:
        text = "{file} belongs to the record book, which is never replaced. Name another file."
        raise WrongUse(Sentence(text, {"file": path}))
