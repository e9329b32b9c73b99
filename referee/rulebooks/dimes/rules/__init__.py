"""The rules of Dimes, section by section in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from referee.rulebooks.base import Rule
from referee.rulebooks.common.rules import cards as shared_cards
from referee.rulebooks.common.rules import record as shared_record
from referee.rulebooks.common.rules import scores as shared_scores
from referee.rulebooks.common.rules import seating
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

_SHELVES: Final = (
    record,
    shared_record,
    seating,
    turns,
    shared_turns,
    taking,
    melding,
    going_out,
    cards,
    shared_cards,
    points,
    shared_scores,
    money,
)

RULES: Final[tuple[Rule, ...]] = tuple(
    {rule.id: rule for topic in reversed(_SHELVES) for rule in reversed(topic.shelf.rules)}.values()
)[::-1]
"""A rule of this game stands in the place of a shared one that has the same id."""
