"""A hand of a game with a deck, a discard pile and turns.

This is state only. A game has a seat and a hand of its own, with what its players lay down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeVar

from referee.judging.kernel.acts import Act
from referee.judging.kernel.hands import OPEN, Hand, Seat
from referee.knowledge.places import Cards, Holding

BEFORE_THE_DEAL: Final = 0
PLAYING: Final = 1
OVER: Final = 2


@dataclass(slots=True, eq=False)
class PileSeat(Seat):
    """A player of a hand and what they hold."""

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
    """What the players wrote down after a hand: points, and what they have in all, by the names of
    the players as first written."""

    event: int
    points: Mapping[str, int]
    totals: Mapping[str, int]


P = TypeVar("P", bound=PileSeat)
C = TypeVar("C", bound=Cards)


@dataclass(slots=True, eq=False, kw_only=True)
class PileHand(Hand[P], Generic[P, C]):
    """A hand in which the players take a card and lay one down, turn by turn.

    ``each`` is the number of cards that everybody is dealt, ``round`` which hand of the game it is
    where those are not counted that were given up. ``turn`` is whose turn it is, None where a gap
    in the record hides that; ``taken`` says that they have taken a card and have not laid one down
    for it yet.
    """

    over_at: ClassVar[int] = OVER

    round: int
    each: int
    cards: C
    turn: P | None = None
    taken: bool = False
    unsure: bool = False
    """A card was taken behind a gap, and nobody knows whether that was in turn: if what follows
    does not fit, either may be wrong."""
    first_again: P | None = None
    """Who had the first turn that was written down from its beginning behind a gap: they may
    have taken another card in the gap, and lay it down now."""
    may_go_back: bool = False
    """The card of this turn was taken from the pile, and the record leaves open whether it might
    be: it may be laid back for another one."""
    played: bool = False
    """Somebody has had a turn, or begun one."""
    deal_written: bool = False
    """The record has a deal of this hand."""
    outcome: Outcome = Outcome()
    abandoned: bool = False
    dealer_known: bool = True
    """Somebody at the table deals; if not, ``dealer`` may be anybody."""
    hands_missing: bool = False
    """Hands before this one may be missing in the record."""
    written: list[Written] = field(default_factory=list)

    @property
    def first(self) -> P | None:
        """Who begins; None where nobody knows who dealt."""
        return self.seats[0] if self.dealer_known else None

    @property
    def perhaps_over(self) -> bool:
        """Whether the record leaves open that the hand is over: since a gap nobody has taken a
        card, or whoever has may have ended it by what they laid down."""
        return self.blurred and not self.over and not self.taken

    def after(self, seat: P) -> P:
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

    def can_count(self, seat: P, points: int) -> bool:
        """Whether a player's cards can give so many points, whatever they are."""
        return points >= 0

    def mends(self, act: Act) -> bool:
        """Whether an act only puts right at the table what was told before."""
        return False

    def deal_anew(self) -> None:
        """The cards go back to the deck: they were not dealt as they should be, or nobody knows
        how."""
        self.cards = type(self.cards)(self.cards.packs, self.cards.jokers)
        for seat in self.seats:
            seat.holding = Holding()
        self.stage, self.blurred = BEFORE_THE_DEAL, False

    def is_untouched(self, stock: int | None) -> bool:
        """Whether so many cards in the deck, where somebody counted them, are all but those that
        were dealt: none was drawn or turned up."""
        dealt = self.each * len(self.seats)
        return stock == 52 * self.cards.packs + self.cards.jokers - dealt

    def begin_turn(self, seat: P) -> None:
        """This player has taken a card."""
        self.unsure = self.blurred and (self.unsure or self.turn is None)
        self.first_again, self.may_go_back = None, False
        self.turn, self.taken = seat, True

    def end_turn(self, seat: P) -> None:
        """This player is done: it is the next one's turn. Behind a gap nobody knows that until a
        turn was written down from its beginning: the hand may be over with what was laid down."""
        known = not self.blurred or self.turn is not None
        self.first_again = seat if self.unsure else None
        self.turn, self.taken, self.unsure = self.after(seat) if known else None, False, False

    def finish(self, outcome: Outcome) -> None:
        """The hand is over."""
        self.stage, self.outcome = OVER, outcome
        self.turn, self.taken = None, False

    @property
    def winner(self) -> str | None:
        """Who has won the hand."""
        return self.outcome.winner

    @property
    def decided_at(self) -> int | None:
        """The number of the event that decided the hand."""
        return self.outcome.event

    def mark(self) -> Any:
        """What the opening of the next hand changes in this one, to come back to."""
        return Hand.mark(self), self.outcome, self.turn, self.taken

    def back_to(self, mark: Any) -> None:
        """Take the hand back to a mark."""
        of_every_hand, self.outcome, self.turn, self.taken = mark
        Hand.back_to(self, of_every_hand)
