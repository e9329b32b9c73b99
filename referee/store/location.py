"""Where the record book lies: where somebody says, else in the user's data folder."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from referee.store.errors import BookUnwritable
from referee.wording.sentences import Sentence

VARIABLE: Final = "REFEREE_DB"
FILE: Final = "record-book.db"
SERVERS: Final = ("postgresql://", "postgres://")
"""How the address of a book on a server begins; everything else is the path of a file."""


def default_place() -> str:
    """What ``REFEREE_DB`` names, or a file in the user's data folder, which may not be there yet.
    Raises BookUnwritable."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    try:
        folder, home = user_data_path("desmoche-referee", appauthor=False), Path.home()
    except (OSError, RuntimeError) as problem:
        # a user without a home
        raise _no_folder("~", str(problem)) from problem
    if folder.is_relative_to(home) and not home.is_dir():
        raise _no_folder(str(folder), os.strerror(errno.ENOENT))
    return str(folder / FILE)


def is_on_a_server(place: str | Path) -> bool:
    """Whether a book lies on a server, and not in a file.

    >>> is_on_a_server("postgresql://club@localhost/book"), is_on_a_server("book.db")
    (True, False)
    """
    return str(place).startswith(SERVERS)


def shown(place: str | Path) -> str:
    """A place as people may read it: without the password of a server.

    >>> shown("postgresql://club:secret@localhost/book")
    'postgresql://club@localhost/book'
    """
    if not is_on_a_server(place):
        return str(place)
    kind, _, rest = str(place).partition("://")
    who, at, where = rest.rpartition("@")
    return f"{kind}://{who.partition(':')[0]}{at}{where}"


def make_folder(place: str | Path) -> None:
    """Make the folder of the user's data where a new book goes there; any other has to be there.
    Raises BookUnwritable."""
    if os.environ.get(VARIABLE) or str(place) != default_place():
        return
    folder = Path(place).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise _no_folder(str(folder), problem.strerror or str(problem)) from problem


def _no_folder(folder: str, problem: str) -> BookUnwritable:
    return BookUnwritable(
        Sentence(
            "There is no folder for the record book, and {folder} cannot be made ({problem}). "
            "Name a file with --db or REFEREE_DB.",
            {"folder": folder, "problem": problem},
        )
    )
