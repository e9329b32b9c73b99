"""What a hand keeps of what was said and done in it: offers and claims, melds under way, wins that
were declared, announcements, offences, withdrawals, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from referee.rulebooks.desmoche.seat import Seat


@dataclass(slots=True)
class Claim:
    """Somebody asked for the card on offer; ``lawful`` if they were allowed to, as it
    seems, ``unsure`` if the record leaves open for which card they asked, or whether they were in
    the hand."""

    seat: Seat
    event: int
    lawful: bool
    unsure: bool


@dataclass(slots=True)
class EarlyMeld:
    """A meld of own cards by somebody who has neither the turn nor a claim. It is in order if
    they go on to use the card on offer, for a claim need not be written."""

    seat: Seat
    event: int
    cards: int
    from_hand: bool


Said = TypeVar("Said", Claim, EarlyMeld)


def of_others(said: Iterable[Said], seat: Seat) -> tuple[Said, ...]:
    """What others than this player said or did about the card on offer."""
    return tuple([one for one in said if one.seat is not seat])


@dataclass(slots=True)
class Offer:
    """A card that was turned or laid down: its drawer's while ``held``, then on offer.

    ``card`` is 0 after a gap: it is not known what lies on the pile, nor by whom.
    """

    card: int
    by: Seat | None
    event: int
    drawn: bool
    held: bool
    laid: bool = False
    """A ``discard`` event says that it lies on the pile (otherwise that is understood)."""
    perhaps_other: bool = False
    """Nobody recorded what its drawer laid down: it may be another card, from the hand."""
    passes: tuple[str, ...] = ()
    """Who knocked on it."""
    last_word: int = 0
    """The event by which it was laid down or last knocked on."""
    claims: tuple[Claim, ...] = ()
    forced: Seat | None = None
    forced_at: int = 0
    """The ``force`` that binds the forced player; 0 where it was out of order, or may have been."""
    perhaps_forced: bool = False
    """The record leaves open whether the force binds the forced player."""
    early: tuple[EarlyMeld, ...] = ()
    """Melds by players who may still use the card."""


@dataclass(slots=True)
class MeldingAct:
    """What one player does with their melds until they pay or the next card comes."""

    seat: Seat
    before: tuple[int, ...] = ()
    """How the player's melds lay when it began."""
    used: bool = False
    used_unread: bool = False
    """Nobody recorded the card that it used, or may have used, which may be in any of its melds."""
    moves: tuple[tuple[int, int], ...] = ()
    """Melds that took cards from others of the player: the event, and the cards."""
    from_hand: tuple[int, ...] = ()
    """Events of melds wholly from the hand that need a used card beside them."""
    broken: tuple[tuple[int, int], ...] = ()
    """Pieces left behind by a desmoche that are no melds, with the event that left them."""

    def ended_by(self, other: Seat | None, offer: Offer | None) -> bool:
        """Whether a word of this player shows that the act is over: somebody else turns to the
        next card, nothing is owed for this one, and it is no drawn card that still waits."""
        waits = offer is not None and offer.held and offer.by is self.seat
        return other is not self.seat and not (self.seat.owes or waits)


@dataclass(slots=True)
class Declaration:
    """An automatic win that somebody declared, and the cards that it rests on."""

    seat: Seat
    win: str
    event: int
    shown: int
    as_dealt: bool
    good: bool | None = None
    """None while the card that the player receives in the Cambio is still to come."""
    waited: bool = False
    cards: int = 0
    perhaps_late: bool = False
    """The first card may have been drawn before, where nobody wrote."""


@dataclass(slots=True)
class Announcement:
    """Somebody said "I have it" in a side game."""

    seat: Seat
    side_game: str
    event: int
    cards: int
    good: bool
    given_away: bool = False
    """What was announced was given away in the Cambio, and nothing that qualifies remains."""
    unread: bool = False
    """The player named more cards than somebody wrote down."""
    perhaps_late: bool = False
    """The player may have passed a card before, where nobody wrote."""


@dataclass(slots=True)
class Offence:
    """A disqualifying offence: a finding that the table may enforce or forgive. ``told`` if
    somebody told of it and the cards have not shown it since."""

    seat: Seat
    event: int
    rule: str
    at_once: bool
    told: bool
    enforced_at: int = 0
    forgiven_at: int = 0
    offer: Offer | None = None
    """What lay on offer when the offender was put out, and what they had said to it."""


@dataclass(frozen=True, slots=True)
class Hopes:
    """The cards that extend a player's melds and are neither visible nor known to be their own.

    ``certain`` are such that they could come in every deal that fits the record (where no single
    one is certain but some of them could in every deal, they are all named); ``open`` may lie in a
    hidden hand from which nothing comes.
    """

    certain: int
    open: int


@dataclass(slots=True)
class Withdrawal:
    """A player passed for the rest of the hand. ``hopes`` are cards that extended their melds and
    may have been in their own hand."""

    seat: Seat
    event: int
    hopes: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended: kind, winner, the automatic win, and the event that decided it."""

    kind: str
    event: int | None = None
    winner: Seat | None = None
    win: str | None = None
    melds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Agreed:
    """The result that the table agreed on at the end of a hand; what it left out is None. A side
    game that nobody has won has no winners."""

    event: int
    winner: Seat | None
    by: str | None
    bonuses: Mapping[str, int] | None
    up_the_tree: tuple[Seat, ...] | None
    side_games: Mapping[str, tuple[Seat, ...]]

    def outcome(self) -> Outcome:
        """Return how the hand ended by it."""
        if self.winner is None:
            return Outcome("none", self.event)
        kind = self.by or "melds"
        if kind in ("melds", "last_standing"):
            return Outcome(kind, self.event, self.winner)
        return Outcome("automatic", self.event, self.winner, kind)


OPEN: Final = Outcome("open")
