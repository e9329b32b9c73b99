"""The rules of That Dam Game, section by section in the order of the rulebook."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.rulebooks.base import Rule
from referee.rulebooks.common.rules import cards as shared_cards
from referee.rulebooks.common.rules import record, scores, seating, turns
from referee.rulebooks.dam.rules import cards, fulfilling, melding, taking

_TOPICS: Final = (record, seating, turns, taking, melding, fulfilling, shared_cards, cards, scores)

RULES: Final[tuple[Rule, ...]] = tuple(
    {
        rule.id: replace(rule, cases="tests/cases/dam")
        for topic in _TOPICS
        for rule in topic.shelf.rules
    }.values()
)
"""A rule of this game stands in the place of a shared one that has the same id."""
