"""The rules of Dimes, section by section in the order of the rulebook."""

from __future__ import annotations

from dataclasses import replace
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

_BY_ID: Final = {
    rule.id: replace(rule, cases="tests/cases/dimes")
    for topic in reversed(_SHELVES)
    for rule in reversed(topic.shelf.rules)
}
"""A rule of this game stands in the place of a shared one that has the same id."""

RULES: Final[tuple[Rule, ...]] = tuple(reversed(_BY_ID.values()))
