"""Disqualifying offences: how the record shows one, how one is told, and what it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.cards.deck import DECK
from referee.judging.findings import Breach
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.melds import is_meld
from referee.rulebooks.desmoche.records import Offence, Outcome
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import SHOWN

TOLD: Final = {
    "hid_draw": "draw.hidden",
    "searched_pile": "discard.search",
    "misdeal": "deal.count",
    "meld_order": "meld.order",
}
"""The disqualifying offence that each kind of ``offence`` event tells of."""


def hides_the_draw(hand: Hand, act: Act) -> int:
    """The drawn card that this event shows to have been put among the hand's cards; 0 if none."""
    if act.picked:
        return act.picked
    seat, offer = act.seat, hand.offer
    if act.type not in ("discard", "pay") or seat is None or offer is None:
        return 0
    keeps_it = offer.drawn and offer.by is seat and not offer.laid
    if act.type == "pay":
        others_spoke = offer.passes or offer.claims
        keeps_it = keeps_it and offer.held and not (seat.owes or others_spoke)
    unread = act.card > DECK or (offer.card > DECK and hand.can_be_drawn(act.card))
    if hand.act is not None and hand.act.seat is seat and hand.act.used_unread:
        return 0
    lays_another = not (act.drawn or act.misplaced or seat.owes or unread)
    return offer.card if keeps_it and lays_another else 0


def breaks_the_order(hand: Hand, act: Act) -> bool:
    """Whether a meld lies in another order than the strict house rule demands."""
    seat, cards = act.seat, act.cards
    if not act.disordered or seat is None or hand.house["meld_order"] != "strict":
        return False
    told = any(meld & ~cards == 0 for meld in seat.disordered)
    return not told and is_meld(cards, hand.house)


def won_at_or_after(hand: Hand, outcome: Outcome, offence: Offence) -> bool:
    """Whether a hand was won by the offence or by what came after it."""
    return hand.moment(outcome.event or 0) >= hand.moment(offence.event)


def may_have_offended_unseen(hand: Hand, seat: Seat) -> bool:
    """Whether cards that nobody recorded may hide an offence of this player: that they put a drawn
    card among those of their hand, or laid a meld in the wrong order."""
    unread = bool(seat.unknown & SHOWN)
    disordered = seat.perhaps_disordered or (unread and hand.house["meld_order"] == "strict")
    if seat.perhaps_hid or disordered:
        return True
    lying = hand.laid
    for other in hand.seats:
        lying |= other.table
    doubted = hand.doubtful & seat.exposed
    return any(
        drawer is seat and (card > DECK or card & doubted or (unread and not card & lying))
        for card, drawer in hand.drawer_of.items()
    )


def miscounted(dealt: Sequence[str] | int) -> bool:
    """Whether a player was dealt another number of cards than nine."""
    return (dealt if isinstance(dealt, int) else len(dealt)) != 9


def of(hand: Hand, seat: Seat, rule: str) -> list[Offence]:
    """The offences against this rule that the player committed in this hand."""
    return [done for done in hand.offences if done.seat is seat and done.rule == rule]


def told_offence(hand: Hand, act: Act, rule: str, text: str) -> Breach | None:
    """An offence that somebody tells of, unless the record shows the same one already."""
    seat = act.seat
    if seat is None or TOLD.get(act.event["kind"]) != rule or of(hand, seat, rule):
        return None
    return Breach(seat.name, text, {"player": seat.name})
