"""The events of Dimes as sentences."""

from __future__ import annotations

from typing import Final

from referee.judging.telling import Telling
from referee.rulebooks.dimes.house import HOUSE_RULES

sayings: Final = Telling({"win": '{player} says "I am out".'}, house_rules=HOUSE_RULES)
