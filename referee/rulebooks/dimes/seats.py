"""The players of a hand, what lies before them, and what they do to go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.knowledge.places import Cards
from referee.rulebooks.common.hands import PileSeat

PACKS: Final = ((2, 1), (6, 2), (10, 3))
"""For so many players at the most, so many packs."""

JOKERS_A_PACK: Final = 2


def packs_for(players: int) -> int:
    """How many packs are used.

    >>> packs_for(2), packs_for(3), packs_for(7)
    (1, 2, 3)
    """
    return next(packs for most, packs in PACKS if players <= most)


@dataclass(slots=True, eq=False)
class Lying:
    """A meld on the table; ``event`` laid it down, or laid its last cards, in that ``turn``.
    ``good`` says that it is a meld, ``perhaps_back`` that it may have been taken back."""

    cards: list[str]
    event: int
    turn: int
    good: bool = True
    perhaps_back: bool = False

    @property
    def may_be_none(self) -> bool:
        """Whether it is no meld, or may be none: a card of it was not recorded."""
        return not self.good or UNRECORDED in self.cards

    def is_back(self, out: int, shows_more: bool) -> bool:
        """Whether its player has taken it back who shows cards of it, and perhaps more than they
        can hold otherwise, once somebody was out by the event ``out``."""
        return self.perhaps_back or (shows_more and (self.event < out or self.may_be_none))

    def may_be_back(self, listed: Counter[str], turn: int) -> bool:
        """Whether its player may have taken it back who lays these cards in a turn, where nobody
        knows all of either: it was laid before, or may be no meld."""
        loose = self.turn < turn or self.may_be_none
        unread = UNRECORDED in self.cards or UNRECORDED in listed
        return loose and unread


@dataclass(slots=True, eq=False)
class Player(PileSeat):
    """A player of a hand, their melds, and the cards that they showed once somebody was out."""

    melds: list[Lying] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    shown_at: int = 0
    flawed: bool = False
    """They laid what is no meld once somebody was out."""
    doubted: bool = False
    """A card of theirs cannot have been where the record has it, or they laid too many."""
    vague: int = 0
    """How often a turn of theirs was not recorded as turns go: they may hold so many cards more or
    fewer."""
    extra: int = 0
    """How many cards they took and laid none down for; below 0, laid down and took none for."""

    def leave_open(self, listed: Counter[str], turn: int) -> None:
        """They lay these cards, and may have taken back a meld for it that is not known whole."""
        for lying in self.melds:
            lying.perhaps_back |= lying.may_be_back(listed, turn)

    @property
    def unsure(self) -> bool:
        """Whether they may hold more or fewer cards than the record tells."""
        return self.doubted or self.vague > 0

    @property
    def laid(self) -> list[str]:
        """The cards of their melds."""
        return [card for lying in self.melds for card in lying.cards]

    @property
    def all_cards(self) -> list[str] | None:
        """The cards of their melds and hand; None where not all of them are known."""
        if self.holding.unseen != 0 or self.doubted or UNRECORDED in self.laid:
            return None
        if any(lying.perhaps_back for lying in self.melds):
            return None
        return self.laid + self.holding.cards


@dataclass(slots=True, eq=False)
class Laying:
    """What somebody does who lays cards together: melds that they must have taken back
    (``back``), the meld of theirs that grows, if one does, and what comes from their hand."""

    back: list[Lying]
    grows: Lying | None
    from_hand: list[str]


def laying(seat: Player, cards: Sequence[str], turn: int, deck: Cards) -> Laying:
    """The cards as they come to lie together in this turn: all from the hand, unless they cannot
    come from there and are a meld of the player with more cards. What they laid in an earlier turn,
    or is no meld, they have taken back if they lay such cards again; any meld if nothing is left in
    their hand. What may be no meld, or may lie among cards that nobody recorded, they have taken
    back if there is no other way; so is any meld where nobody knows how many cards they hold."""
    listed, count = Counter(cards), seat.holding.count
    back = [
        lying
        for lying in seat.melds
        if (lying.turn < turn or not lying.good or count == 0) and listed & Counter(lying.cards)
    ]
    from_hand = _not_returned(seat, listed, back, deck)
    if _can_come_from(seat, from_hand, deck):
        return Laying(back, None, from_hand)
    for lying in seat.melds:
        if Counter(lying.cards) < listed:
            return Laying([], lying, list((listed - Counter(lying.cards)).elements()))
    unseen = [
        lying
        for lying in seat.melds
        if lying in back
        or lying.may_be_back(listed, turn)
        or (count is None and listed & Counter(lying.cards))
    ]
    return Laying(unseen, None, _not_returned(seat, listed, unseen, deck))


def _can_come_from(seat: Player, cards: Sequence[str], deck: Cards) -> bool:
    count = seat.holding.count
    enough = count is None or len(cards) <= count
    return enough and not deck.misplaced(seat.holding, cards)


def _not_returned(
    seat: Player, listed: Counter[str], back: Sequence[Lying], deck: Cards
) -> list[str]:
    """The cards that were not in melds that were taken back: one that nobody recorded there may be
    any that the player cannot have had, and one that nobody recorded now any of them."""
    returned = Counter(card for lying in back for card in lying.cards)
    unread, unnamed = returned.pop(UNRECORDED, 0), listed[UNRECORDED]
    named = [card for card in (listed - returned).elements() if card != UNRECORDED]
    named.sort(key=lambda card: deck.fits(seat.holding, card))
    spare = (returned - listed).total() + max(unread - len(named), 0)
    return [*named[unread:], *[UNRECORDED] * max(unnamed - spare, 0)]


@dataclass(slots=True, eq=False)
class GoingOut:
    """What somebody does to go out: where they said so, whether they laid melds for it, whether
    something of it was wrong (``told``), and whether it is for the table to let it stand. With
    neither it was somebody unknown who said so."""

    seat: Player
    called: int = 0
    laid: bool = False
    told: bool = False
    stands: bool = False


@dataclass(slots=True, eq=False)
class Amiss:
    """A card that should not have been taken: by whom, which, and its place in the pile (None: from
    the deck); who may act in its stead, and whether they had taken their card before."""

    seat: Player
    card: str
    place: int | None
    due: Player
    taken: bool
