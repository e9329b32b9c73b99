"""What an event means at this table: who acts, with which cards, and where they come from.

An act is the event read against the hand before anything has changed. The rules judge it and
the mechanics carry it out, so that both see the same act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.cards.deck import BITS, DECK, UNRECORDED, cards_of, each
from referee.cards.melds import lies_in_order
from referee.judging.kernel.acts import Act as Line
from referee.judging.rulebook import Event
from referee.rulebooks.desmoche.hand import BETTING, DEALT, OVER, PLAYING, Hand, own_decision
from referee.rulebooks.desmoche.hidden.readings import may_use, readings
from referee.rulebooks.desmoche.money.announcing import (
    announced_falsely,
    announced_late,
    has_staked,
)
from referee.rulebooks.desmoche.records import Offer
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import DEBTS, OF_A_PLAYER, OFFER, PAST, TABLE, USED


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
    disordered: bool = False
    """Meld: its cards are not listed in order."""
    perhaps_used: bool = False
    """Meld: one of its cards may be the one on offer, or none."""
    unclear: int = 0
    """Meld: named cards of which some may be an unrecorded card that lay open before."""
    doubled: int = 0
    """Cards that the event lists twice."""
    false: bool = False
    """Announce: it is known already that what is announced does not count."""
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
    unknown: int = 0
    """The facts of the table that this act itself leaves open."""

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
        unread = text == UNRECORDED or offer.card > DECK
        unread = unread and (not seat.owes or (seat.unknown & USED and act.type == "discard"))
        if (BITS.get(text) == offer.card or unread) and not offer.laid:
            act.card, act.drawn = BITS.get(text) or offer.card, True
            if unread and act.type == "pay":
                # a card from the hand is another offence than the drawn one
                act.unknown = OFFER | DEBTS
                hand.unknown |= OF_A_PLAYER
            if act.card != offer.card and not hand.can_be_drawn(act.card):
                act.misplaced = act.card
            return act
    act.card = card = BITS.get(text) or hand.new_blank()
    if seat is None or card & seat.table:
        return act
    if card & hand.visible and _picked_up(hand, seat, card):
        act.picked = card
    elif offer is not None and not offer.card and act.type == "discard":
        # it may have been drawn where nobody wrote
        act.vague = True
        act.misplaced = card & hand.visible
    elif card <= DECK and not card & hand.may_hold(seat):
        if hand.blanks and hand.can_be_drawn(card) and _drew_unread(hand, seat):
            # he may have drawn it, and put it among the cards of his hand
            act.vague = True
        else:
            act.misplaced = card
    return act


def _drew_unread(hand: Hand, seat: Seat) -> bool:
    return any(card > DECK and drawer is seat for card, drawer in hand.drawer_of.items())


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
    offer = hand.offer
    if act.card and offer is not None and may_be_on_offer(hand, offer, act.card):
        act.names = act.card
    return act


def _meld(hand: Hand, seq: int, event: Event) -> Act:
    act = _act(hand, seq, event)
    offer = hand.offer
    act.seat = act.seat or _whose_move_it_is(hand)
    named: list[str] = event["cards"]
    act.cards = cards = cards_of(named)
    unread = 0
    if cards.bit_count() < len(named):
        unread = sum(text not in BITS for text in named)
        act.doubled = _doubled(named)
    if not lies_in_order(tuple(named)):
        act.disordered = True
    seat = act.seat
    if seat is None:
        return act
    hidden = offer is not None and (not offer.card or offer.card > DECK)
    if unread or hidden or seat.table > DECK or seat.unknown & TABLE:
        _read_with_holes(hand, act, seat, unread)
        _look_for_a_dead_card(hand, act, seat)
        hand.unknown |= OF_A_PLAYER
        act.unknown = (OFFER | DEBTS) * act.perhaps_used | TABLE * (act.ways > 1)
        return act
    if offer is not None:
        act.used = cards & offer.card & ~seat.table
    rest = cards & ~seat.table & ~act.used
    for card in each(rest & hand.visible):
        _place_visible(hand, act, seat, card)
    claimant, claimed = hand.dead_claim
    if claimed & rest and claimant == seat.name:
        act.dead |= claimed & rest
    act.from_hand = rest = rest & ~(act.stolen | act.dead)
    if rest & hand.doubtful:
        # where this card was, and whether it is paid for, is not known
        act.perhaps_used = True
    rest &= DECK & ~act.picked
    if rest:
        act.misplaced = rest & ~hand.may_hold(seat)
    if hand.blanks or hand.unknown:
        _look_for_unread_theft(hand, act, seat)
        _look_for_a_dead_card(hand, act, seat)
    if act.perhaps_used:
        act.unknown |= OFFER | DEBTS
        hand.unknown |= OF_A_PLAYER
    return act


def _look_for_unread_theft(hand: Hand, act: Act, seat: Seat) -> None:
    """A card that cannot come from the player's hand may be an unrecorded one that another player
    melded or paid: then it is not certain what is wrong."""
    if not act.misplaced:
        return
    lying = 0
    for other in hand.seats:
        if other is not seat and (other.table > DECK or other.exposed > DECK):
            lying |= hand.may_hold(other)
    if act.misplaced & lying:
        act.misplaced &= ~lying
        act.perhaps_used, act.unknown = True, TABLE


def _look_for_a_dead_card(hand: Hand, act: Act, seat: Seat) -> None:
    """A card melded out of turn may have lain on the pile, where nobody recorded it."""
    if act.used or act.dead or act.stolen or act.perhaps_used or own_decision(hand, seat):
        return
    held = hand.where.certain(hand.where.held[seat.place])
    if (hand.blanks or hand.unknown & PAST) and act.from_hand & ~held:
        act.perhaps_used = True


def _doubled(named: Sequence[str]) -> int:
    """The cards that stand twice in a list."""
    once = twice = 0
    for text in named:
        card = BITS.get(text, 0)
        twice |= once & card
        once |= card
    return twice


def _place_visible(hand: Hand, act: Act, seat: Seat, card: int) -> None:
    if card & hand.doubtful:
        return
    if any(card & other.table for other in hand.seats if other is not seat):
        act.stolen |= card
    elif _picked_up(hand, seat, card):
        act.picked |= card
    else:
        act.dead |= card


def _read_with_holes(hand: Hand, act: Act, seat: Seat, unread: int) -> None:
    """Read a meld where cards in it, on offer or on the player's table are not known."""
    # a claim need not be written: he may go on to use the card on offer
    decides = own_decision(hand, seat) or (
        hand.offer is not None and may_use(hand, seat, hand.offer)
    )
    if seat.unknown & TABLE or (hand.offer is not None and not hand.offer.card):
        _read_anyhow(hand, act, seat, unread, decides)
        return
    ways = readings(hand, seat, act.cards, unread, decides)
    if not ways:
        # no rule allows it, and which one forbids it hangs on the cards that nobody recorded
        _read_anyhow(hand, act, seat, unread, decides, lawful=False)
        return
    offer, first = hand.offer, ways[0]
    tables = {way.taken for way in ways}
    uses = {way.used for way in ways}
    offered = offer.card if offer is not None and True in uses else 0
    act.ways = len(tables)
    act.fewest = min(way.from_hand for way in ways)
    act.most = max(way.from_hand for way in ways)
    act.taken = first.taken
    # an unrecorded card may be the one on offer, and may be another one, though no rule allows it
    act.perhaps_used = len(uses) > 1
    if len(uses) == 1 and unread and offer is not None and not offer.card & act.cards:
        act.perhaps_used = True
        act.most += True in uses
        act.fewest = max(act.fewest - (False in uses), 0)
    free = act.cards & ~seat.table & ~offered
    act.cards |= sum(first.taken) & DECK
    named_offer = offered & DECK
    if uses == {True} and not act.perhaps_used:
        act.used = offered
        act.cards |= named_offer
    left = len(act.event["cards"]) - act.cards.bit_count()
    lifted = sum(first.taken) & ~DECK
    blanks = [*each(lifted), *([act.used] if act.used > DECK else [])][: max(left, 0)]
    blanks += [hand.new_blank() for _ in range(left - len(blanks))]
    act.cards |= sum(blanks)
    act.from_hand = act.cards & ~(seat.table | act.used)
    if act.ways > 1 or lifted or offered > DECK:
        act.unclear = free & DECK
    act.vague = act.ways > 1 or (bool(lifted and act.unclear) and left > 0)
    if act.used > DECK and act.ways == 1 and not lifted and not unread:
        _recognise_the_offer(hand, act, seat)


def _recognise_the_offer(hand: Hand, act: Act, seat: Seat) -> None:
    """Of the named cards one is the unrecorded one on offer: the only one that can be, or that the
    hand cannot have."""
    offer = hand.offer
    assert offer is not None
    held = hand.may_hold(seat)
    may_be = [
        card
        for card in each(act.unclear)
        if may_be_on_offer(hand, offer, card) and not act.unclear & ~(card | held)
    ]
    if len(may_be) == 1:
        act.names = act.used = may_be[0]
        act.from_hand &= ~act.used
        act.unclear = 0
    else:
        act.from_hand &= ~(act.from_hand & -act.from_hand)


def _read_anyhow(
    hand: Hand, act: Act, seat: Seat, unread: int, decides: bool, lawful: bool = True
) -> None:
    """A meld where it is not known how the player's melds lay, or what was on offer, or that
    cannot be ``lawful``: its cards may have come from anywhere but where they are known to lie."""
    offer = hand.offer
    open_before = bool(seat.unknown & TABLE) or not lawful
    fresh = act.cards & ~seat.table
    act.vague = True
    act.taken = tuple(lying & act.cards for lying in seat.melds)
    act.ways = 2 if open_before else 1
    act.most = fresh.bit_count() + unread
    act.fewest = 0 if open_before else max(act.most - 1, 0)
    if offer is not None and not offer.card:
        act.perhaps_used = bool(act.most)
    elif offer is not None and (offer.card & fresh or may_use(hand, seat, offer) or not lawful):
        _read_the_offer(act, seat, offer, unread, decides or not lawful)
        if act.used & DECK & ~act.cards:
            act.cards |= act.used
            unread -= 1
    for card in each(fresh & hand.visible & ~act.used):
        _place_visible(hand, act, seat, card)
    act.perhaps_used = act.perhaps_used or bool(fresh & hand.doubtful & ~act.used)
    act.cards |= sum(hand.new_blank() for _ in range(unread))
    act.from_hand = act.cards & ~(seat.table | act.used | act.stolen | act.dead)
    act.unclear = act.from_hand & DECK


def _read_the_offer(act: Act, seat: Seat, offer: Offer, unread: int, decides: bool) -> None:
    """Whether a meld of which little is known uses the card on offer."""
    may_be_it = bool(unread or offer.card > DECK)
    if offer.card & act.cards & ~seat.table:
        act.perhaps_used = bool(seat.unknown & USED)
        act.used = 0 if act.perhaps_used else offer.card
    elif may_be_it and not decides:
        act.used = offer.card
    else:
        act.perhaps_used = may_be_it


def may_be_on_offer(hand: Hand, offer: Offer, card: int) -> bool:
    """Whether this named card may be the one on offer, which nobody recorded."""
    if offer.card <= DECK or card & hand.visible & ~hand.doubtful:
        return False
    if hand.unknown & PAST:
        return True
    if offer.drawn or offer.by is None:
        return hand.can_be_drawn(card)
    return bool(card & hand.may_hold(offer.by))


def _cambio(hand: Hand, seq: int, event: Event) -> Act:
    act = _act(hand, seq, event)
    act.card = card = BITS.get(event["card"], 0)
    seat, receiver = act.seat, event.get("to")
    if receiver is not None and hand.find(receiver) is None:
        act.stranger = act.stranger or receiver
    if seat is None or not card or card & hand.doubtful:
        return act
    if hand.stage == PLAYING:
        fits = card & hand.may_hold(seat)
    elif seat.passed:
        fits = card & hand.where.possible(hand.where.dealt[seat.place])
    else:
        fits = card & hand.where.possible(hand.where.passed[seat.place])
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
    fresh = act.cards & ~(seat.exposed | seat.table)
    for card in each(fresh):
        if _picked_up(hand, seat, card):
            act.picked |= card
    if not seat.unknown & TABLE:
        act.misplaced = fresh & ~(act.picked | hand.may_hold(seat))
    return act


def _announce(hand: Hand, seq: int, event: Event) -> Act:
    act = _act(hand, seq, event)
    act.cards = cards_of(event.get("cards", ()))
    seat, game = act.seat, event["side_game"]
    if seat is not None and has_staked(hand, seat, game) and not announced_late(hand, seat):
        act.unread = act.cards.bit_count() < len(event.get("cards", ()))
        act.false = announced_falsely(hand, seat, game, act.cards, act.unread)
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


_names_of_the_deal = _people("hands")


def _deal(hand: Hand, seq: int, event: Event) -> Act:
    act = _names_of_the_deal(hand, seq, event)
    hands: Mapping[str, Any] = event["hands"]
    listed = [text for cards in hands.values() if isinstance(cards, list) for text in cards]
    act.cards = cards_of(listed)
    if act.cards.bit_count() < len(listed):
        act.doubled = _doubled(listed)
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

OUT_OF_PHASE: Mapping[int, frozenset[str]] = {
    BETTING: frozenset((*FROM_THE_DEAL, *_FROM_THE_FIRST_DRAW, "payment")),
    DEALT: frozenset((*_FROM_THE_FIRST_DRAW, "cut", "payment")),
    PLAYING: frozenset(("cut", "payment")),
    OVER: frozenset(("cut",)),
}
"""For each stage of a hand the events that do not belong to it."""

PLAY = frozenset(
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
