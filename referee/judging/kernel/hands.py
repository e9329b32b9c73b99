"""A hand of a game: who plays it, whose turn it is, and how it ended.

This is state only. A game has a seat and a hand of its own, with what its players lay down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from referee.judging.names import fold
from referee.judging.rulebook import House
from referee.knowledge.places import Cards, Holding

if TYPE_CHECKING:
    from referee.judging.kernel.acts import Act

BEFORE_THE_DEAL: Final = 0
PLAYING: Final = 1
OVER: Final = 2

OPEN: Final = "open"
UNDECIDED: Final = "undecided"


@dataclass(slots=True, eq=False)
class Seat:
    """A player of a hand and what he holds; ``place`` counts from the dealer's neighbour, 0."""

    name: str
    place: int
    holding: Holding = field(default_factory=Holding)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended: in what way, by which event, who won it, and with which melds."""

    kind: str = OPEN
    event: int | None = None
    winner: str | None = None
    melds: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """What the players wrote down after a hand: points, and what they have in all."""

    event: int
    points: Mapping[str, int]
    totals: Mapping[str, int]


S = TypeVar("S", bound=Seat)


@dataclass(slots=True, eq=False)
class Hand(Generic[S]):
    """A hand being played.

    ``seats`` begin with the dealer's neighbour and end with the dealer; ``each`` is the number of
    cards that everybody is dealt, ``round`` which hand of the game it is where those are not
    counted that were given up. ``turn`` is whose turn it is, None where a gap in the record hides
    that; ``taken`` says that he has taken his card and has not laid one down for it yet.

    A game that adds to a method calls it by the class: ``super()`` without arguments does not find
    its own class where that has slots.
    """

    number: int
    round: int
    first_event: int
    last_event: int
    dealer: str
    house: House
    names: Mapping[str, str]
    seats: list[S]
    each: int
    cards: Cards
    stage: int = BEFORE_THE_DEAL
    turn: S | None = None
    taken: bool = False
    outcome: Outcome = Outcome()
    blurred: bool = False
    """A gap hides how the hand went on."""
    abandoned: bool = False
    dealer_known: bool = True
    """Somebody at the table deals; if not, ``dealer`` may be anybody."""
    hands_missing: bool = False
    """Hands before this one may be missing in the record."""
    told: set[tuple[str, str]] = field(default_factory=set)
    """The rules that speak only once in a hand, with whom they spoke of."""
    written: list[Written] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether the hand is decided, or was given up."""
        return self.stage == OVER

    @property
    def first(self) -> S | None:
        """Who begins; None where nobody knows who dealt."""
        return self.seats[0] if self.dealer_known else None

    def find(self, name: str) -> S | None:
        """The seat of somebody who plays this hand."""
        known = self.names.get(fold(name))
        for seat in self.seats:
            if seat.name == known:
                return seat
        return None

    def after(self, seat: S) -> S:
        """Who comes next in turn order."""
        return self.seats[(seat.place + 1) % len(self.seats)]

    def from_deck(self, act: Act) -> list[str]:
        """The cards that an act takes from the deck."""
        return [act.event["card"]] if act.type == "draw" else []

    def from_hand(self, act: Act) -> list[str]:
        """The cards that an act takes from the hand of whoever acts."""
        return [act.event["card"]] if act.type == "discard" else []

    def plays_too_many(self, act: Act) -> bool:
        """Whether an act takes more cards from a hand than its player can hold."""
        holds: int | None = act.seat.holding.count
        return holds is not None and len(self.from_hand(act)) > holds

    def misplaced(self, act: Act) -> list[str]:
        """The cards of an act that cannot come from the hand of whoever acts."""
        return self.cards.misplaced(act.seat.holding, self.from_hand(act))

    def mends(self, act: Act) -> bool:
        """Whether an act only puts right at the table what was told before."""
        return False

    def deal_anew(self) -> None:
        """The cards go back to the deck: they were not dealt as they should be."""
        self.cards = Cards(self.cards.packs, self.cards.jokers)
        for seat in self.seats:
            seat.holding = Holding()
        self.stage = BEFORE_THE_DEAL

    def begin_turn(self, seat: S) -> None:
        """This player has taken a card."""
        self.turn, self.taken = seat, True

    def end_turn(self, seat: S) -> None:
        """This player is done: it is the next one's turn."""
        self.turn, self.taken = self.after(seat), False

    def finish(self, outcome: Outcome) -> None:
        """The hand is over."""
        self.stage, self.outcome = OVER, outcome
        self.turn, self.taken = None, False
