"""A meld where cards in it, on offer or on the player's table are not known.

It is read in all ways that the rules allow; what they have in common is what the meld was. One that
no rule allows is read as a meld of which little is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards.deck import DECK, each
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand, own_decision
from referee.rulebooks.desmoche.melds import that_may_have
from referee.rulebooks.desmoche.reading.cards import may_be_on_offer, place_visible
from referee.rulebooks.desmoche.reading.readings import Way, may_use, ways_to_read
from referee.rulebooks.desmoche.records import Offer
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import TABLE, USED


def read_with_holes(hand: Hand, act: Act, seat: Seat, unread: int) -> None:
    """Read a meld of which so many cards are ``unread``."""
    offer = hand.offer
    # a claim need not be written: the player may go on to use the card on offer
    decides = own_decision(hand, seat) or (offer is not None and may_use(hand, seat, offer))
    if seat.unknown & TABLE or (offer is not None and not offer.card):
        _read_anyhow(hand, act, seat, unread, decides)
        return
    ways, others = ways_to_read(hand, seat, act.cards, unread, decides)
    if ways:
        act.perhaps_breaks = bool(others)
        hidden = bool(unread) and offer is not None and not offer.card & act.cards
        _count_the_ways(act, ways, others, hidden)
        _place_the_cards(hand, act, seat, ways, unread)
    else:
        # no rule allows it, and which one forbids it hangs on the cards that nobody recorded
        _read_anyhow(hand, act, seat, unread, decides, lawful=False)


def _count_the_ways(
    act: Act, ways: Sequence[Way], others: Sequence[Way], perhaps_offered: bool
) -> None:
    """What all ways have in common. ``others`` leave a meld broken; ``perhaps_offered`` if an
    unrecorded card of the meld may be the one on offer or another one, though no rule allows it."""
    uses = {way.used for way in ways}
    act.ways = len({way.taken for way in ways})
    act.taken = ways[0].taken
    from_hand = [way.from_hand for way in (*ways, *others)]
    act.fewest, act.most = min(from_hand), max(from_hand)
    act.perhaps_used = len(uses) > 1
    if len(uses) == 1 and perhaps_offered:
        act.perhaps_used = True
        act.most += True in uses
        act.fewest = max(act.fewest - (False in uses), 0)


def _place_the_cards(hand: Hand, act: Act, seat: Seat, ways: Sequence[Way], unread: int) -> None:
    """Each card of the meld has its place as in the plainest way."""
    offer = hand.offer
    offered = offer.card if offer is not None and any(way.used for way in ways) else 0
    free = act.cards & ~seat.table & ~offered
    lifted = sum(act.taken) & ~DECK
    act.cards |= sum(act.taken) & DECK
    if offered and not act.perhaps_used:
        act.used = offered
        act.cards |= offered & DECK
    left = max(len(act.event["cards"]) - act.cards.bit_count(), 0)
    blanks = [*each(lifted), *each(act.used & ~DECK)][:left]
    blanks += [hand.new_blank() for _ in range(left - len(blanks))]
    act.cards |= sum(blanks)
    act.from_hand = act.cards & ~(seat.table | act.used)
    if act.ways > 1 or lifted or offered > DECK or act.perhaps_breaks:
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
    fresh = act.cards & ~seat.table
    holes = (unread and seat.melds) or that_may_have(seat.melds, fresh, hand.house)
    open_before = bool(seat.unknown & TABLE or holes) or not lawful
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
        if not that_may_have(seat.melds, card, hand.house):
            place_visible(hand, act, seat, card)
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
