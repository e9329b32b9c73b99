"""The table around the hands: who sits where, house rules, what lies in the middle.

This is state only; ``session`` changes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.judging.names import fold
from referee.judging.rulebook import House
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money.settlement import Settlement, unsure_for_the_next

NOTHING: frozenset[str] = frozenset()


@dataclass(slots=True)
class Chair:
    """A place at the table, kept after its player has left so that the deal can move past it."""

    name: str
    taken: bool = True


@dataclass(slots=True)
class Table:
    """The session: chairs in turn order, house rules, what lies in the middle, the hands."""

    house: House
    """The house rules of the next hand; a change of house rules puts others in their place."""
    opening_house: House
    chairs: list[Chair]
    players: list[str]
    rule_ids: frozenset[str]
    names: dict[str, str] = field(default_factory=dict)
    """Everybody who ever sat here, by the folded form of his name."""
    hands: list[Hand] = field(default_factory=list)
    last_dealer: Chair | None = None
    last_bet: int | None = None
    carried: int = 0
    stakes: int = 0
    """Stakes per player in what is carried."""
    winnerless: bool = False
    """The hand before had no winner."""
    side_carried: dict[str, int] = field(default_factory=dict)
    blurred: bool = False
    """A gap between hands left open whose deal it is and what the bet was."""
    unsure: frozenset[str] = NOTHING
    """The pots of which the hands before leave open what lies in them."""
    disputes: dict[int, int] = field(default_factory=dict)
    """The disputes by their own numbers, with the number of the event that each contests."""
    forgiven: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.names = {fold(player): player for player in self.players}

    @property
    def hand(self) -> Hand | None:
        """The hand being played, or the last one."""
        return self.hands[-1] if self.hands else None

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

    def take_result(self, hand: Hand, settlement: Settlement) -> None:
        """Take over from a hand what stays in the middle."""
        carried, side_carried = settlement.carried, settlement.side_carried
        self.unsure = unsure_for_the_next(settlement) if settlement.unsure else NOTHING
        self.winnerless = hand.outcome.winner is None
        self.blurred = self.blurred or (hand.may_be_over and hand.outcome.kind == "undecided")
        self.stakes = hand.stakes if self.winnerless else 0
        self.carried = carried
        self.side_carried = side_carried

    def seated(self) -> list[str]:
        """The names of those who sit at the table, in turn order."""
        return [chair.name for chair in self.chairs if chair.taken]

    def known(self, name: str) -> str | None:
        """The name, as first written, of somebody who ever sat here."""
        return self.names.get(fold(name))

    def right_of(self, chair: Chair) -> Chair:
        """The next taken chair at the right."""
        at = next(place for place, other in enumerate(self.chairs) if other is chair)
        ring = self.chairs[at + 1 :] + self.chairs[: at + 1]
        return next((other for other in ring if other.taken), chair)
