"""The rules of That Dam Game, section by section in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from referee.judging.rulebook import Rule
from referee.rulebooks.common.rules import cards as shared_cards
from referee.rulebooks.common.rules import record, rules_of, scores, seating, turns
from referee.rulebooks.dam.rules import cards, contracts, melding, taking

RULES: Final[tuple[Rule, ...]] = rules_of(
    "tests/cases/dam",
    record.shelf,
    seating.shelf,
    turns.shelf,
    taking.shelf,
    melding.shelf,
    contracts.shelf,
    shared_cards.shelf,
    cards.shelf,
    scores.shelf,
)
