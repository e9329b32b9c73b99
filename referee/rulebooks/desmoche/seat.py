"""A player in one hand: what he holds, melds and owes, as it really is."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.judging.kernel import hands
from referee.rulebooks.desmoche.unknown import STANDING

IN, WITHDRAWN, DISQUALIFIED = "in", "withdrawn", "disqualified"


@dataclass(slots=True, eq=False)
class Seat(hands.Seat):
    """A player in one hand: his holding, his melds, and what he owes.

    ``fewest`` and ``most`` are the numbers of cards that his hand holds at least and at most:
    they differ where a slip leaves the count open.
    """

    standing: str = IN
    plays: bool = True
    """He is still in the hand."""
    fewest: int = 9
    most: int = 9
    melds: list[int] = field(default_factory=list)
    table: int = 0
    exposed: int = 0
    """Cards that came from his hand into the open: played, paid or shown."""
    shown: int = 0
    """Cards that were seen in his hand, or that came from it into the open."""
    shown_at: list[tuple[int, int]] = field(default_factory=list)
    """When they were first seen: cards, and the number of the event."""
    showings: list[tuple[int, int]] = field(default_factory=list)
    """What he showed by ``show``, with the number of the event."""
    perhaps_hid: bool = False
    """He laid a card on the pile of which the record leaves open whether it was the drawn one."""
    picked: int = 0
    """Cards that he put among the hand's cards though he drew them."""
    passed: list[int] = field(default_factory=list)
    """What he passed in the Cambio, 0 for a card that nobody recorded."""
    passed_at: int = 0
    """The event at which he passed his first card."""
    received: int = 0
    owes: int = 0
    """The event at which he used a card that is not paid yet."""
    debts: int = 0
    """How many cards he has used and not paid."""
    owing_told: bool = False
    may_owe_until: int = -1
    """Up to how many cards drawn a payment may come from him that he owes from before: play went
    on where he may have used a card."""
    melded_at: int = 0
    """The event at which he first melded in this hand."""
    declared_late: bool = False
    disordered: list[int] = field(default_factory=list)
    """Melds that he laid in the wrong order, and that were told as such."""
    unknown: int = 0
    """The facts about him that the record leaves open: ``SHOWN``, ``STANDING``, ``TABLE`` and
    ``USED`` (then he may not owe what he owes)."""
    unrecorded: int = 0
    """How many cards of his came into the open at the most that nobody recorded."""
    perhaps_broken: bool = False
    """A meld of his may have left another one broken, and what breaks later may be that."""
    shown_unread: int = 0
    """How many of them were shown and stayed in his hand."""
    more_if_used: int = 0
    """How many cards his hand holds more at least if he used the card on offer."""
    out_since: int = 0
    perhaps_ruled_out: bool = False
    """The table may have disqualified him for an offence, or forgiven it, where nobody wrote."""
    back_since: int | None = None
    """How many cards had been drawn in the turn from which on he may be out; None where his acts in
    a later one show that he is not."""

    @property
    def perhaps_out(self) -> bool:
        """Whether the record leaves open that he has left the hand."""
        doubted = bool(self.unknown & STANDING) or self.back_since is not None
        return doubted or self.perhaps_ruled_out

    def perhaps_acts_out(self, turn: int) -> bool:
        """Whether the record leaves open that he is out as he acts in this turn, a number of cards
        drawn. Who acts in a second one is not, unless the table may have said so."""
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
