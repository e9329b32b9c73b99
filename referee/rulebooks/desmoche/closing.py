"""The end of a hand's record: what can be said only when all of it is known."""

from __future__ import annotations

from dataclasses import dataclass

from referee.judging.rulebook import Event
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money.settlement import Outs, Settlement, disqualified, settle


@dataclass(frozen=True, slots=True)
class Closing:
    """A decided hand with its money, as the rules about the end of a hand look at it.

    ``decided`` is the number of the event that decided it, ``earlier`` are the settlements of the
    hands since the last one with payments, ``outs`` the players who are disqualified.
    """

    seq: int
    settlement: Settlement
    earlier: tuple[Settlement, ...]
    outs: Outs
    type: str = "closed"
    event: Event | None = None

    @property
    def decided(self) -> int:
        """The number of the event that decided the hand."""
        return self.settlement.outcome.event or self.seq


def close(hand: Hand, earlier: tuple[Settlement, ...]) -> Closing:
    """Take stock of a hand as its record stands."""
    return Closing(hand.last_event, settle(hand), earlier, disqualified(hand))
