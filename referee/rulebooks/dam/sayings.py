"""The events of That Dam Game as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.judging.telling import Telling, card_in_words
from referee.rulebooks.dam.house import HOUSE_RULES

SAYINGS: Final[Mapping[str, str]] = {
    "pass": "{player} does not want the discard.",
    "beg": "{player} begs the discard.",
}
"""What the events say that are this game's own, or are meant otherwise here."""

MORE: Final[Mapping[tuple[str, str], str]] = {
    ("beg", "card"): "It is {card}.",
    ("beg", "drawn"): "With it comes {drawn} from the deck.",
    ("meld", "owner"): "The meld is one of {owner}.",
}
"""What they say besides where they have this field."""

sayings: Final = Telling(SAYINGS, MORE, words={"drawn": card_in_words}, house_rules=HOUSE_RULES)
