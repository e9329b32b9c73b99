"""The players of a hand, and what lies before them on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.cards.deck import UNRECORDED
from referee.rulebooks.common.hands import PileSeat
from referee.rulebooks.dam.contracts import SET_SIZE
from referee.rulebooks.dam.readings import RUN, SET, meld_fault


@dataclass(slots=True, eq=False)
class Lying:
    """A meld as it lies on the table; ``kinds`` are what it may be, nothing if it is no meld.
    ``event`` laid it down, or laid its last cards."""

    cards: list[str]
    event: int
    kinds: frozenset[str]
    instead: tuple[Lying, list[str]] | None = None
    """Another meld that may have grown in its place, and how it lay itself before."""
    unread: frozenset[str] | None = None
    """What the cards may be that nobody recorded; None for any cards."""


def kinds_of(cards: list[str]) -> frozenset[str]:
    """What these cards may be as a meld.

    >>> sorted(kinds_of(["2h", "2c", "Jk"])), sorted(kinds_of(["Kd", "Ks", "2c"]))
    (['run'], [])
    """
    return frozenset(kind for kind in (SET, RUN) if meld_fault(kind, cards) is None)


def may_be_none(meld: Lying) -> bool:
    """Whether a card that was not recorded may make this no meld at all."""
    return UNRECORDED in meld.cards and len(meld.cards) > 1


def stay_a_set(meld: Lying) -> None:
    """Three cards of a contract that was laid whole are a set if they can be one: three twos stay
    twos from then on, though they could stand for other cards in a run."""
    if SET in meld.kinds and len(meld.cards) == SET_SIZE:
        meld.kinds = frozenset({SET})


@dataclass(slots=True, eq=False)
class Player(PileSeat):
    """A player of a hand and what lies before them."""

    melds: list[Lying] = field(default_factory=list)
    fresh: list[Lying] = field(default_factory=list)
    """The melds that they laid as their contract in the turn that is not over yet."""
    melded: bool | None = False
    """Whether they laid a contract in an earlier turn; None where a gap hides that."""
    misread: bool = False
    """What they laid was not the contract: nobody knows what they still have to lay."""
    hasty: bool = False
    """They have melded although they might not, since the last card was taken."""
    perhaps_fewer: int = 0
    """How many cards fewer they may hold: what was no meld may lie there still, though two of its
    cards were laid again."""
    begs: int = 0
    begged_before: int = 0
    """Their begs in the hands before."""
    begs_hidden: bool = False
    """A gap may hide others."""
    excused: bool = False
    """Nothing is said of their contract of this turn: they laid some of it when they might not, or
    have taken up again what was no meld."""

    @property
    def perhaps_out(self) -> bool:
        """Whether they have no cards left if what was no meld lies there still."""
        count = self.holding.count
        return count is not None and count <= self.perhaps_fewer


@dataclass(slots=True, eq=False)
class Slip:
    """Cards that somebody laid wrongly, and may have taken up again: ``played`` went from the hand
    into ``meld``, which lay as ``before`` until then (None: it is a new one)."""

    seat: Player
    owner: Player
    meld: Lying
    played: list[str]
    before: Lying | None
    late: bool = False
    """Another player has taken a card since."""


@dataclass(frozen=True, slots=True)
class WrongTake:
    """A card that somebody took and might not, and its place in the pile, from 0; -1 where there
    was no pile."""

    seat: Player
    card: str
    place: int
