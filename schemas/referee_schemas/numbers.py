"""Numbers of events and reports: bounded, as the log keeps them."""

import re
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from referee.wording.language import Word
from referee.wording.sentences import Phrase, Sentence
from referee_schemas.fields import LARGEST, Leaf, Typed


class Whole(Leaf[int]):
    """A whole number within bounds, but not ``true`` or ``5.0``.

    >>> Whole(0, 52).read(52), Whole(0, 52).read(53), Whole(0, 52).read(True)
    (52, None, None)
    """

    def __init__(self, least: int, most: int, expected: Phrase = "", **options: Any) -> None:
        self.least = least
        self.most = most
        self.expected = expected or Sentence(
            "a whole number from {least} to {most}", {"least": least, "most": most}
        )
        super().__init__(**options)

    def read(self, value: Any) -> int | None:
        return value if type(value) is int and self.least <= value <= self.most else None

    def describe(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Money(Whole):
    """An amount in the table's smallest unit, never negative."""

    definition = "money"

    def __init__(self, **options: Any) -> None:
        expected = Word("a whole number of the smallest unit, without quotes: 1250 for 12.50")
        super().__init__(0, LARGEST, expected, **options)


class Points(Whole):
    """A player's points, which some games count below zero."""

    definition = "points"

    def __init__(self, **options: Any) -> None:
        super().__init__(-LARGEST, LARGEST, Word("points such as 12 or -3"), **options)


class Sum(Leaf[int]):
    """A sum of amounts, of any size; never negative."""

    expected = Word("a whole number that is not negative")
    definition = "sum"
    described = MappingProxyType({"type": "integer", "minimum": 0})

    def read(self, value: Any) -> int | None:
        return value if type(value) is int and value >= 0 else None


class Balance(Typed[int]):
    """A balance: the amount that a player is up (positive) or down (negative), in the table's
    smallest unit."""

    expected = Word("a whole number")
    definition = "balance"
    types = (int,)
    described = MappingProxyType({"type": "integer"})


class EventNumber(Whole):
    """The position of an event in its log, counted from 1."""

    definition = "event_number"

    def __init__(self, **options: Any) -> None:
        super().__init__(1, LARGEST, "", **options)


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
