"""How many lists and objects of JSON may stand inside each other."""

from __future__ import annotations

from typing import Final

from referee.wording.phrases import Phrase
from referee.wording.sentences import Sentence
from referee_schemas.unreadable import Unreadable

DEEPEST: Final = 16
"""Lists and objects inside each other."""


def check_depth(value: object, expected: Phrase) -> None:
    """Refuse what holds too many lists and objects inside each other; ``expected`` says in words
    what it is to be. Raises Unreadable."""
    if is_deeper(value, DEEPEST):
        raise too_deep(expected)


def too_deep(expected: Phrase) -> Unreadable:
    """The error of what holds too many lists and objects inside each other."""
    found = Sentence("more than {number} lists and objects inside each other", {"number": DEEPEST})
    return Unreadable(found, expected)


def is_deeper(value: object, levels: int) -> bool:
    """Return whether more than so many lists and objects stand inside each other.

    >>> is_deeper({"meld": ["8h"]}, 2), is_deeper({"melds": [["8h"]]}, 2), is_deeper("8h", 0)
    (False, True, False)
    """
    if not isinstance(value, list | dict):
        return False
    inner = value if isinstance(value, list) else value.values()
    return levels == 0 or any(is_deeper(part, levels - 1) for part in inner)
