"""What the record of one hand shows of where its cards were: seen, passed, gone from a hand.

The mechanics note here, in the order of play, what each event shows, with its moment: the number
of events of the hand up to it. A card that nobody recorded is noted with the bit that it has while
it lies open (see ``referee.cards.melds.blank``). What follows from all of it is in ``knowledge``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from referee.cards.deck import DECK, each

DECK_PLACE: Final = -1
"""Stands for the deck where otherwise a player's place stands."""

UNCOUNTED: Final = -1
"""A gap after which nobody counted the deck."""

# what an event shows
DEALT: Final = 0
"""Cards were dealt to a player."""
PASSED: Final = 1
"""A card was passed in the Cambio."""
PASSED_LATE: Final = 2
"""A card was passed in play."""
SHOWN: Final = 3
"""Cards were shown in a hand."""
LEFT: Final = 4
"""Cards left a hand."""
MIXED: Final = 5
"""Some of them came from it, and the others are unrecorded cards that lay open."""
DRAWN: Final = 6
"""A card was drawn."""
HIDDEN: Final = 7
"""A drawn card turns out to have been put among the hand's cards."""
GAP: Final = 8
"""Something was not written down."""
LAID: Final = 9
"""Cards lie open, and it is not known where they came from."""


class Fact(NamedTuple):
    """What one event shows. ``other`` is the receiver of a passed card, the number of cards that a
    deal lists, or what a gap leaves in the deck. ``blanks`` are unrecorded cards that are among
    ``cards``; ``perhaps`` is the one of them that need not be, and with ``instead`` the meld has
    another unrecorded card if it is. Of unrecorded cards that left a hand ``perhaps`` is the one
    that may have come from elsewhere."""

    moment: int
    kind: int
    player: int
    cards: int = 0
    other: int = 0
    blanks: int = 0
    perhaps: int = 0
    instead: bool = False


Note = tuple[Any, ...]
"""The fields of a fact in their order; the last ones are left out where nothing is to be said."""

_KIND: Final = 1
_PLAYER: Final = 2
_CARDS: Final = 3


@dataclass(slots=True)
class Evidence:
    """What the record of one hand shows, in the order of play."""

    timeline: list[int]
    """The events of the hand in the order of play."""
    since: int
    """How many of them came before the deal that this is about."""
    notes: list[Note] = field(default_factory=list)
    """What the events show, in the order of play."""
    ring: tuple[int, ...] = ()
    """Whom the Cambio goes round."""
    dealt_at: int = 0
    """The moment by which the cards were dealt; 0 before."""
    deal_written: bool = False
    """Whether the deal is an event of its own, so that no card is passed in the same moment."""
    play_at: int = 0
    """The moment by which whoever passes a card in the Cambio has passed it; 0 before."""
    contradicted: int = 0
    """Cards that the record has in two places."""
    memo: dict[int, object] = field(default_factory=dict)
    """What was worked out last, by the moment that it is about."""
    memo_of: tuple[object, ...] = ()
    """The state that it was worked out from."""
    named: dict[int, int] = field(default_factory=dict)
    """Which card an unrecorded one turned out to be."""
    doubts: dict[int, list[int]] = field(default_factory=dict)
    """By player, the notes that hang on whether they used the card on offer."""
    _facts: list[Fact] = field(default_factory=list)

    @property
    def facts(self) -> list[Fact]:
        """The notes as facts."""
        self._facts += [Fact(*note) for note in self.notes[len(self._facts) :]]
        return self._facts

    @property
    def state(self) -> tuple[object, ...]:
        """What the deals that fit depend on, to see whether anything was learnt since."""
        return (
            len(self.notes), len(self.named), self.contradicted, self.ring, self.play_at,
            self.dealt_at,
        )  # fmt: skip

    @property
    def anything_recorded(self) -> bool:
        """Whether any card was recorded by its name, or the count of a deal was wrong."""
        return any(note[_CARDS] & DECK for note in self.notes)

    @property
    def tells_the_deal(self) -> bool:
        """Whether anything tells a card that a player was dealt from the one that they received."""
        passed = {note[_PLAYER] for note in self.notes if note[_KIND] == PASSED}
        if not passed.issuperset(self.ring) or len(self.ring) < 2:
            return True
        early = self.play_at or len(self.timeline)
        for moment, kind, _, cards, *_ in self.notes:
            bears = kind in (DEALT, PASSED) or (kind != DRAWN and moment <= early)
            if bears and cards & DECK:
                return True
        return False

    def note(self, kind: int, player: int, cards: int = 0) -> None:
        """The event that happens now shows this."""
        self.notes.append((len(self.timeline), kind, player, cards))

    def note_more(
        self,
        kind: int,
        player: int,
        cards: int = 0,
        other: int = 0,
        blanks: int = 0,
        perhaps: int = 0,
        instead: bool = False,
    ) -> None:
        """The event that happens now shows this, of which there is more to say."""
        moment = len(self.timeline)
        self.notes.append((moment, kind, player, cards, other, blanks, perhaps, instead))

    def doubt(self, player: int) -> None:
        """The last note hangs on whether this player used the card on offer."""
        self.doubts.setdefault(player, []).append(len(self.notes) - 1)

    def decide(self, player: int, used: bool) -> None:
        """It is known now whether this player used the card on offer. Where that may have been one
        of several cards, it stays open which."""
        notes = self.doubts.pop(player, [])
        if used and len(notes) > 1:
            return
        for at in notes:
            fact = Fact(*self.notes[at])
            if not used:
                fact = fact._replace(blanks=fact.blanks & ~fact.perhaps)
            elif fact.kind == LEFT:
                fact = fact._replace(cards=fact.cards & ~fact.perhaps)
            self.notes[at] = fact._replace(perhaps=0)
            del self._facts[at:]
            self.memo_of = ()

    def cards_dealt(self, ring: list[int]) -> None:
        """The cards are dealt, and the Cambio goes round these players."""
        self.dealt_at = self.dealt_at or max(len(self.timeline), 1)
        self.ring = tuple(ring)

    def play_begins(self) -> None:
        """The first card is drawn, or may have been: the Cambio is over."""
        self.play_at = self.play_at or len(self.timeline)

    def cambio_goes_on(self) -> None:
        """A card is passed in the Cambio: none has been drawn so far, whatever a gap may hide."""
        self.play_at = 0

    def moment_of(self, seq: int) -> int:
        """The moment after an event; 0 if it is none of this hand."""
        for moment in range(len(self.timeline), self.since, -1):
            if self.timeline[moment - 1] == seq:
                return moment
        return 0


def named_in(cards: int) -> list[int]:
    """The recorded cards of a set, one by one."""
    return list(each(cards & DECK))


def blanks_in(cards: int) -> list[int]:
    """The unrecorded cards of a set, one by one."""
    return list(each(cards & ~DECK))
