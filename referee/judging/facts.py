"""The facts that a ruling rests on, each with its basis, and the proven facts about hidden
cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.wording.language import N_
from referee.wording.sentences import Facts, SpellCard, letters, plain, tell

RECORDED: Final = N_("recorded")
DEDUCED: Final = N_("deduced")
AGREED: Final = N_("agreed")
ALLEGED: Final = N_("alleged")
UNKNOWN: Final = N_("unknown")


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: a sentence, its basis, and the events that it comes from.

    ``recorded`` facts are in the log, ``deduced`` ones follow from it, ``agreed`` ones are the
    table's rules, ``alleged`` ones a player's claims; ``unknown`` ones are open.
    """

    basis: str
    text: str
    facts: Facts
    events: tuple[int, ...] = ()

    def render(self, spell: SpellCard = letters) -> str:
        """The fact as a sentence."""
        return tell(self.text, self.facts, spell)

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The fact as plain data."""
        return {"basis": self.basis, "fact": self.render(spell), "events": list(self.events)}


@dataclass(frozen=True, slots=True)
class Known:
    """The proven facts about one player's hand at one moment: its certain, possible and impossible
    cards, and the minimum and maximum of its size.

    ``because`` has the events that prove each certain card: one event if the card was seen, several
    if it follows from other known cards.
    """

    player: str
    surely: tuple[str, ...]
    possibly: tuple[str, ...]
    impossible: tuple[str, ...]
    count: tuple[int, int]
    because: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return these facts as plain data."""
        told: dict[str, Any] = plain(self)
        return told
