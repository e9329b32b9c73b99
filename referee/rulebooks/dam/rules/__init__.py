"""The rules of That Dam Game, section by section in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from referee.rulebooks.base import Rule
from referee.rulebooks.common.rules import cards, record, scores, seating, turns
from referee.rulebooks.dam.rules import fulfilling, melding, taking

RULES: Final[tuple[Rule, ...]] = tuple(
    rule
    for topic in (record, seating, turns, taking, melding, fulfilling, cards, scores)
    for rule in topic.shelf.rules
)
