"""The facts that a ruling rests on, each with the way in which it is known, and what is known of
hidden cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.wording.language import N_
from referee.wording.sentences import Facts, SpellCard, letters, tell

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

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The fact as plain data."""
        return {"basis": self.basis, "fact": self.told(spell), "events": list(self.events)}


@dataclass(frozen=True, slots=True)
class Known:
    """The proven facts about one player's hand at one moment: the cards that are certainly in it,
    that may be in it and that cannot be, and the least and the most cards that it holds.

    ``because`` has the events that prove each certain card: one event where the card was seen,
    several where it follows from other known cards.
    """

    player: str
    surely: tuple[str, ...]
    possibly: tuple[str, ...]
    impossible: tuple[str, ...]
    count: tuple[int, int]
    because: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "player": self.player,
            "surely": list(self.surely),
            "possibly": list(self.possibly),
            "impossible": list(self.impossible),
            "count": list(self.count),
            "because": {card: list(events) for card, events in self.because.items()},
        }
