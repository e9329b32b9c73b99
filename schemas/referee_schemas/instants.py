"""Points in time, as a log keeps them."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

from referee.wording.language import Word
from referee_schemas.fields import Leaf, Remembered

_MINUTE = (
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]"
)


_AFTER_MINUTE = (
    r"(?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)"
)


_match_minute = re.compile(_MINUTE).fullmatch


_match_after_minute = re.compile(_AFTER_MINUTE).fullmatch


def _minute(text: str) -> str | None:
    if not _match_minute(text):
        return None
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return None
    return text


def _after_minute(text: str) -> str | None:
    return text if _match_after_minute(text) else None


# the times of a log differ, but share their minutes, and their seconds with the offset
_MINUTES: Final = Remembered(_minute)


_AFTER_MINUTES: Final = Remembered(_after_minute)


_KNOWN_MINUTES: Final = _MINUTES.known


_KNOWN_AFTER_MINUTES: Final = _AFTER_MINUTES.known


_SPLIT: Final = len("2026-05-02T20:00")


class Instant(Leaf[str]):
    """A point in time in ISO 8601 with an offset, kept as it was written.

    >>> Instant().read("2026-05-02T20:00:13-06:00"), Instant().read("2026-02-30T20:00Z")
    ('2026-05-02T20:00:13-06:00', None)
    """

    expected = Word("a time with its offset such as 2026-05-02T20:00:13-06:00")
    definition = "instant"

    def read(self, value: Any) -> str | None:
        """The text of the instant."""
        if type(value) is not str:
            return None
        minute, rest = value[:_SPLIT], value[_SPLIT:]
        if minute in _KNOWN_MINUTES and rest in _KNOWN_AFTER_MINUTES:
            return value
        return value if _MINUTES.read(minute) and _AFTER_MINUTES.read(rest) else None

    def describe(self) -> dict[str, Any]:
        """A string of that form; that the month has the day is not described."""
        return {"type": "string", "pattern": f"^{_MINUTE}{_AFTER_MINUTE}$"}
