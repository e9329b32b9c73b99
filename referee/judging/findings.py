"""The findings of the referee, which are certain, and the questions that the record leaves open.

A finding keeps its sentence apart from the facts in it (see ``referee.wording.sentences``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.wording.sentences import Facts, SpellCard, letters, tell

RECORD: Final = "record"
VIOLATION: Final = "violation"
DISQUALIFICATION: Final = "disqualification"
FORFEIT: Final = "forfeit"
MISSED: Final = "missed"
PAYMENT: Final = "payment"

UNFORGIVABLE: Final = frozenset({RECORD, MISSED, PAYMENT})
"""Kinds of finding that carry no status: nobody can forgive them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach of a rule, dated and told. ``hand`` is the hand's number, 0 before the first."""

    event: int
    hand: int
    rule: str
    kind: str
    player: str | None
    cites: tuple[int, ...]
    text: str
    facts: Facts

    def message(self, spell: SpellCard = letters) -> str:
        """The finding as one sentence."""
        return tell(self.text, self.facts, spell)


@dataclass(frozen=True, slots=True)
class Undecided:
    """A question that the record leaves open, and the fact that would decide it."""

    event: int
    hand: int
    rule: str
    player: str | None
    question: str
    would_decide: str
    facts: Facts
