"""The table around the hands: who sits where, and what lies in the middle.

This is state only; ``session`` changes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from referee.judging.kernel.table import Table
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money.settlement import unsure_for_the_next

NOTHING: Final[frozenset[str]] = frozenset()


@dataclass(slots=True, eq=False)
class Chair:
    """A place at the table, kept after its player has left so that the deal can move past it."""

    name: str
    taken: bool = True


@dataclass(slots=True)
class MoneyTable(Table[Hand]):
    """The session: chairs in turn order, and what lies in the middle."""

    chairs: list[Chair] = field(default_factory=list)
    last_dealer: Chair | None = None
    last_bet: int | None = None
    stakes: int = 0
    """Stakes per player in what is carried."""
    winnerless: bool = False
    """The hand before had no winner."""
    side_carried: dict[str, int] = field(default_factory=dict)
    unsure: frozenset[str] = NOTHING
    """The pots of which the hands before leave open what lies in them."""

    @property
    def inside_hand(self) -> bool:
        """Whether a hand is open and neither decided nor out of cards."""
        hand = self.hand
        return hand is not None and not (hand.over or hand.out_of_cards or hand.may_be_over)

    @property
    def pot_is_carried(self) -> bool:
        """Whether a pot waits in the middle, or will if nobody wins the last hand any more."""
        hand = self.hand
        if hand is None or self.inside_hand or self.blurred:
            return False
        if hand.may_be_over and hand.outcome.kind in ("open", "undecided"):
            return False
        return hand.outcome.winner is None

    @property
    def next_dealer(self) -> str | None:
        """Whose deal it is; None for the first hand and after a gap, when it may be anybody's."""
        if self.last_dealer is None or self.blurred:
            return None
        return self.right_of(self.last_dealer).name

    def take_result(self, hand: Hand, result: Any) -> None:
        """Take over from a hand what stays in the middle."""
        Table.take_result(self, hand, result)
        self.unsure = unsure_for_the_next(hand, result)
        self.winnerless = hand.outcome.winner is None
        self.blurred = self.blurred or (hand.may_be_over and hand.outcome.kind == "undecided")
        self.stakes = hand.stakes if self.winnerless and not hand.untold else 0
        self.side_carried = result.side_carried

    def seated(self) -> list[str]:
        """The names of those who sit at the table, in turn order."""
        return [chair.name for chair in self.chairs if chair.taken]

    def sits(self, name: str) -> bool:
        """Whether somebody of this name sits at the table now."""
        return self.known(name) in self.seated()

    def right_of(self, chair: Chair) -> Chair:
        """The next taken chair at the right."""
        at = self.chairs.index(chair)
        for other in self.chairs[at + 1 :] + self.chairs[:at]:
            if other.taken:
                return other
        return chair

    def mark(self) -> Any:
        """This moment between two hands, to come back to."""
        return (
            Table.mark(self), list(self.players), self.names,
            list(self.chairs), [chair.taken for chair in self.chairs],
            self.last_dealer, self.last_bet, self.stakes,
            self.winnerless, self.side_carried, self.unsure,
        )  # fmt: skip

    def back_to(self, mark: Any) -> None:
        """Take the table back to a mark."""
        (
            of_every_game, players, self.names,
            chairs, taken,
            self.last_dealer, self.last_bet, self.stakes,
            self.winnerless, self.side_carried, self.unsure,
        ) = mark  # fmt: skip
        Table.back_to(self, of_every_game)
        self.players, self.chairs = list(players), list(chairs)
        for chair, sits in zip(chairs, taken, strict=True):
            chair.taken = sits
