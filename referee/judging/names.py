"""Players' names, and which spellings mean the same player."""

import unicodedata
from functools import lru_cache
from typing import Final

from referee.wording.visible import without_joiners

LONGEST: Final = 160
"""The longest name before Unicode composition, which allows 40 characters."""


def fold(name: str) -> str:
    """Return the normal form of a name, independent of Unicode form, case and invisible characters.

    >>> fold("JOSÉ") == fold("Jose\\u0301"), fold("Ana ") == fold("\\u200bAna")
    (True, True)
    """
    return _folded(name) if len(name) <= LONGEST else name


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a comma-separated text.

    >>> names_in("Ana, Beto,")
    ('Ana', 'Beto')
    """
    return tuple(filter(None, map(str.strip, text.split(","))))


def plainly(text: str) -> str:
    """Return a text without accents and capitals, as in a search box.

    >>> plainly("Última CARTA")
    'ultima carta'
    """
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


@lru_cache(maxsize=4096)
def _folded(name: str) -> str:
    seen = without_joiners(name)
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", seen).casefold())
