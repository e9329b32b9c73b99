"""The current language of the referee.

Sentences are written in English in the code, and looked up in the catalogue of the current language
when they are shown. This module reads no files: ``translations`` has the catalogues.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Final, Self

ENGLISH: Final = NullTranslations()
"""The catalogue of English, the language of the sentences: it returns them unchanged."""

_spoken: ContextVar[NullTranslations] = ContextVar("spoken", default=ENGLISH)


class Word(str):
    """Words among the facts of a sentence that are translated."""

    __slots__ = ()


class Plural(str):
    """A text with a singular and a plural, for ``number`` things.

    >>> facts = {"count": 3}
    >>> _(Plural("{count} card", "{count} cards", 3)).format_map(facts)
    '3 cards'
    """

    __slots__ = ("many", "number", "one")

    one: str
    many: str
    number: int

    def __new__(cls, one: str, many: str, number: int) -> Self:
        """Return the English text."""
        text = super().__new__(cls, one if number == 1 else many)
        text.one, text.many, text.number = one, many, number
        return text


@contextmanager
def speaking(catalogue: NullTranslations) -> Iterator[None]:
    """Use this language inside the block."""
    before = _spoken.set(catalogue)
    try:
        yield
    finally:
        _spoken.reset(before)


def speak(catalogue: NullTranslations) -> None:
    """Use this language from now on."""
    _spoken.set(catalogue)


def language() -> str:
    """Return the short name of the current language.

    >>> language()
    'en'
    """
    return _spoken.get().info().get("language", "en")


def _(text: str) -> str:
    """Return the text in the current language.

    >>> _("The hand is over.")
    'The hand is over.'
    """
    if isinstance(text, Plural):
        return _spoken.get().ngettext(text.one, text.many, text.number)
    return _spoken.get().gettext(text) if text else text


def ngettext(one: str, many: str, number: int) -> str:
    """Return the text for this number of things in the current language; it may contain
    ``{number}``.

    >>> ngettext("{number} hand", "{number} hands", 3)
    '3 hands'
    """
    return _spoken.get().ngettext(one, many, number).format(number=number)


def joined(words: Iterable[object], between: str = ", ") -> str:
    """Join several things for a sentence; an empty list gives "none".

    >>> joined([3, 4]), joined([])
    ('3, 4', 'none')
    """
    return between.join(map(str, words)) or _("none")


def listed(words: Sequence[str]) -> str:
    """Join several things in words, with "and" before the last one.

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
    """Mark a text for translation later, when it is shown."""
    return text
