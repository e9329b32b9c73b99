"""Mechanics: what each event does to the hand, lawful or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging.kernel.acts import Act
from referee.knowledge.places import Holding, beyond, counted, listed
from referee.rulebooks.common import mechanics as common
from referee.rulebooks.common.hands import Outcome
from referee.rulebooks.dam.hand import Beg, DamHand, Discard
from referee.rulebooks.dam.laying import Laying, adds_to_the_contract, kinds_after
from referee.rulebooks.dam.seats import Lying, Player, Slip, WrongTake, may_be_none, stay_a_set

OUT: Final = "out"


def draw(hand: DamHand, act: Act) -> None:
    """The top card of the deck goes into the hand, and the discard can be begged no more."""
    _somebody_takes(hand, act.seat)
    common.draw(hand, act)


def take(hand: DamHand, act: Act) -> None:
    """The discard goes into the hand, and can be begged no more."""
    seat: Player = act.seat
    offer, pile, named = hand.offer, hand.cards.pile, act.event.get("card", UNRECORDED)
    if offer is not None and offer.beg is None:
        offer.gone = named in (offer.card, UNRECORDED)
    wrong = hand.takes_before_the_first(act) or hand.takes_an_old_one(act)
    top = pile[-1] if pile else UNRECORDED
    card = top if named == UNRECORDED else named
    place = pile.index(card) if card in pile and card != top else len(pile) - 1
    _somebody_takes(hand, seat)
    common.take(hand, act)
    if wrong:
        hand.wrong_take = WrongTake(seat, card, place)


def _somebody_takes(hand: DamHand, taker: Player) -> None:
    """The turn before is over, and with it the contract that was laid in it."""
    for seat in hand.seats:
        seat.hasty = False
        if seat is not taker:
            _lay_no_more(hand, seat)
    hand.wrong_take, hand.laid = None, False
    for slip in hand.slips:
        slip.late = slip.late or slip.seat is not taker
    if hand.offer is not None:
        hand.offer.moved_on = True


def _lay_no_more(hand: DamHand, seat: Player) -> None:
    """The turn in which somebody may have laid their contract is over."""
    if seat.fresh:
        doubtful = hand.unseen_in_melds and any(map(may_be_none, seat.fresh))
        seat.misread = doubtful or not hand.has_contract(seat.fresh)
        if not seat.misread:
            for meld in seat.fresh:
                stay_a_set(meld)
        seat.melded, seat.fresh = True, []
    seat.excused = False


def _keep_lying(hand: DamHand, seat: Player, melds: Sequence[Lying]) -> None:
    """Nobody takes up again what they laid only too soon, once cards are laid onto it or their turn
    is over."""
    hand.slips = [
        slip
        for slip in hand.slips
        if slip.seat is not seat
        or slip.before is not None
        or not slip.meld.kinds
        or slip.meld not in melds
    ]


def discard(hand: DamHand, act: Act) -> None:
    """A card from the hand lies on the pile and is on offer to the next player. What somebody lays
    down who has begged is not: it is not their turn."""
    seat: Player = act.seat
    if hand.has_begged(seat):
        hand.cards.play(seat.holding, act.event["card"])
        hand.cards.pile.append(act.event["card"])
        hand.laid_by_beggars.append((seat, act.event["card"]))
    else:
        _lay_no_more(hand, seat)
        _keep_lying(hand, seat, seat.melds)
        seat.hasty = False
        common.discard(hand, act)
        hand.offer = Discard(act.event["card"], seat, act.seq, hand.after(seat))
    _ends_with(hand, act)


def decline(hand: DamHand, act: Act) -> None:
    """Who does not want a discard comes behind whoever begs it."""
    if hand.offer is not None and not act.stranger:
        hand.offer.passed.append(act.seat)


def beg(hand: DamHand, act: Act) -> None:
    """The discard and the next card of the deck go into the hand of whoever has the better right to
    them; another one gives them back first. Where the discard is gone nothing moves. The next
    player only takes the discard: a card that they drew with it is laid back. Where nobody knows
    the discard, nobody knows either whether the cards stay with whoever begged them."""
    seat, offer = act.seat, hand.offer
    if act.stranger:
        _somebody_begs(hand, act)
        return
    if offer is None and not hand.blurred:
        return
    if offer is not None:
        too_late = offer.gone or (offer.moved_on and offer.beg is not None)
        if too_late or not hand.outranks(seat, offer):
            return
        if offer.beg is not None:
            give_back(hand, offer.beg)
        if seat is offer.next:
            take(hand, act)
            hand.not_due.append((seat, act.event.get("drawn", UNRECORDED)))
            return
    named = act.event.get("card", UNRECORDED)
    card = hand.cards.take(seat.holding, named)
    drawn = _from_the_deck(hand, seat.holding, act)
    if offer is not None:
        seat.begs += 1
        offer.beg = Beg(seat, act.seq, card, drawn)


def _somebody_begs(hand: DamHand, act: Act) -> None:
    """A name that nobody has stands for the one player who may beg; where several may, each of them
    may have two cards more, and nobody knows when they have none left."""
    offer = hand.offer
    if offer is None or offer.moved_on or offer.beg is not None or offer.gone:
        return
    beggars = hand.who_may_beg(offer)
    if len(beggars) == 1:
        act.seat, act.stranger = beggars[0], ""
        beg(hand, act)
        return
    hand.blurred = offer.gone = True
    nobody = Holding()
    hand.cards.take_up(nobody)
    _from_the_deck(hand, nobody, act)
    hand.cards.forget(nobody)
    for seat in beggars:
        seat.holding.unseen = None


def _from_the_deck(hand: DamHand, holding: Holding, act: Act) -> str | None:
    """The card that comes with a discard that was begged; none if there is none left."""
    cards = hand.cards
    drawn: str = act.event.get("drawn", UNRECORDED)
    cards.renew_for([drawn])
    if cards.deck == 0 and "drawn" not in act.event:
        return None
    cards.deal(holding, [drawn])
    return drawn


def give_back(hand: DamHand, given: Beg) -> None:
    """Somebody who begged gives both cards back, and has not begged."""
    cards, holding = hand.cards, given.seat.holding
    given.seat.begs -= 1
    cards.play(holding, given.card)
    cards.pile.append(given.card)
    if given.drawn is not None:
        cards.play(holding, given.drawn)
        cards.lay_on_deck(given.drawn)


def meld(hand: DamHand, act: Act) -> None:
    """The cards lie on the table as they are listed; where it is not known before whom, nobody
    knows how. Who melds when they may not is not out by it."""
    seat: Player = act.seat
    laying = hand.laying(act)
    hand.laid = True
    if UNRECORDED in laying.cards:
        hand.unseen_in_melds = True
    if hand.unseen_in_melds and hand.may_have_taken_up(act):
        seat.holding.unseen, hand.blurred = None, True
    if laying.vague:
        _lose_track(hand, act, laying)
        return
    if laying.onto is None and hand.find(act.event.get("owner", seat.name)) is None:
        # nobody knows whether it belongs to their contract
        seat.melded, seat.fresh = None, []
    unread = _what_is_unread(seat, laying) if UNRECORDED in laying.cards else None
    _play(hand, seat, laying)
    for card in laying.freed:
        hand.cards.put_back(seat.holding, card)
    seat.hasty = not hand.may_meld(seat)
    kinds = kinds_after(laying)
    is_wrong = hand.is_wrong(seat, laying)
    before = None if laying.onto is None else replace(laying.onto)
    if laying.onto is None:
        lying = Lying(laying.cards, act.seq, frozenset() if laying.torn else kinds, unread=unread)
        if adds_to_the_contract(seat, laying):
            seat.fresh.append(lying)
            seat.excused = seat.excused or seat.hasty
        laying.owner.melds.append(lying)
    else:
        _tell_apart(laying.onto, laying)
        if len(laying.cards) > len(laying.onto.cards):
            _keep_lying(hand, laying.owner, [laying.onto])
        laying.onto.cards, laying.onto.event, laying.onto.kinds = laying.cards, act.seq, kinds
        laying.onto.unread = None
    if is_wrong:
        lying = laying.onto or laying.owner.melds[-1]
        hand.slips.append(Slip(seat, laying.owner, lying, laying.from_hand, before))
    if not seat.hasty:
        _ends_with(hand, act)


def _what_is_unread(seat: Player, laying: Laying) -> frozenset[str] | None:
    """What the cards of a new meld may be that nobody recorded: those that its player had left, if
    all of them were known; None for any."""
    if laying.uncounted or seat.holding.unseen != 0:
        return None
    return frozenset(beyond(seat.holding.cards, counted(laying.cards)))


def _play(hand: DamHand, seat: Player, laying: Laying) -> None:
    """The cards leave the hand, as many as they may be. Where that is open, the player may have
    had any of them in their hand."""
    if laying.uncounted:
        hand.blurred = True
        seat.holding.unseen = None
        if UNRECORDED in laying.cards:
            hand.cards.forget(seat.holding)
    for card in laying.from_hand:
        hand.cards.play(seat.holding, card)
    if laying.onto is not None and laying.renames:
        hand.cards.forget(seat.holding)
    if laying.onto is not None and (laying.uncounted or laying.renames):
        unsaid = beyond(laying.onto.cards, counted(laying.cards))
        hand.cards.seen.subtract(card for card in listed(unsaid) if card != UNRECORDED)


def _lose_track(hand: DamHand, act: Act, laying: Laying) -> None:
    """Nobody knows any more how the melds lie of which one has grown, nor perhaps how many cards
    who laid them has left."""
    seat, owner, cards = act.seat, laying.owner, hand.cards
    _play(hand, seat, laying)
    for meld in owner.melds:
        cards.seen.subtract(card for card in meld.cards if card != UNRECORDED)
    hand.slips = [slip for slip in hand.slips if slip.owner is not owner]
    owner.melds, owner.fresh, owner.melded, owner.misread = [], [], None, True
    seat.hasty = not hand.may_meld(seat)
    if not seat.hasty:
        _ends_with(hand, act)


def _tell_apart(onto: Lying, laying: Laying) -> None:
    """Where cards may have been laid onto one of two melds, a later line may show which."""
    if laying.swapped and onto.instead is not None:
        other, _ = onto.instead
        other.cards, onto.instead = onto.cards, None
    for meld in laying.owner.melds:
        if meld.instead is not None and meld.instead[0] is onto:
            meld.instead = None
    if laying.instead is not None:
        onto.instead = (laying.instead, onto.cards)


def show(hand: DamHand, act: Act) -> None:
    """Cards that somebody shows are known from then on; not whose they are that nobody knows, nor
    which of them are the player's where they are too many."""
    if act.stranger:
        return
    holding = act.seat.holding
    new = Counter(act.event["cards"]) - holding.known
    if not holding.unseen or new.total() > holding.unseen:
        return
    for card in new.elements():
        if card != UNRECORDED:
            hand.cards.name(holding, card)


def _ends_with(hand: DamHand, act: Act) -> None:
    """Who has no cards left ends the hand; who may have none may have ended it."""
    seat: Player = act.seat
    if seat.holding.count == 0:
        melds = tuple(tuple(lying.cards) for lying in seat.melds)
        hand.perhaps_not_out = any(may_be_none(lying) for one in hand.seats for lying in one.melds)
        hand.finish(Outcome(OUT, act.seq, seat.name, melds))
    elif seat.perhaps_fewer and seat.perhaps_out:
        hand.blurred = True


def by_somebody(happen: Callable[[Any, Act], None]) -> Callable[[Any, Act], None]:
    """The same, unless the event is by nobody at the table while it is nobody's turn."""

    def happens(hand: DamHand, act: Act) -> None:
        if act.seat is not None:
            happen(hand, act)

    return happens


_ACTS: Final[Mapping[str, Callable[[Any, Act], None]]] = {
    "draw": draw,
    "take": take,
    "discard": discard,
    "pass": decline,
    "beg": beg,
    "meld": meld,
    "show": show,
}

MECHANICS: Final[Mapping[str, Callable[[Any, Act], None]]] = {
    **common.COMMON,
    "reshuffle": common.renew_deck,
    **{kind: by_somebody(happen) for kind, happen in _ACTS.items()},
}
"""What each event of a hand does."""
