"""The rules of Golf: those that it shares with other games, and its own."""

from __future__ import annotations

from referee.rulebooks.base import Rule
from referee.rulebooks.common.rules import record as shared_record
from referee.rulebooks.common.rules import scores, seating
from referee.rulebooks.golf.rules import cards, knocking, looking, record, turns

_SHARED = (
    "player.unknown", "hand.over", "event.reference", "offence.other", "dealer.rotation",
    "cut.player", "deal.count", "score.wrong",
)  # fmt: skip

RULES: tuple[Rule, ...] = tuple(
    rule
    for topic in (seating, shared_record, record, looking, turns, knocking, cards, scores)
    for rule in topic.shelf.rules
    if rule.id in _SHARED or topic in (record, looking, turns, knocking, cards)
)
