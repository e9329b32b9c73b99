"""A hand of a game, as far as every game has it: who plays it, its stage, and how it ended.

This is state only. A game adds to it what its players hold and lay down. A class that adds to a
method calls it by the class (``Hand.mark(self)``): ``super()`` without arguments does not find its
own class where that has slots.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeVar

from referee.judging.names import fold
from referee.judging.rulebook import House

OPEN: Final = "open"
UNDECIDED: Final = "undecided"


@dataclass(slots=True, eq=False)
class Seat:
    """A player of a hand; ``place`` counts from the dealer's neighbour, who is 0."""

    name: str
    place: int


S = TypeVar("S", bound=Seat)


@dataclass(slots=True, eq=False, kw_only=True)
class Hand(Generic[S]):
    """A hand being played.

    ``seats`` begin with the dealer's neighbour and end with the dealer; ``names`` are all who ever
    sat at the table, by the folded form of their names. ``stage`` counts up to ``over_at``, the
    stage of a hand that is decided or was given up. Each game keeps how it ended.
    """

    over_at: ClassVar[int]

    number: int
    first_event: int
    dealer: str
    house: House
    names: Mapping[str, str]
    seats: list[S]
    stage: int = 0
    blurred: bool = False
    """A gap hides how the hand went on."""
    unknown: int = 0
    """The facts of the table that the record leaves open, as bits that each game names."""
    timeline: list[int] = field(default_factory=list)
    """The events of the hand behind its first one, by their numbers, in the order of play."""
    told: set[tuple[str, str]] = field(default_factory=set)
    """The rules that speak only once in a hand, with whom they spoke of."""
    seat_of: dict[str, S] = field(init=False)
    """The seats by the names of their players, as first written."""

    def __post_init__(self) -> None:
        self.seat_of = {seat.name: seat for seat in self.seats}

    @property
    def last_event(self) -> int:
        """The highest number among the events of the hand."""
        # they are nearly in order, and so sooner sorted than compared one by one
        return sorted([self.first_event, *self.timeline])[-1]

    def moment(self, event: int) -> int:
        """When an event happened, in the order of play: 0 for what came before the hand and for its
        first event, more than any other for what came behind it. By its number alone, a line that
        was inserted would seem to have come after the lines that it stands before."""
        if event in self.timeline:
            return self.timeline.index(event) + 1
        return 0 if event <= self.first_event else len(self.timeline) + 1

    @property
    def over(self) -> bool:
        """Return whether the hand is decided, or was given up."""
        return self.stage == self.over_at

    @property
    def ran_out(self) -> bool:
        """Return whether nothing more can come of the hand, though no line says that it is over."""
        return False

    @property
    def winner(self) -> str | None:
        """Return who has won the hand."""
        return None

    @property
    def decided_at(self) -> int | None:
        """The number of the event that decided the hand."""
        return None

    def known(self, name: str) -> str | None:
        """The name, as first written, of somebody who ever sat at this table."""
        return name if name in self.seat_of else self.names.get(fold(name))

    def find(self, name: str) -> S | None:
        """The seat of somebody who plays this hand, however the name is spelt."""
        return self.seat_of.get(name) or self.seat_of.get(self.known(name) or "")

    def mark(self) -> Any:
        """Return what the opening of the next hand changes in this one, to come back to."""
        return self.stage, frozenset(self.told)

    def back_to(self, mark: Any) -> None:
        """Take the hand back to a mark."""
        self.stage, told = mark
        self.told = set(told)
