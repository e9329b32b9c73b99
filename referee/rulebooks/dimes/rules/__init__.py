"""The rules of Dimes, section by section in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from referee.judging.rulebook import Rule
from referee.rulebooks.common.rules import cards as shared_cards
from referee.rulebooks.common.rules import record as shared_record
from referee.rulebooks.common.rules import rules_of, seating
from referee.rulebooks.common.rules import turns as shared_turns
from referee.rulebooks.dimes.rules import (
    cards,
    going_out,
    melding,
    money,
    points,
    record,
    taking,
    turns,
)

RULES: Final[tuple[Rule, ...]] = rules_of(
    "tests/cases/dimes",
    shared_record.shelf,
    record.shelf,
    seating.shelf,
    shared_turns.shelf,
    turns.shelf,
    taking.shelf,
    melding.shelf,
    going_out.shelf,
    shared_cards.shelf,
    cards.shelf,
    points.shelf,
    money.shelf,
)
