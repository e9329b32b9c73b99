"""The findings of the referee, which are certain, and the open questions of a record.

A finding keeps its sentence separate from the facts in it (see ``referee.wording.sentences``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from referee.wording.sentences import Facts, SpellCard, letters, tell

RECORD: Final = "record"
VIOLATION: Final = "violation"
DISQUALIFICATION: Final = "disqualification"
FORFEIT: Final = "forfeit"
MISSED: Final = "missed"
PAYMENT: Final = "payment"

UNFORGIVABLE: Final = frozenset({RECORD, MISSED, PAYMENT})
"""Kinds of finding without a status: they cannot be forgiven."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach of a rule. ``hand`` is the number of the hand, 0 before the first."""

    event: int
    hand: int
    rule: str
    kind: str
    player: str | None
    cites: tuple[int, ...]
    text: str
    facts: Facts

    def message(self, spell: SpellCard = letters) -> str:
        """Return the finding as one sentence."""
        return tell(self.text, self.facts, spell)

    def to_dict(self, status: str | None, spell: SpellCard) -> dict[str, Any]:
        """Return the finding as plain data, with its status."""
        fields = {name: getattr(self, name) for name in ("event", "hand", "rule", "kind", "player")}
        data = {"status": status, "cites": list(self.cites), "message": self.message(spell)}
        return {**fields, **data}


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

    def to_dict(self, spell: SpellCard) -> dict[str, Any]:
        """Return the question as plain data."""
        fields = {name: getattr(self, name) for name in ("event", "hand", "rule", "player")}
        asked = {"question": self.question, "would_decide": self.would_decide}
        return {**fields, **{name: tell(text, self.facts, spell) for name, text in asked.items()}}
