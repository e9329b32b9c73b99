"""Names of games and of a book's own chains, and names that no database accepts."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from itertools import count
from typing import Final

from referee.store.errors import BookError

find_lone_surrogate: Final = re.compile("[\ud800-\udfff]").search
"""Finds lone surrogates, which no database accepts."""
PERSONS: Final = ".persons"  # the chain of the joined names of persons
REVEALS: Final = ".reveals"  # the chain of the hands that stay closed to viewers
OWN_CHAINS: Final = frozenset({PERSONS, REVEALS})
"""The book's own chains. They are stored, sealed and verified like games, but never listed or
counted."""


def is_game(name: str) -> bool:
    """Return whether a chain of this name is a game, and not one of the book's own.

    >>> is_game("friday"), is_game(".persons")
    (True, False)
    """
    return not name.startswith(".")


_fits_a_name = re.compile(r"[^\W_][\w.-]{0,63}").fullmatch


def is_a_name(name: str) -> bool:
    """Return whether a game can have this name: one word that is easily typed.

    >>> is_a_name("2026-11-21-ana-beto"), is_a_name("../friday")
    (True, False)
    """
    return bool(_fits_a_name(name))


def check_name(name: str) -> None:
    """Refuse a name that no game can have. Raises BookError."""
    if not is_a_name(name):
        text = (
            '"{name}" cannot be the name of a game: a name has 1 to 64 letters, digits, '
            "dots, hyphens or underscores, and begins with a letter or digit."
        )
        raise BookError(text, name=name)


def free_name(words: Iterable[str], taken: Collection[str]) -> str:
    """Return a game's name made of these words, with a number if it is taken.

    >>> free_name(["2026-11-21", "José", "Ana"], {"2026-11-21-jose-ana"})
    '2026-11-21-jose-ana-2'
    """
    plain = unicodedata.normalize("NFKD", "-".join(words)).encode("ascii", "ignore")
    name = re.sub(r"[^a-z0-9]+", "-", plain.decode().lower()).strip("-")[:56] or "game"
    names = (f"{name}-{number}" if number > 1 else name for number in count(1))
    return next(name for name in names if name not in taken)
