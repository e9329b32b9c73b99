"""Players' names: when two spellings mean the same player."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from referee.wording.visible import with_signs_alone

LONGEST: Final = 160
"""As long as the 40 characters of a name can be before Unicode composes them."""


def fold(name: str) -> str:
    """Return what is the same for all spellings of one name, whatever its Unicode form and its
    letters' case, whatever stands in it that people do not see.

    >>> fold("JOSÉ") == fold("Jose\\u0301"), fold("Ana ") == fold("\\u200bAna")
    (True, True)
    """
    return _folded(name) if len(name) <= LONGEST else name


def names_in(text: str) -> tuple[str, ...]:
    """The names in a text, which have commas between them.

    >>> names_in("Ana, Beto,")
    ('Ana', 'Beto')
    """
    return tuple(filter(None, map(str.strip, text.split(","))))


@lru_cache(maxsize=4096)
def _folded(name: str) -> str:
    seen = with_signs_alone(name)
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", seen).casefold())
