"""Faults in a sheet: the place, the text found there, and the text expected instead."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from referee.wording.language import Word, _
from referee.wording.phrases import Phrase, spoken
from referee.wording.sentences import Sentence

LONGEST_QUOTE = 40


class SheetFault(Exception):  # noqa: N818 - it says what is wrong with a sheet
    """One thing in a sheet that cannot be read, told in one sentence for people.

    ``line`` (None for a line by itself) and ``column`` are counted from 1. ``found`` and
    ``expected`` are phrases; ``nearest`` is the nearest form that can be read, if there is one.

    >>> print(SheetFault(5, "«1h»", Word("a card such as 7h"), "Ah"))
    Column 5: found «1h», expected a card such as 7h. Did you mean «Ah»?
    """

    def __init__(
        self,
        column: int,
        found: Phrase,
        expected: Phrase,
        nearest: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(column, found, expected, nearest, line)
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.nearest = nearest

    def __str__(self) -> str:
        where = _("Column {column}") if self.line is None else _("Line {line}, column {column}")
        told = _("{where}: found {found}, expected {expected}.").format(
            where=where.format(line=self.line, column=self.column),
            found=spoken(self.found),
            expected=spoken(self.expected),
        )
        return f"{told} {spoken(self.hint)}" if self.hint else told

    @property
    def hint(self) -> Phrase:
        """The nearest form as a question, or an empty text."""
        return (
            Sentence("Did you mean «{nearest}»?", {"nearest": self.nearest}) if self.nearest else ""
        )


class SheetFaults(Exception):  # noqa: N818 - as above, of a whole sheet
    """Everything in a sheet that cannot be read; ``events`` are those that can, with lines."""

    def __init__(
        self, faults: Iterable[SheetFault], events: Iterable[tuple[int, dict[str, Any]]] = ()
    ) -> None:
        self.faults = tuple(faults)
        self.events = tuple(events)
        super().__init__(self.faults, self.events)

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


def shown(text: str) -> str:
    """Return what was found, printable and cut to 40 characters.

    >>> shown("7x"), shown("")
    ('«7x»', 'the end of the line')
    """
    if not text:
        return Word("the end of the line")
    cut = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    printable = (
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in cut
    )
    return f"«{''.join(printable)}»"


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word that is written most like this one.

    >>> nearest("daal", ["deal", "draw"]), nearest("zzz", ["deal", "draw"])
    ('deal', None)
    """
    by_letters = {known.casefold(): known for known in words}
    found = get_close_matches(word[:LONGEST_QUOTE].casefold(), by_letters, n=1)
    return by_letters[found[0]] if found else None
