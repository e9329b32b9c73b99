"""What is out of the ordinary about an act: where nothing is, few rules have to be asked.

A rule names the signs without which it has nothing to say. A sign may show too often, which costs
a question; it may never be missing where a rule would speak.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.cards.melds import MELDS
from referee.judging.rulebook import ALWAYS, ORDINARY
from referee.rulebooks.desmoche.acts import OUT_OF_PHASE, Act
from referee.rulebooks.desmoche.hand import PLAYING, Hand
from referee.rulebooks.desmoche.records import Offer
from referee.rulebooks.desmoche.seat import Seat

STRANGER: Final = 1 << 1
"""Somebody is named who is not at the table."""
MISTIMED: Final = 1 << 2
"""The event does not belong to this stage of a hand."""
OUT: Final = 1 << 3
"""The actor is out of the hand."""
ASTRAY: Final = 1 << 4
"""A card cannot be where the event has it, or is listed twice."""
TOO_MANY: Final = 1 << 5
"""More cards come from a hand than it may hold."""
EMPTY_DECK: Final = 1 << 6
"""No card is left in the deck."""
ASKED_FOR: Final = 1 << 7
"""Somebody asked for the card on offer."""
FORCED: Final = 1 << 8
"""The card on offer was forced on somebody."""
LAID_BY_HIMSELF: Final = 1 << 9
"""The card on offer is the actor's own, and the actor does not hold it any more."""
KNOCKED: Final = 1 << 10
"""The actor has knocked on the card on offer."""
NOT_ON_OFFER: Final = 1 << 11
"""The act takes a card from the pile or a table that is not on offer, or may not be taken."""
UNPAID: Final = 1 << 12
"""Somebody has not paid for a card."""
UNOWED: Final = 1 << 13
"""A card is laid on the pile that is neither owed nor the drawn one, discarded."""
FROM_THE_TABLE: Final = 1 << 14
"""A card is paid from melds."""
NO_MELD: Final = 1 << 15
"""The cards laid down are no meld, or not all of them are known."""
OWN_CARDS: Final = 1 << 16
"""A meld uses no card of anybody else."""
MOVES: Final = 1 << 17
"""Cards were moved between a player's melds."""
DISORDER: Final = 1 << 18
"""A meld does not lie in the order that the table asks for."""
PICKED: Final = 1 << 19
"""A drawn card is played from the hand."""
BROKEN: Final = 1 << 20
"""A desmoche left cards that are no meld."""
FROM_THE_HAND: Final = 1 << 21
"""A meld was laid wholly from the hand."""
EARLY: Final = 1 << 22
"""Somebody melded who may still use the card on offer, and had not asked for it."""
PERHAPS_NOT_NEXT: Final = 1 << 23
"""Whoever draws is not the next player at the right of the card that was laid last, or this is one
of the first two draws, which have a rule of their own."""
IN_VAIN: Final = 1 << 24
"""What is announced comes too late or is false, or the player has no stake in the side game."""
PASSED_ODDLY: Final = 1 << 25
"""A player who passes a card in the Cambio has passed one before, or it is said to whom."""


def signs_of(hand: Hand, act: Act) -> int:
    """What is out of the ordinary about an act, at the table as it is before it."""
    kind, seat = act.type, act.seat
    if seat is None:
        return _of_the_table(hand, act) if kind in OF_THE_TABLE else ALWAYS
    stage, found = hand.stage, LOOKED_AT[kind](hand, act, seat)
    if not seat.plays:
        found |= OUT
    if act.stranger:
        found |= STRANGER
    if act.misplaced:
        found |= ASTRAY
    if stage != PLAYING and kind in OUT_OF_PHASE[stage]:
        found |= MISTIMED
    doing, offer = hand.act, hand.offer
    if hand.unpaid is not None:
        found |= UNPAID
    if doing is not None:
        if doing.broken:
            found |= BROKEN
        if doing.moves:
            found |= MOVES
        if doing.from_hand:
            found |= FROM_THE_HAND
    if offer is not None:
        if offer.claims:
            found |= ASKED_FOR
        if offer.forced is not None:
            found |= FORCED
        if offer.early:
            found |= EARLY
    return found


def _of_the_table(hand: Hand, act: Act) -> int:
    """Signs of what nobody does alone."""
    found = STRANGER if act.stranger else ORDINARY
    if act.doubled:
        found |= ASTRAY
    if act.type in OUT_OF_PHASE[hand.stage]:
        found |= MISTIMED
    return found


def _of_other_acts(_: Hand, __: Act, ___: Seat) -> int:
    return ORDINARY


def _of_rare_acts(_: Hand, __: Act, ___: Seat) -> int:
    return ALWAYS


def _of_an_announcement(_: Hand, act: Act, __: Seat) -> int:
    return ORDINARY if act.counts else ORDINARY | IN_VAIN


def _of_the_cambio(_: Hand, act: Act, seat: Seat) -> int:
    odd = seat.passed or "to" in act.event
    return ORDINARY | PASSED_ODDLY if odd else ORDINARY


def _of_a_draw(hand: Hand, _: Act, seat: Seat) -> int:
    found = ORDINARY if hand.deck and hand.deck > 0 else ORDINARY | EMPTY_DECK
    layer = hand.last_layer
    if hand.draws < 2 or layer is None or hand.next_playing(layer) is not seat:
        found |= PERHAPS_NOT_NEXT
    return found


def _of_taking(hand: Hand, seat: Seat, offer: Offer) -> int:
    """Signs of a player who takes the card on offer."""
    found = ORDINARY if hand.deck else ORDINARY | NOT_ON_OFFER
    if offer.by is seat and not offer.held:
        found |= LAID_BY_HIMSELF
    if offer.passes and seat.name in offer.passes:
        found |= KNOCKED
    return found


def _of_a_claim(hand: Hand, act: Act, seat: Seat) -> int:
    offer = hand.offer
    if offer is None:
        return ORDINARY | NOT_ON_OFFER
    found = _of_taking(hand, seat, offer)
    return found | NOT_ON_OFFER if act.card and act.card != offer.card else found


def _of_a_meld(hand: Hand, act: Act, seat: Seat) -> int:
    found, offer = ORDINARY, hand.offer
    if act.used:
        found = _of_taking(hand, seat, offer) if offer is not None else ALWAYS
    elif not (act.dead or act.stolen or act.picked):
        found |= OWN_CARDS
    if act.dead or act.stolen:
        found |= NOT_ON_OFFER
    if act.picked:
        found |= PICKED
    if act.cards not in MELDS:
        found |= NO_MELD
    if act.doubled:
        found |= ASTRAY
    if act.disordered and hand.house["meld_order"] == "strict":
        found |= DISORDER
    if act.from_hand.bit_count() > seat.most or act.fewest > seat.most:
        found |= TOO_MANY
    return found


def _of_showing(_: Hand, act: Act, __: Seat) -> int:
    return ORDINARY | PICKED if act.picked else ORDINARY


def _of_laying(_: Hand, act: Act, seat: Seat) -> int:
    found = ORDINARY
    if not (seat.owes or (act.drawn and act.type == "discard")):
        found |= UNOWED
    if act.card & seat.table:
        found |= FROM_THE_TABLE
    if act.picked:
        found |= PICKED
    if seat.most <= 0:
        found |= TOO_MANY
    return found


OF_THE_TABLE: Final = frozenset({"side_bet", "deal", "payment", "result"})
"""The events that are looked at though they name no player who acts."""

LOOKED_AT: Final[dict[str, Callable[[Hand, Act, Seat], int]]] = {
    "announce": _of_an_announcement,
    "cambio": _of_the_cambio,
    "cut": _of_rare_acts,
    "declare": _of_other_acts,
    "draw": _of_a_draw,
    "discard": _of_laying,
    "pay": _of_laying,
    "pass": _of_other_acts,
    "claim": _of_a_claim,
    "meld": _of_a_meld,
    "show": _of_showing,
    "withdraw": _of_other_acts,
    "force": _of_rare_acts,
    "win": _of_rare_acts,
    "offence": _of_rare_acts,
    "disqualify": _of_rare_acts,
}
"""What may be out of the ordinary about each event of a player alone; about the rare ones all rules
are asked."""
