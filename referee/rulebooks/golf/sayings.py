"""The events of Golf as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.rulebooks.common.sayings import Telling
from referee.rulebooks.golf.house import HOUSE_RULES

SAYINGS: Final[Mapping[str, str]] = {
    "look": "{player} looks at the two nearest cards.",
    "swap": "{player} swaps the card in at position {position}.",
    "knock": "{player} knocks.",
    "show": "{player} turns up {cards}.",
}
"""What the events say that are Golf's own, or are meant otherwise here."""

MORE: Final[Mapping[tuple[str, str], str]] = {
    ("look", "cards"): "They are {cards}.",
    ("swap", "card"): "Out comes {card}.",
}
"""What they say besides where they have this field."""

OFFENCES: Final[Mapping[str, str]] = {"looked_again": "a card was looked at that lay face down"}

sayings: Final = Telling(SAYINGS, MORE, OFFENCES, house_rules=HOUSE_RULES)
