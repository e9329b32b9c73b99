"""A player in one hand: what they hold, meld and owe, as it really is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.judging.kernel import hands
from referee.rulebooks.desmoche.unknown import STANDING

IN: Final = "in"
WITHDRAWN: Final = "withdrawn"
DISQUALIFIED: Final = "disqualified"


@dataclass(slots=True, eq=False, init=False)
class Seat(hands.Seat):
    """A player in one hand: their holding, their melds, and what they owe.

    ``fewest`` and ``most`` are the numbers of cards that the hand holds at least and at most:
    they differ where a slip leaves the count open.
    """

    standing: str
    plays: bool
    """The player is still in the hand."""
    fewest: int
    most: int
    melds: list[int]
    table: int
    exposed: int
    """Cards that came from the player's hand into the open: played, paid or shown."""
    shown: int
    """Cards that were seen in the player's hand, or that came from it into the open."""
    shown_at: list[tuple[int, int]]
    """When they were first seen: cards, and the number of the event."""
    showings: list[tuple[int, int]]
    """What the player showed by ``show``, with the number of the event."""
    perhaps_hid: int
    """How many cards the player laid on the pile of which the record leaves open whether each was
    the drawn one."""
    picked: int
    """Cards that the player put among the hand's cards though they drew them."""
    passed: list[int]
    """What the player passed in the Cambio, 0 for a card that nobody recorded."""
    passed_at: int
    """The event at which the player passed their first card."""
    received: int
    owes: int
    """The event at which the player used a card that is not paid yet."""
    debts: int
    """How many cards the player has used and not paid."""
    owing_told: bool
    may_owe_until: int
    """Up to how many cards drawn a payment owed from before may come: play went on where the
    player may have used a card."""
    holds_more: bool
    """They may hold more cards than they should: they took some that were not theirs, or did not
    pay for one."""
    perhaps_gone: int
    """Cards of the player's melds that may have gone where nobody recorded it: one that was paid,
    or one that somebody took."""
    melded_at: int
    """The event at which the player first melded in this hand."""
    declared_late: bool
    disordered: list[int]
    """Melds that the player laid in the wrong order, and that were told as such."""
    perhaps_disordered: bool
    """They may have laid another one so, of which nobody recorded all cards."""
    unknown: int
    """The facts about the player that the record leaves open: ``SHOWN``, ``STANDING``, ``TABLE``,
    ``THINNED`` and ``USED`` (then what ``owes`` tells may not be owed)."""
    unrecorded: int
    """How many of the player's cards came into the open at the most that nobody recorded."""
    perhaps_broken: bool
    """A meld of the player may have left another one broken, and what breaks later may be that."""
    shown_unread: int
    """How many of them were shown and stayed in the hand."""
    more_if_used: int
    """How many cards the hand holds more at least if the player used the card on offer."""
    out_since: int
    perhaps_ruled_out: bool
    """The table may have disqualified the player, or forgiven the offence, where nobody wrote; or
    an offence that is enforced at once may hide among cards that nobody recorded."""
    back_since: int | None
    """How many cards had been drawn in the turn from which on the player may be out; None where
    their acts in a later one show that they are not."""

    # written out, because it is compiled only so
    def __init__(self, name: str, place: int) -> None:
        self.name = name
        self.place = place
        self.standing = IN
        self.plays = True
        self.fewest = 9
        self.most = 9
        self.melds = []
        self.table = 0
        self.exposed = 0
        self.shown = 0
        self.shown_at = []
        self.showings = []
        self.perhaps_hid = 0
        self.picked = 0
        self.passed = []
        self.passed_at = 0
        self.received = 0
        self.owes = 0
        self.debts = 0
        self.owing_told = False
        self.may_owe_until = -1
        self.holds_more = False
        self.perhaps_gone = 0
        self.melded_at = 0
        self.declared_late = False
        self.disordered = []
        self.perhaps_disordered = False
        self.unknown = 0
        self.unrecorded = 0
        self.perhaps_broken = False
        self.shown_unread = 0
        self.more_if_used = 0
        self.out_since = 0
        self.perhaps_ruled_out = False
        self.back_since = None

    @property
    def perhaps_out(self) -> bool:
        """Whether the record leaves open that the player has left the hand."""
        doubted = bool(self.unknown & STANDING) or self.back_since is not None
        return doubted or self.perhaps_ruled_out

    def perhaps_acts_out(self, turn: int) -> bool:
        """Whether the record leaves open that the player is out as they act in this turn, a number
        of cards drawn. Who acts in a second one is not, unless the table may have said so."""
        back = self.back_since is not None and self.back_since < turn
        return self.perhaps_ruled_out or (self.perhaps_out and not back)


def moved_between_melds(seat: Seat, cards: int) -> int:
    """The cards that a meld takes from the player's other melds; the largest meld that it
    contains whole is the one that it extends."""
    taken = cards & seat.table
    if not taken:
        return 0
    whole = [meld for meld in seat.melds if meld & ~cards == 0]
    extended = max(whole, key=int.bit_count, default=0)
    return taken & ~extended
