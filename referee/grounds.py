"""The facts that a ruling rests on, each with the way in which it is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from referee.findings import Facts, SpellCard, letters, tell
from referee.language import N_

RECORDED: Final = N_("recorded")
DEDUCED: Final = N_("deduced")
AGREED: Final = N_("agreed")
ALLEGED: Final = N_("alleged")
UNKNOWN: Final = N_("unknown")


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: a sentence, its basis, and the events that it comes from.

    ``recorded`` stands in the log, ``deduced`` follows from it, ``agreed`` is what the table plays,
    ``alleged`` is what somebody says, ``unknown`` is what the record leaves open.
    """

    basis: str
    text: str
    facts: Facts
    events: tuple[int, ...] = ()

    def told(self, spell: SpellCard = letters) -> str:
        """The fact as a sentence."""
        return tell(self.text, self.facts, spell)

    def as_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The fact as plain data."""
        return {"basis": self.basis, "fact": self.told(spell), "events": list(self.events)}
