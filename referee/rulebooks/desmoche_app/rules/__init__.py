"""The rules of the phone app's Desmoche, with those that all games of its kind share."""

from __future__ import annotations

from typing import Final

from referee.rulebooks.base import Rule
from referee.rulebooks.common.rules import cards, seating
from referee.rulebooks.common.rules import record as of_all_records
from referee.rulebooks.common.rules import turns as of_all_turns
from referee.rulebooks.desmoche_app.rules import cambio, ending, melding, record, turns

_OWN: Final = [
    rule for topic in (cambio, turns, melding, ending, record) for rule in topic.shelf.rules
]
_OWN_IDS: Final = {rule.id for rule in _OWN}

RULES: Final[tuple[Rule, ...]] = (
    *_OWN,
    *(
        rule
        for topic in (seating, of_all_turns, of_all_records, cards)
        for rule in topic.shelf.rules
        if rule.id not in _OWN_IDS
    ),
)
