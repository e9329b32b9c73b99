"""An act: one event of a hand, read at one moment, and the parts of a hand that it belongs to.

The rules judge an act and the mechanics carry it out, so that both see the same. ``reading`` says
what each kind of event means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.judging.kernel.acts import Act as Line
from referee.judging.rulebook import Event
from referee.rulebooks.desmoche.hand import BETTING, DEALT, OVER, PLAYING, Hand
from referee.rulebooks.desmoche.records import Hopes
from referee.rulebooks.desmoche.seat import Seat


class Act:
    """One event at one moment of a hand.

    ``seat`` is who acts (None for a stranger to the table), ``card`` and ``cards`` what the event
    names, ``misplaced`` the cards among them that cannot be where the event has them. Most events
    leave most of this as it is: only what differs is written into the object.
    """

    seq: int
    type: str
    event: Event
    seat: Seat | None = None
    card: int = 0
    cards: int = 0
    misplaced: int = 0
    stranger: str = ""
    """A name in the event that nobody at the table has."""
    picked: int = 0
    """A drawn card, understood to lie on the pile, that its drawer plays as if from the hand."""
    drawn: bool = False
    """The card is the one that the actor has just drawn."""
    used: int = 0
    """Meld: the card on offer, or the drawn card, that it uses."""
    from_hand: int = 0
    """Meld: cards that come from the actor's hand."""
    stolen: int = 0
    """Meld: cards from another player's table."""
    dead: int = 0
    """Meld: cards from the pile that are not on offer."""
    perhaps_dead: bool = False
    """Meld: a card that seems to come from the hand may be a dead one that nobody recorded."""
    disordered: bool = False
    """Meld: its cards are not listed in order."""
    perhaps_used: bool = False
    """Meld: one of its cards may be the one on offer, or none."""
    perhaps_breaks: bool = False
    """Meld: it may have left a meld of the same player broken, which a later one mends."""
    unclear: int = 0
    """Meld: named cards of which some may be an unrecorded card that lay open before."""
    doubled: int = 0
    """Cards that the event lists twice."""
    false: bool = False
    """Announce: it is known already that what is announced does not count."""
    counts: bool = False
    """Announce: it comes in time, the player has a stake in the side game, and it may be true."""
    unread: bool = False
    """Announce: more cards were named than somebody wrote down."""
    names: int = 0
    """The card on offer, which nobody recorded, by the name that this event gives it."""
    ways: int = 0
    """Meld: in how many ways the player's melds may lie after it, where that had to be read; 0 if
    the record says it."""
    vague: bool = False
    """Meld: nobody knows which of its cards come from the hand."""
    taken: tuple[int, ...] = ()
    """Meld: what it takes from each of the player's melds, where that had to be read."""
    fewest: int = 0
    most: int = 0
    """Meld: how many of its cards come from the hand, where that had to be read."""
    hopes: Hopes | None = None
    """Withdraw: what could still come and fit the player's melds, where that matters."""
    unknown: int = 0
    """The facts of the table that this act itself leaves open."""

    @property
    def surely_from_hand(self) -> bool:
        """Meld: whether a card of it certainly comes from the hand."""
        return self.fewest > 0 if self.ways else bool(self.from_hand)


def _make_room() -> None:
    """Make the first act of all, which has what many acts have: Python keeps room for that in every
    later one, and gives those that get more than that a dictionary besides."""
    act = Act()
    act.seq = act.card = act.cards = act.misplaced = act.picked = act.doubled = act.unknown = 0
    act.used = act.from_hand = act.stolen = act.dead = act.ways = 0
    act.type = act.stranger = ""
    act.drawn = act.disordered = False
    act.event, act.seat = {}, None


_make_room()


def act_of_nobody(seq: int, kind: str, event: Event) -> Act:
    """An act of this kind by nobody in particular."""
    act = Act()
    act.seq, act.type, act.event = seq, kind, event
    return act


BEFORE_THE_FIRST_DRAW: Final = ("announce", "cambio", "declare")
"""What shows that the cards are dealt, also where nobody wrote the deal down."""

FROM_THE_DEAL: Final = (
    *BEFORE_THE_FIRST_DRAW,
    "draw",
    "meld",
    "pay",
    "force",
    "withdraw",
    "win",
    "show",
)
_FROM_THE_FIRST_DRAW: Final = ("pass", "claim", "discard")

OUT_OF_PHASE: Final[Mapping[int, frozenset[str]]] = {
    BETTING: frozenset((*FROM_THE_DEAL, *_FROM_THE_FIRST_DRAW, "payment"))
    - {*BEFORE_THE_FIRST_DRAW},
    DEALT: frozenset((*_FROM_THE_FIRST_DRAW, "cut", "payment")),
    PLAYING: frozenset(("cut", "payment")),
    OVER: frozenset(("cut",)),
}
"""For each stage of a hand the events that do not belong to it."""

PLAY: Final = frozenset(
    {"cambio", "declare", "draw", "discard", "pass", "claim", "meld", "pay", "force", "withdraw"}
)
"""Acts of play: none of them is in order once the hand is decided."""


def out_of_phase(hand: Hand, act: Act | Line) -> bool:
    """Whether the event belongs to another part of the hand than the one it stands in. After a
    gap nobody knows what it has hidden, and a payment is in place once the deck has run out."""
    if act.type not in OUT_OF_PHASE[hand.stage]:
        return False
    if hand.may_be_over:
        return False
    return act.type != "payment" or not hand.out_of_cards


def lays_the_win_otherwise(hand: Hand, act: Act) -> bool:
    """Whether the winner only moves their melded cards, in the act by which they have won."""
    seat = act.seat
    if act.type != "meld" or seat is None or seat is not hand.outcome.winner:
        return False
    return may_lay_the_win_otherwise(hand, seat) and not act.cards & ~seat.table


def may_lay_the_win_otherwise(hand: Hand, winner: Seat) -> bool:
    """Whether the act by which this player has won with ten melded cards may still go on."""
    doing = hand.act
    if hand.outcome.kind != "melds" or doing is None or doing.seat is not winner:
        return False
    return not (hand.win_called or hand.end_written or hand.payments)


def after_the_end(hand: Hand, act: Act) -> bool:
    """Whether an act of play comes after the hand was decided.

    Automatic wins compete: after one was declared, others may still be; and where it was
    declared after the Cambio, the others may still pass their cards. Who has won with ten melded
    cards may lay these otherwise in the same act.
    """
    if hand.stage != OVER or act.type not in PLAY:
        return False
    if hand.outcome.kind == "melds":
        return not lays_the_win_otherwise(hand, act)
    if hand.outcome.kind == "automatic":
        if act.type == "declare":
            return ("hand.over", "") in hand.told
        if act.type == "cambio":
            return any(good.as_dealt for good in hand.declarations if good.good)
    return True
