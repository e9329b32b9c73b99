"""The rules of Golf, with those that it shares with other games."""

from __future__ import annotations

from typing import Final

from referee.judging.rulebook import Rule
from referee.rulebooks.common.rules import record as shared_record
from referee.rulebooks.common.rules import rules_of, scores, seating
from referee.rulebooks.golf.rules import cards, knocking, looking, points, record, turns

RULES: Final[tuple[Rule, ...]] = rules_of(
    "tests/cases/golf",
    seating.shelf,
    shared_record.shelf,
    record.shelf,
    looking.shelf,
    turns.shelf,
    knocking.shelf,
    cards.shelf,
    scores.shelf,
    points.shelf,
)
