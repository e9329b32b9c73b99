"""A hole of Golf: four cards before each player, what was drawn, and who still has a turn.

This is state only; ``mechanics`` changes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.kernel.acts import Act
from referee.judging.kernel.hands import UNDECIDED
from referee.knowledge.places import Cards
from referee.rulebooks.common.hands import PileHand, PileSeat
from referee.rulebooks.golf.points import MOST, PENALTIES, POSITIONS

KNOCK: Final = "knock"
STOCK_EMPTY: Final = "stock_empty"


def unseen() -> list[str]:
    """Four cards that nobody knows."""
    return [UNRECORDED] * POSITIONS


@dataclass(slots=True)
class Taken:
    """A card that a player has taken and not laid down yet."""

    card: str
    from_pile: bool
    perhaps: bool = False
    """A gap hides whether they have taken one at all."""


@dataclass(slots=True)
class GolfSeat(PileSeat):
    """A player with the cards before them, by position, and those that they have taken."""

    layout: list[str] = field(default_factory=unseen)
    taken: list[Taken] = field(default_factory=list)
    shown: bool = False
    """Their cards were turned up at the end."""
    perhaps_moved: bool = False
    """Their cards may lie otherwise than the record has them: they swapped one in without laying
    one down, kept one that they took, or laid one down without having taken any."""
    turns: int = 0
    """How many turns they have begun."""
    looks: int = 0
    untold_looks: int = 0
    """How many times they have looked again without an offence that tells of it."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """How a turn stood when somebody else took a card out of turn."""

    turn: GolfSeat
    holding: list[Taken]
    due: list[GolfSeat] | None
    passed_over: list[GolfSeat]
    last_actor: GolfSeat | None
    uncounted: int
    deck: int | None
    pile: list[str]
    last_card_drawn: bool


@dataclass(slots=True)
class GolfHand(PileHand[GolfSeat, Cards]):
    """A hole being played."""

    turned_up: bool = False
    begun: bool = False
    """Somebody has drawn, taken or knocked."""
    knocker: GolfSeat | None = None
    """Who has knocked first."""
    due: list[GolfSeat] | None = None
    """Who still has a turn after the knock, in turn order; None where nobody has knocked."""
    passed_over: list[GolfSeat] = field(default_factory=list)
    """Those of them whose last turn another one took; they may have it at any time."""
    last_actor: GolfSeat | None = None
    """Whose turn it was last."""
    unlaid: GolfSeat | None = None
    """Who has just swapped a card in and laid none on the pile."""
    undrawn: GolfSeat | None = None
    """Who has laid a card down without having taken one."""
    interrupted: Interrupted | None = None
    """The turn into which somebody has come with a card that they have not laid down yet."""
    uncounted: int = 0
    """How many cards may have been drawn without being written down."""
    begun_unseen: bool = False
    """A gap may hide how the turn began that is going on."""
    knock_unsure: bool = False
    """A gap before the knock may hide another one."""
    last_card_drawn: bool = False
    perhaps_ended: bool = False
    """A card that was drawn behind a gap and not laid down may have been the last one."""
    doubtful: set[str] = field(default_factory=set)
    """Cards that were in two places: they may be anywhere."""
    astray: tuple[Act, list[str]] | None = None
    """The act that was looked at last, and its ``misplaced`` cards; whoever moves cards before that
    act is carried out sets it to None."""

    @property
    def perhaps_over(self) -> bool:
        """Whether the record leaves open that the hole is over: with the last card of the stock,
        too, where it ends at once."""
        ends = not self.taken or self.perhaps_ended or self.house["last_card"] == "at_once"
        return self.blurred and not self.over and ends

    def deal_anew(self) -> None:
        """The cards go back to the deck."""
        PileHand.deal_anew(self)
        self.turned_up = False

    def knocked_before(self, seat: GolfSeat) -> GolfSeat | None:
        """Who has knocked before this player, of the others."""
        return self.knocker if self.knocker is not seat else None

    def had_last_turn(self, seat: GolfSeat) -> bool:
        """Whether this player has had their last turn of the hole."""
        return self.due is not None and seat not in self.due

    def order_after(self, seat: GolfSeat) -> list[GolfSeat]:
        """Those who still have a turn, in the order in which they come after this player."""
        others = self.seats[seat.place + 1 :] + self.seats[: seat.place + 1]
        return others if self.due is None else [one for one in others if one in self.due]

    def next_after(self, seat: GolfSeat) -> GolfSeat | None:
        """Who has the next turn; None where nobody has one any more."""
        return next(iter(self.order_after(seat)), None)

    def closed_by(self, finished: GolfSeat | None) -> str | None:
        """How the hole would be over if it were closed now, this player's turn being finished; None
        where the cards do not allow it."""
        waiting = [one for one in self.due or () if one is not finished]
        if self.due is not None and all(one in self.passed_over for one in waiting):
            return KNOCK
        deck = self.cards.deck
        if self.last_card_drawn or (deck is not None and deck <= self.uncounted):
            return STOCK_EMPTY
        return None

    @property
    def may_be_over(self) -> bool:
        """Whether the cards allow the hole to be over, with the turn that has begun."""
        return self.over or self.closed_by(self.turn if self.taken else None) is not None

    def can_count(self, seat: GolfSeat, points: int) -> bool:
        """Whether four cards can give so many points, with the penalty of one who may have
        knocked."""
        if 0 <= points <= MOST:
            return True
        knows = self.knocker is not None and not self.knock_unsure
        if self.knocker is not seat and (knows or not self.misses_a_knock):
            return False
        times, more = PENALTIES[self.house["knock_penalty"]]
        own, odd = divmod(points - more, times)
        return 0 < own <= MOST and not odd

    @property
    def misses_a_knock(self) -> bool:
        """Whether somebody may have knocked of whom the record does not tell."""
        return self.outcome.kind == UNDECIDED or self.blurred

    def known_places(self) -> Iterator[tuple[list[str], int]]:
        """Every place of a card that nobody has in their hand, as the list and the place in it."""
        for seat in self.seats:
            yield from ((seat.layout, place) for place in range(POSITIONS))
        yield from ((self.cards.pile, place) for place in range(len(self.cards.pile)))

    def is_seen(self, card: str) -> bool:
        """Whether a card is known to lie somewhere."""
        if card == UNRECORDED or card in self.doubtful:
            return False
        if card in self.cards.pile:
            return True
        for seat in self.seats:
            if card in seat.layout:
                return True
            for one in seat.taken:
                if one.card == card:
                    return True
        return False

    def untracked(self, seat: GolfSeat) -> set[str]:
        """The cards of which nobody knows where they are when a player has not laid down what
        they took: it may have gone back, or be swapped in for one of theirs."""
        if not seat.taken:
            return set()
        cards = {*seat.layout, *(one.card for one in seat.taken), *self.cards.pile[-1:]}
        return cards - {UNRECORDED}

    def disbelieve(self, card: str) -> None:
        """A card was in two places: neither is believed any more."""
        if card == UNRECORDED:
            return
        self.doubtful.add(card)
        for lying, place in self.known_places():
            if lying[place] == card:
                lying[place] = UNRECORDED
        for seat in self.seats:
            for one in seat.taken:
                if one.card == card:
                    one.card = UNRECORDED
