"""The language that the referee speaks.

Every sentence stands in the code in English and is looked up, when it is told, in the catalogue
of the language that is spoken just then. Nothing here reads a file: ``translations`` has the
catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Final, Self

ENGLISH: Final = NullTranslations()
"""The catalogue of the language in which the sentences are written: each stands for itself."""

_spoken: ContextVar[NullTranslations] = ContextVar("spoken", default=ENGLISH)


class Word(str):
    """Words inside the facts of a sentence that are told in the language that is spoken."""

    __slots__ = ()


class Plural(str):
    """A text that reads differently for one thing and for several, told for ``number`` of them.

    >>> facts = {"count": 3}
    >>> _(Plural("{count} card", "{count} cards", 3)).format_map(facts)
    '3 cards'
    """

    __slots__ = ("many", "number", "one")

    one: str
    many: str
    number: int

    def __new__(cls, one: str, many: str, number: int) -> Self:
        """The text as it reads in English."""
        text = super().__new__(cls, one if number == 1 else many)
        text.one, text.many, text.number = one, many, number
        return text


@contextmanager
def speaking(catalogue: NullTranslations) -> Iterator[None]:
    """Tell everything in this language until the end of the block."""
    before = _spoken.set(catalogue)
    try:
        yield
    finally:
        _spoken.reset(before)


def speak(catalogue: NullTranslations) -> None:
    """Tell everything in this language from now on."""
    _spoken.set(catalogue)


def language() -> str:
    """The language that is spoken, by its short name.

    >>> language()
    'en'
    """
    return _spoken.get().info().get("language", "en")


def _(text: str) -> str:
    """The text in the language that is spoken.

    >>> _("The hand is over.")
    'The hand is over.'
    """
    if isinstance(text, Plural):
        return _spoken.get().ngettext(text.one, text.many, text.number)
    return _spoken.get().gettext(text) if text else text


def ngettext(one: str, many: str, number: int) -> str:
    """The text for so many things in the language that is spoken; it may have ``{number}``.

    >>> ngettext("{number} hand", "{number} hands", 3)
    '3 hands'
    """
    return _spoken.get().ngettext(one, many, number).format(number=number)


def joined(words: Iterable[object], between: str = ", ") -> str:
    """Join several things for a sentence; no sentence has an empty place where none is there.

    >>> joined([3, 4]), joined([])
    ('3, 4', 'none')
    """
    return between.join(map(str, words)) or _("none")


def listed(words: Sequence[str]) -> str:
    """Join several things as they are spoken, with "and" before the last one.

    >>> listed(["Ana", "Beto", "Carla"]), listed(["Ana"]), listed([])
    ('Ana, Beto and Carla', 'Ana', 'none')
    """
    if len(words) < 2:
        return joined(words)
    most, last = ", ".join(words[:-1]), words[-1]
    if _SOUNDS_LIKE_I(last):
        return _("{most} and {last_like_i}").format(most=most, last_like_i=last)
    return _("{most} and {last}").format(most=most, last=last)


_SOUNDS_LIKE_I: Final = re.compile("h?[ií](?![aeoáéó])", re.IGNORECASE).match
"""Words before which the Spanish for "and" changes."""


def N_(text: str) -> str:  # noqa: N802 - the name that programs for translators look for
    """Marks a text that is looked up later, when it is told."""
    return text
