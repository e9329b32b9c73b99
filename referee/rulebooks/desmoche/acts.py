"""What an event means at this table: who acts, with which cards, and where they come from.

An act is the event read against the hand before anything has changed. The rules judge it and
the mechanics carry it out, so that both see the same act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.cards import BITS, DECK, UNRECORDED, cards_of, each
from referee.rulebooks.base import Event
from referee.rulebooks.desmoche.hand import BETTING, DEALT, OVER, PLAYING, Hand, Offer, Seat


class Act:
    """One event at one moment of a hand.

    ``seat`` is who acts (None if he is not at the table), ``card`` and ``cards`` what the event
    names, ``misplaced`` the cards among them that cannot be where the event has them.
    """

    card: int = 0
    cards: int = 0
    misplaced: int = 0
    stranger: str = ""
    """A name in the event that nobody at the table has."""
    picked: int = 0
    """A drawn card, understood to lie on the pile, that its drawer plays as if from his hand."""
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
    perhaps_used: bool = False
    """Meld: one of its cards may be the drawn one, which nobody recorded."""
    unclear: int = 0
    """Meld: named cards of which some may be an unrecorded card that lay open before."""
    doubled: int = 0
    """Cards that the event lists twice."""

    # most events leave most of this as it is: only what differs is written into the object
    def __init__(
        self, seq: int, kind: str, event: Event, seat: Seat | None = None, stranger: str = ""
    ) -> None:
        self.seq = seq
        self.type = kind
        self.event = event
        self.seat = seat
        if stranger:
            self.stranger = stranger


HIDING = "draw.hidden"

THE_MIDDLE = "pot"

Reader = Callable[[Hand, int, Event], Act]


def _act(hand: Hand, seq: int, event: Event) -> Act:
    name = event["player"]
    seat = hand.seat_of.get(name) or hand.find(name)
    if seat is None:
        return Act(seq, event["type"], event, stranger=name)
    return Act(seq, event["type"], event, seat)


def _plain(hand: Hand, seq: int, event: Event) -> Act:
    return Act(seq, event["type"], event)


def _draw(hand: Hand, seq: int, event: Event) -> Act:
    act = _act(hand, seq, event)
    act.card = card = BITS.get(event["card"]) or hand.new_blank()
    if act.seat is None and hand.stage >= DEALT:
        act.seat = next(iter(hand.expected_drawers()), None)
    if not hand.can_be_drawn(card):
        act.misplaced = card
    return act


def _whose_move_it_is(hand: Hand) -> Seat | None:
    """Whom an act by a stranger is taken for: the drawer of the card, or who owes a payment."""
    offer = hand.offer
    return offer.by if offer is not None and offer.held else hand.unpaid


def _lay(hand: Hand, seq: int, event: Event) -> Act:
    """A card laid on the pile by ``discard`` or ``pay``."""
    act = _act(hand, seq, event)
    offer = hand.offer
    act.seat = act.seat or _whose_move_it_is(hand)
    seat, text = act.seat, event["card"]
    if seat is not None and offer is not None and offer.by is seat and offer.drawn:
        unread = (text == UNRECORDED or offer.card > DECK) and not seat.owes
        if (BITS.get(text) == offer.card or unread) and not offer.laid:
            act.card, act.drawn = BITS.get(text) or offer.card, True
            if act.card != offer.card and not hand.can_be_drawn(act.card):
                act.misplaced = act.card
            return act
    act.card = card = BITS.get(text) or hand.new_blank()
    if seat is None or card & seat.table:
        return act
    if _picked_up(hand, seat, card):
        act.picked = card
    elif not hand.in_hand(seat, card):
        act.misplaced = card
    return act


def _picked_up(hand: Hand, seat: Seat, card: int) -> bool:
    """Whether the card is one that he drew, and that was only understood to lie on the pile; or
    any card of the pile, if somebody told that he had put one among the cards of his hand."""
    if not card & hand.visible or any(card & other.table for other in hand.seats):
        return False
    told = any(done.told and done.seat is seat and done.rule == HIDING for done in hand.offences)
    return told or (hand.drawer_of.get(card) is seat and not card & hand.laid)


def _claim(hand: Hand, seq: int, event: Event) -> Act:
    act = _act(hand, seq, event)
    act.card = BITS.get(event.get("card", ""), 0)
    return act


def _meld(hand: Hand, seq: int, event: Event) -> Act:
    act = _act(hand, seq, event)
    offer = hand.offer
    act.seat = act.seat or _whose_move_it_is(hand)
    cards, unread = 0, 0
    for text in event["cards"]:
        card = BITS.get(text)
        if card is None:
            unread += 1
        elif cards & card:
            act.doubled |= card
        else:
            cards |= card
    act.cards = cards
    seat = act.seat
    if seat is None:
        return act
    if unread:
        _match_unread(hand, act, seat, offer, unread)
        cards = act.cards
    if offer is not None and not act.used and offer.card <= DECK:
        act.used = cards & offer.card & ~seat.table
    rest = cards & ~seat.table & ~act.used
    if rest & hand.visible:
        for card in each(rest & hand.visible):
            _place_visible(hand, act, seat, card)
        rest &= ~(act.stolen | act.dead)
    act.from_hand = rest
    for card in each(rest & DECK & ~act.picked):
        if not hand.in_hand(seat, card):
            act.misplaced |= card
    if offer is not None and offer.card > DECK:
        act.unclear = act.from_hand & DECK
    if offer is not None and not act.used and offer.card > DECK and act.from_hand:
        not_his = act.misplaced & act.from_hand
        if offer.by is not seat or not_his.bit_count() == 1:
            # of the named cards one is that on offer: the one that his hand cannot have
            one = not_his if not_his.bit_count() == 1 else act.from_hand & -act.from_hand
            act.used = offer.card
            act.from_hand &= ~one
            act.misplaced &= ~one
        act.perhaps_used = not act.used and offer.held and offer.by is seat
    return act


def _place_visible(hand: Hand, act: Act, seat: Seat, card: int) -> None:
    if card & hand.doubtful:
        return
    if any(card & other.table for other in hand.seats if other is not seat):
        act.stolen |= card
    elif _picked_up(hand, seat, card):
        act.picked |= card
    else:
        act.dead |= card


def _match_unread(hand: Hand, act: Act, seat: Seat, offer: Offer | None, unread: int) -> None:
    """Say which open cards the ``??`` of a meld are: those that lie in the meld it extends (or in
    one of which nothing is recorded), the unrecorded card on offer, and else cards from the
    hand."""
    near = [meld for meld in seat.melds if meld & act.cards]
    near = near or [meld for meld in seat.melds if not meld & DECK]
    waiting = [card for meld in near for card in each(meld & ~DECK)]
    if offer is not None and offer.card > DECK:
        waiting.append(offer.card)
    for _ in range(unread):
        card = waiting.pop(0) if waiting else hand.new_blank()
        if offer is not None and card == offer.card:
            act.used = card
        act.cards |= card


def _cambio(hand: Hand, seq: int, event: Event) -> Act:
    act = _act(hand, seq, event)
    act.card = card = BITS.get(event["card"], 0)
    seat, receiver = act.seat, event.get("to")
    if receiver is not None and hand.find(receiver) is None:
        act.stranger = act.stranger or receiver
    if seat is None or not card or card & hand.doubtful:
        return act
    if hand.stage == PLAYING:
        fits = hand.in_hand(seat, card)
    elif seat.passed:
        fits = hand.where.can(card, hand.where.dealt[seat.place])
    else:
        fits = hand.where.can(card, hand.where.passed[seat.place])
    if not fits or card & hand.visible:
        act.misplaced = card
    return act


def _shown(hand: Hand, seq: int, event: Event) -> Act:
    """Cards shown from a hand, by ``show`` or ``declare``."""
    act = _act(hand, seq, event)
    act.cards = cards_of(event.get("cards", ()))
    seat = act.seat
    if seat is None:
        return act
    for card in each(act.cards & ~(seat.exposed | seat.table)):
        if _picked_up(hand, seat, card):
            act.picked |= card
        elif not hand.in_hand(seat, card):
            act.misplaced |= card
    return act


def _announce(hand: Hand, seq: int, event: Event) -> Act:
    act = _act(hand, seq, event)
    act.cards = cards_of(event.get("cards", ()))
    return act


def _force(hand: Hand, seq: int, event: Event) -> Act:
    act = _act(hand, seq, event)
    if hand.find(event["by"]) is None:
        act.stranger = act.stranger or event["by"]
    return act


def _payment(hand: Hand, seq: int, event: Event) -> Act:
    act = _plain(hand, seq, event)
    names = [event[side] for side in ("from", "to") if event[side] != THE_MIDDLE]
    act.stranger = next((name for name in names if hand.known(name) is None), "")
    return act


def _people(*fields: str) -> Reader:
    """An event that names people in lists, mappings or single fields."""

    def read(hand: Hand, seq: int, event: Event) -> Act:
        act = _plain(hand, seq, event)
        for key in fields:
            named = event.get(key) or ()
            for name in (named,) if isinstance(named, str) else tuple(named):
                if hand.find(name) is None:
                    act.stranger = act.stranger or name
        return act

    return read


def _offence(hand: Hand, seq: int, event: Event) -> Act:
    act = _act(hand, seq, event)
    by = event.get("by")
    if by is not None and hand.known(by) is None:
        act.stranger = act.stranger or by
    return act


def _deal(hand: Hand, seq: int, event: Event) -> Act:
    act = _people("hands")(hand, seq, event)
    hands: Mapping[str, Any] = event["hands"]
    for cards in hands.values():
        for text in cards if isinstance(cards, list) else ():
            card = BITS.get(text, 0)
            act.doubled |= act.cards & card
            act.cards |= card
    return act


READERS: dict[str, Reader] = {
    "side_bet": _people("players"),
    "cut": _act,
    "deal": _deal,
    "announce": _announce,
    "cambio": _cambio,
    "declare": _shown,
    "draw": _draw,
    "discard": _lay,
    "pay": _lay,
    "pass": _act,
    "claim": _claim,
    "meld": _meld,
    "force": _force,
    "withdraw": _act,
    "win": _act,
    "show": _shown,
    "offence": _offence,
    "disqualify": _act,
    "forgive": _people("agreed_by"),
    "end": _plain,
    "payment": _payment,
    "gap": _people("melds"),
}
"""How each event of a hand is read."""

HINDSIGHT = "hindsight"
"""The look back at a hand with all that is known of it by now; no event of the log."""

BEFORE_ANY_HAND = "before any hand"
"""What an event of a hand counts as when there is no hand yet."""

FROM_THE_DEAL = (
    "announce",
    "cambio",
    "declare",
    "draw",
    "meld",
    "pay",
    "force",
    "withdraw",
    "win",
    "show",
)
_FROM_THE_FIRST_DRAW = ("pass", "claim", "discard")

OUT_OF_PHASE = frozenset(
    [(kind, BETTING) for kind in (*FROM_THE_DEAL, *_FROM_THE_FIRST_DRAW)]
    + [(kind, DEALT) for kind in (*_FROM_THE_FIRST_DRAW, "cut")]
    + [("cut", PLAYING), ("cut", OVER)]
    + [("payment", stage) for stage in (BETTING, DEALT, PLAYING)]
)
"""Events with the stages of a hand to which they do not belong."""

PLAY = frozenset(
    {"cambio", "declare", "draw", "discard", "pass", "claim", "meld", "pay", "force", "withdraw"}
)
"""Acts of play: none of them is in order once the hand is decided."""


def out_of_phase(hand: Hand, act: Act) -> bool:
    """Whether the event belongs to another part of the hand than the one it stands in. After a
    gap nobody knows what it has hidden, and a payment is in place once the deck has run out."""
    if (act.type, hand.stage) not in OUT_OF_PHASE:
        return False
    if hand.blurred:
        return False
    return act.type != "payment" or not hand.out_of_cards


def after_the_end(hand: Hand, act: Act) -> bool:
    """Whether an act of play comes after the hand was decided.

    Automatic wins compete: after one was declared, others may still be; and where it was
    declared after the Cambio, the others may still pass their cards.
    """
    if hand.stage != OVER or act.type not in PLAY:
        return False
    if hand.outcome.kind == "automatic":
        if act.type == "declare":
            return ("hand.over", "") in hand.told
        if act.type == "cambio":
            return any(good.as_dealt for good in hand.declarations if good.good)
    return True
