"""The end of a hand's record: what can be said only when all of it is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.judging.account import Paid
from referee.judging.kernel.closing import Closing
from referee.judging.rulebook import Event
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money.bonuses import Outs
from referee.rulebooks.desmoche.money.settlement import Settlement


@dataclass(slots=True, eq=False, kw_only=True)
class MoneyClosing(Closing[Settlement]):
    """A decided hand with its money, as the rules about the end of a hand look at it.

    ``earlier`` are the hands that this one's payments pay, too, with their money: those since the
    last one with payments. ``outs`` are the players who are disqualified. ``paid`` gives the
    account before and after the hand.
    """

    earlier: tuple[tuple[Hand, Settlement], ...]
    outs: Outs
    paid: Callable[[], Paid]
    event: Event | None = None

    @property
    def decided(self) -> int:
        """The number of the event that decided the hand."""
        return self.result.outcome.event or self.seq
