"""Output files: written completely or not at all, and never over a record book.

Every command that writes a file uses this module, except for the tables of an audit and a backup,
which other libraries write; neither replaces a file that it did not make.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.store import BookError
from referee.store.location import default_location, is_on_a_server
from referee.store.sqlite import APPLICATION_ID, give_name
from referee.wording.language import _
from referee.wording.visible import visible
from referee_cli.logs import STANDARD_INPUT
from referee_cli.options import chosen_book, may_replace
from referee_cli.output import WrongUse, says_yes

BESIDE_A_BOOK: Final = ("-wal", "-shm", "-journal", "-lock", "-links", "-season")
"""The suffixes of the files beside a record book."""

A_DATABASE: Final = b"SQLite format 3\0"
MARK: Final = slice(68, 72)  # the bytes of a SQLite file that hold its application id


def write_out(text: str | bytes, out: str) -> None:
    """Write text or bytes to a file, or to standard output. An existing file is replaced with
    ``--force``, or if the user at the terminal agrees. Raises WrongUse if it may not be replaced or
    belongs to a record book."""
    content = text.encode() if isinstance(text, str) else text
    if out == STANDARD_INPUT:
        sys.stdout.buffer.write(content)
        return
    path = Path(out)
    _refuse_a_book(path)
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            # a pipe or a device is written to, not replaced
            path.write_bytes(content)
            return
        try:
            write_whole(path, content, replace=may_replace())
        except FileExistsError:
            if not _is_agreed(path):
                there = "{file} is there already. Replace it with --force."
                raise WrongUse(there, file=out) from None
            write_whole(path, content, replace=True)
    except OSError as problem:
        refused = "{file} cannot be written: {problem}."
        raise WrongUse(refused, file=out, problem=problem.strerror) from problem


def write_whole(path: Path, content: bytes, *, replace: bool) -> None:
    """Write a file completely or not at all. Raises OSError, FileExistsError if a file exists that
    may not be replaced."""
    target = path.resolve()
    if not replace and target.exists():
        raise FileExistsError
    unfinished = target.with_name(f".{target.name}-unfinished-{os.getpid()}")
    try:
        with unfinished.open("xb") as file:
            file.write(content)
            if replace:
                # replace the old file only when the new one is on the disk
                file.flush()
                os.fsync(file.fileno())
        if replace:
            with suppress(FileNotFoundError):
                unfinished.chmod(target.stat().st_mode & 0o777)
            unfinished.replace(target)
        else:
            give_name(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)


def _is_agreed(path: Path) -> bool:
    if not (sys.stdin.isatty() and sys.stderr.isatty()) or path.is_dir():
        return False
    asked = _("{file} is there already. Replace it (yes or no)")
    return says_yes(asked.format(file=visible(str(path))))


def _refuse_a_book(path: Path) -> None:
    """Raise WrongUse if a file is a record book, or one of the files beside it."""
    target = path.resolve()
    ends = (end for end in BESIDE_A_BOOK if target.name.endswith(end))
    books = [target, *(target.with_name(target.name.removesuffix(end)) for end in ends)]
    if any(book == _own_book() or _is_a_book(book) for book in books):
        text = "{file} belongs to a record book, which is never replaced. Name another file."
        raise WrongUse(text, file=path)


def _is_a_book(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            begun = file.read(MARK.stop) if path.is_file() else b""
    except OSError:
        return False
    return begun.startswith(A_DATABASE) and begun[MARK] == APPLICATION_ID.to_bytes(4, "big")


def _own_book() -> Path | None:
    """Return the file of the command's record book, which may be damaged or missing; None on a
    server."""
    try:
        place = chosen_book() or default_location()
    except BookError:
        return None
    return None if is_on_a_server(place) else Path(place).resolve()
