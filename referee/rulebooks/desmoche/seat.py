"""A player in one hand: what they hold, meld and owe, as it really is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from referee.judging.kernel import hands
from referee.rulebooks.desmoche.unknown import STANDING

IN: Final = "in"
WITHDRAWN: Final = "withdrawn"
DISQUALIFIED: Final = "disqualified"


@dataclass(slots=True, eq=False)
class Seat(hands.Seat):
    """A player in one hand: their holding, their melds, and what they owe.

    ``fewest`` and ``most`` are the numbers of cards that the hand holds at least and at most:
    they differ where a slip leaves the count open.
    """

    standing: str = IN
    plays: bool = True
    """The player is still in the hand."""
    fewest: int = 9
    most: int = 9
    melds: list[int] = field(default_factory=list)
    table: int = 0
    sights: list[tuple[int, int, bool]] = field(default_factory=list)
    """What was seen of the player's hand when: cards, the number of the event, and whether they
    came from the hand into the open then."""
    showings: tuple[tuple[int, int], ...] = ()
    """What the player showed by ``show``, with the number of the event."""
    perhaps_hid: int = 0
    """How many cards the player laid on the pile of which the record leaves open whether each was
    the drawn one."""
    picked: int = 0
    """Cards that the player put among the hand's cards though they drew them."""
    passed: tuple[int, ...] = ()
    """What the player passed in the Cambio, 0 for a card that nobody recorded."""
    passed_at: int = 0
    """The event at which the player passed their first card."""
    received: int = 0
    owes: int = 0
    """The event at which the player used a card that is not paid yet."""
    debts: int = 0
    """How many cards the player has used and not paid."""
    owing_told: bool = False
    may_owe_until: int = -1
    """Up to how many cards drawn a payment owed from before may come: play went on where the
    player may have used a card."""
    holds_more: bool = False
    """They may hold more cards than they should: they took some that were not theirs, or did not
    pay for one."""
    perhaps_gone: int = 0
    """Cards of the player's melds that may have gone where nobody recorded it: one that was paid,
    or one that somebody took."""
    melded_at: int = 0
    """The event at which the player first melded in this hand."""
    declared_late: bool = False
    disordered: tuple[int, ...] = ()
    """Melds that the player laid in the wrong order, and that were told as such."""
    perhaps_disordered: bool = False
    """They may have laid another one so, of which nobody recorded all cards."""
    unknown: int = 0
    """The facts about the player that the record leaves open: ``SHOWN``, ``STANDING``, ``TABLE``,
    ``THINNED`` and ``USED`` (then what ``owes`` tells may not be owed)."""
    unrecorded: int = 0
    """How many of the player's cards came into the open at the most that nobody recorded."""
    perhaps_broken: bool = False
    """A meld of the player may have left another one broken, and what breaks later may be that."""
    shown_unread: int = 0
    """How many of them were shown and stayed in the hand."""
    more_if_used: int = 0
    """How many cards the hand holds more at least if the player used the card on offer."""
    out_since: int = 0
    perhaps_ruled_out: bool = False
    """The table may have disqualified the player, or forgiven the offence, where nobody wrote; or
    an offence that is enforced at once may hide among cards that nobody recorded."""
    back_since: int | None = None
    """How many cards had been drawn in the turn from which on the player may be out; None where
    their acts in a later one show that they are not."""

    @property
    def shown(self) -> int:
        """Cards that were seen in the player's hand, or that came from it into the open."""
        found = 0
        for cards, _, _ in self.sights:
            found |= cards
        return found

    @property
    def exposed(self) -> int:
        """Cards that came from the player's hand into the open."""
        found = 0
        for cards, _, moved in self.sights:
            if moved:
                found |= cards
        return found

    @property
    def perhaps_out(self) -> bool:
        """Whether the record leaves open that the player has left the hand."""
        doubted = self.perhaps_ruled_out or self.back_since is not None
        return doubted or self.unknown & STANDING > 0

    def perhaps_acts_out(self, turn: int) -> bool:
        """Whether the record leaves open that the player is out as they act in this turn, a number
        of cards drawn. Who acts in a second one is not, unless the table may have said so."""
        back = self.back_since is not None and self.back_since < turn
        return self.perhaps_ruled_out or (self.perhaps_out and not back)


def moved_between_melds(seat: Seat, cards: int) -> int:
    """The cards that a meld takes from the player's other melds; the largest meld that it
    contains whole is the one that it extends."""
    extended = 0
    for meld in seat.melds:
        if not meld & ~cards and meld.bit_count() > extended.bit_count():
            extended = meld
    return cards & seat.table & ~extended
