"""Amounts of money as people type them: whole numbers of the smallest unit."""

from __future__ import annotations

import re
from typing import Final

from referee.wording.language import Word

WHOLE_UNITS: Final = Word(
    "a whole number of the smallest unit, without point or comma: 1250 for 12.50 (unit=centavos)"
)
PARTED: Final = re.compile(r"[0-9]+(?:[.,'’][0-9]+)+")
"""Digits with points or commas between them."""

_IN_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:[.,'’][0-9]{3})+").fullmatch


def without_thousands(text: str) -> str | None:
    """Return the digits of a whole number whose thousands are marked; None for any other text.

    >>> without_thousands("1,250"), without_thousands("1,250.50"), without_thousands("12.50")
    ('1250', None, None)
    """
    return re.sub(r"\D", "", text) if _IN_THOUSANDS(text) else None
