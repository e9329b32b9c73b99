"""The rules of the phone app's Desmoche, with those that all games of its kind share."""

from __future__ import annotations

from typing import Final

from referee.judging.rulebook import Rule
from referee.rulebooks.common.rules import cards, rules_of, seating
from referee.rulebooks.common.rules import record as of_all_records
from referee.rulebooks.common.rules import turns as of_all_turns
from referee.rulebooks.desmoche_app.rules import cambio, ending, melding, record, turns

RULES: Final[tuple[Rule, ...]] = rules_of(
    "tests/cases/desmoche_app",
    of_all_records.shelf,
    cards.shelf,
    record.shelf,
    seating.shelf,
    cambio.shelf,
    of_all_turns.shelf,
    turns.shelf,
    melding.shelf,
    ending.shelf,
)
