"""Numbers of events and reports: bounded, as the log keeps them."""

import re
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, Final

from referee.wording.language import Word
from referee.wording.sentences import Phrase, Sentence
from referee_schemas.fields import LARGEST, Leaf, Typed


class Whole(Leaf[int]):
    """A whole number within bounds, but not ``true`` or ``5.0``.

    >>> Whole(0, 52).read(52), Whole(0, 52).read(53), Whole(0, 52).read(True)
    (52, None, None)
    """

    def __init__(
        self, least: int, most: int, expected: Phrase = "", definition: str | None = None,
        **options: Any,
    ) -> None:  # fmt: skip
        self.least, self.most, self.definition = least, most, definition
        self.expected = expected or Sentence(
            "a whole number from {least} to {most}", {"least": least, "most": most}
        )
        super().__init__(**options)

    def read(self, value: Any) -> int | None:
        return value if type(value) is int and self.least <= value <= self.most else None

    def describe(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Sum(Leaf[int]):
    """A sum of amounts, of any size; never negative."""

    expected = Word("a whole number that is not negative")
    definition = "sum"

    def read(self, value: Any) -> int | None:
        return value if type(value) is int and value >= 0 else None

    def describe(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0}


_IN_UNITS: Final = Word("a whole number of the smallest unit, without quotes: 1250 for 12.50")
_SCORE: Final = Word("points such as 12 or -3")

Money: Final = partial(Whole, 0, LARGEST, _IN_UNITS, "money")
"""An amount in the table's smallest unit, never negative."""

Points: Final = partial(Whole, -LARGEST, LARGEST, _SCORE, "points")
"""A player's points, which some games count below zero."""

Balance: Final = partial(Typed, (int,), Word("a whole number"), {"type": "integer"}, "balance")
"""The amount that a player is up (positive) or down (negative), in the table's smallest unit."""

EventNumber: Final = partial(Whole, 1, LARGEST, "", "event_number")
"""The position of an event in its log, counted from 1."""

HandNumber: Final = partial(Whole, 0, LARGEST, "", "hand_number")
"""The number of a hand in its log, counted from 1; 0 before the first."""

LineNumber: Final = partial(Whole, 1, LARGEST, "", "line_number")
"""The number of a line in its file, counted from 1."""


_MINUTE = (
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]"
)

_AFTER_MINUTE = (
    r"(?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)"
)


# most times of a log share their minute, and all their offset
@lru_cache(4096)
def _is_minute(text: str) -> bool:
    if not re.fullmatch(_MINUTE, text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


@lru_cache(4096)
def _is_after_minute(text: str) -> bool:
    return re.fullmatch(_AFTER_MINUTE, text) is not None


_SPLIT: Final = len("2026-05-02T20:00")


class Instant(Leaf[str]):
    """A point in time in ISO 8601 with an offset, kept as written.

    >>> Instant().read("2026-05-02T20:00:13-06:00"), Instant().read("2026-02-30T20:00Z")
    ('2026-05-02T20:00:13-06:00', None)
    """

    expected = Word("a time with its offset such as 2026-05-02T20:00:13-06:00")
    definition = "instant"

    def read(self, value: Any) -> str | None:
        if type(value) is not str:
            return None
        return value if _is_minute(value[:_SPLIT]) and _is_after_minute(value[_SPLIT:]) else None

    def describe(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{_MINUTE}{_AFTER_MINUTE}$"}
