"""The error of unreadable input: the text found, and the text expected."""

import json
from typing import Any, Final

from referee.wording.language import Word, _
from referee.wording.sentences import Phrase, Sentence, spoken
from referee.wording.visible import visible

LONGEST_QUOTE = 60
CORRECT_LINE = Word("Correct the line and run again.")


class Unreadable(ValueError):  # noqa: N818 - named after what is wrong, like the other errors
    """An unreadable log or event, with a one-sentence message.

    ``file``, ``line``, ``column`` (of a score sheet) and ``event`` (in input without lines) give
    the position; the last three count from 1. ``field`` is the part of the event, such as
    ``with.cards[0]`` (lists count from 0). Each is None if unknown. ``found``, ``expected`` and
    ``remedy`` (the advice) are phrases, translated when they are read; ``plainly`` is a sentence
    that replaces the first two. ``more`` has the further faults of the log.

    >>> print(Unreadable('"1x"', Word("a card"), field="card", file="a.jsonl", line=7))
    a.jsonl, line 7, field "card": found "1x", expected a card. Correct the line and run again.
    """

    def __init__(
        self,
        found: Phrase,
        expected: Phrase,
        *,
        field: str | None = None,
        remedy: Phrase = CORRECT_LINE,
        plainly: Phrase | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(found, expected)
        self._found = found
        self._expected = expected
        self._remedy = remedy
        self._plainly = plainly
        self.field = field
        self.file = file
        self.line = line
        self.column = column
        self.event: int | None = None
        self.more: tuple[Unreadable, ...] = ()

    @property
    def found(self) -> str:
        """The text found."""
        return spoken(self._found)

    @property
    def expected(self) -> str:
        """The text expected instead."""
        return spoken(self._expected)

    @property
    def remedy(self) -> str:
        """The advice."""
        return spoken(self._remedy)

    def not_written(self) -> None:
        """Advise retyping a line that was just typed, unless there is better advice."""
        if self._remedy is CORRECT_LINE:
            self._remedy = Word("Nothing was written. Write it again.")

    def __str__(self) -> str:
        if self._plainly is not None:
            return f"{spoken(self._plainly)} {self.remedy}"
        places = [
            self.file and visible(spoken(self.file)),
            self.event and _("event {number}").format(number=self.event),
            self.line and _("line {line}").format(line=self.line),
            self.column and _("column {column}").format(column=self.column),
            self.field and _('field "{field}"').format(field=self.field),
        ]
        where = ", ".join(place for place in places if place)
        what = _("found {found}, expected {expected}. {remedy}").format(
            found=self.found, expected=self.expected, remedy=self.remedy
        )
        return (f"{where}: {what}" if where else what[0].upper() + what[1:]).rstrip()

    def to_dict(self) -> dict[str, str | int | None]:
        """Return the parts and the whole sentence (``message``), for JSON."""
        return {
            "file": self.file and spoken(self.file),
            "line": self.line,
            "column": self.column,
            "field": self.field,
            "found": self.found,
            "expected": self.expected,
            "message": str(self),
        }


def quoted(value: Any) -> str:
    """Return a value as JSON, printable and cut to 60 characters.

    >>> quoted("1x"), quoted(None)
    ('"1x"', 'null')
    """
    return shortened(json.dumps(value, ensure_ascii=False, default=repr))


def shortened(text: str) -> str:
    """Return a text, printable and cut to 60 characters.

    >>> len(shortened("1" * 5000))
    60
    """
    shown = visible(text[: LONGEST_QUOTE + 1])
    return shown if len(shown) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 1] + "…"


DEEPEST: Final = 16  # the deepest nesting of lists and objects


def check_depth(value: object, expected: Phrase) -> None:
    """Raise Unreadable if a value, in words ``expected``, is nested too deeply."""
    if is_deeper(value, DEEPEST):
        raise too_deep(expected)


def too_deep(expected: Phrase) -> Unreadable:
    """Return the error for a value that is nested too deeply."""
    found = Sentence("more than {number} lists and objects inside each other", {"number": DEEPEST})
    return Unreadable(found, expected)


def is_deeper(value: object, levels: int) -> bool:
    """Return whether lists and objects are nested more than this many levels deep.

    >>> is_deeper({"meld": ["8h"]}, 2), is_deeper({"melds": [["8h"]]}, 2), is_deeper("8h", 0)
    (False, True, False)
    """
    if not isinstance(value, list | tuple | dict):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(is_deeper(part, levels - 1) for part in inner)
