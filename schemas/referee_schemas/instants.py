"""Points in time, as a log keeps them."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from referee.wording.language import Word
from referee_schemas.fields import Leaf

_MINUTE = (
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]"
)

_AFTER_MINUTE = (
    r"(?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)"
)


# the times of a log differ, but share their minutes, and their seconds with the offset
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
    """A point in time in ISO 8601 with an offset, kept as it was written.

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
