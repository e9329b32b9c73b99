"""What was done wrongly and is made good at the table.

No event of a log tells that a card goes back. A later one shows it, which could not be if the card
still lay where it went.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.kernel.acts import Act
from referee.rulebooks.common.hands import PLAYING
from referee.rulebooks.dam.hand import DamHand
from referee.rulebooks.dam.laying import can_hold
from referee.rulebooks.dam.mechanics import give_back
from referee.rulebooks.dam.seats import Lying, Player, Slip

SHOWS_MORE: Final = frozenset({"deal", "draw", "take", "beg", "discard", "meld"})
"""The events that may show that something went back."""

FEW: Final = 2
"""So many cards of what was no meld show, in another meld, that it was taken up again."""


def take_back(hand: DamHand, act: Act) -> None:
    """Let go back what an event shows to have gone back before it."""
    event = act.event
    if event["type"] == "deal":
        _gather(hand)
    if not _is_loose(hand):
        return
    seat = hand.find(event.get("player", ""))
    if seat is None:
        return
    match event["type"]:
        case "draw":
            _lay_back(hand, seat)
        case "take":
            _lay_back(hand, seat)
            _give_up(hand, seat, event.get("card", UNRECORDED))
        case "beg":
            _give_up(hand, seat, event.get("card", UNRECORDED))
        case "discard":
            _keep_drawn(hand, seat, [event["card"]])
            _keep_begged(hand, seat, event["card"])
            shown = [slip for slip in hand.slips if _is_discarded(hand, seat, slip, event["card"])]
            for slip in shown[-1:]:
                was_a_meld = slip.meld.kinds or slip.before is not None
                if event["card"] == UNRECORDED or event["card"] not in slip.played:
                    _leave_open(hand, slip)
                elif was_a_meld and hand.cards.fits(seat.holding, event["card"]):
                    # it may be another copy, which the player held unseen
                    _leave_open(hand, slip)
                else:
                    _take_up(hand, slip)
        case "meld":
            owner = hand.find(event.get("owner", seat.name))
            cards = event["cards"]
            shown = [
                slip
                for slip in hand.slips
                if slip.owner is owner and _is_laid_anew(hand, act, seat, slip)
            ]
            for slip in shown[-1:]:
                if _may_lie_still(hand, seat, slip, cards):
                    seat.perhaps_fewer += len(slip.played)
                _take_up(hand, *_with_it(hand, slip, cards))
            if not shown and UNRECORDED in cards:
                _doubt(hand, seat, cards)
            _keep_drawn(hand, seat, hand.reading_of(act).from_hand)


def _is_loose(hand: DamHand) -> bool:
    """Whether something was done that can go back."""
    if hand.slips or hand.laid_by_beggars or hand.not_due or hand.wrong_take is not None:
        return True
    return hand.offer is not None and hand.offer.beg is not None


def _gather(hand: DamHand) -> None:
    """Cards that were dealt wrongly are gathered to be dealt anew, if nobody has acted yet."""
    if hand.stage != PLAYING or hand.blurred or hand.taken or hand.offer is not None:
        return
    if any(seat.holding.count != hand.each for seat in hand.seats):
        hand.deal_anew()


def _lay_back(hand: DamHand, seat: Player) -> None:
    """Who has taken a card that they might not take gives it back and takes another one."""
    wrong = hand.wrong_take
    if wrong is None or wrong.seat is not seat or hand.turn is not seat or not hand.taken:
        return
    cards, holding = hand.cards, seat.holding
    if wrong.card != UNRECORDED:
        cards.play(holding, wrong.card)
    elif holding.unseen:
        holding.unseen -= 1
    if wrong.place >= 0:
        cards.pile.insert(wrong.place, wrong.card)
    elif wrong.card != UNRECORDED:
        # it lay nowhere
        cards.seen[wrong.card] -= 1
    hand.wrong_take, hand.taken = None, False


def _give_up(hand: DamHand, seat: Player, card: str) -> None:
    """Who has begged without a right gives the discard up to the next player, who takes it."""
    offer = hand.offer
    if offer is None or offer.beg is None or offer.moved_on or seat is not offer.next:
        return
    if (card == UNRECORDED or offer.card in (card, UNRECORDED)) and hand.begged_without_right(
        offer.beg, offer
    ):
        give_back(hand, offer.beg)
        offer.beg = None


def _keep_drawn(hand: DamHand, seat: Player, cards: Sequence[str]) -> None:
    """Who drew a card that was not due to them, and plays one that they cannot have otherwise, has
    kept it."""
    for card in hand.cards.misplaced(seat.holding, cards):
        for laid_back in ((seat, card), (seat, UNRECORDED)):
            if laid_back in hand.not_due and hand.cards.can_be_drawn(card):
                hand.not_due.remove(laid_back)
                hand.cards.deal(seat.holding, [card])
                break


def _keep_begged(hand: DamHand, seat: Player, card: str) -> None:
    """A beggar has kept a card that they discarded before their turn, if they discard it again."""
    laid, cards = (seat, card), hand.cards
    if laid in hand.laid_by_beggars and card in cards.pile and not cards.fits(seat.holding, card):
        hand.laid_by_beggars.remove(laid)
        cards.pile.remove(card)
        cards.put_back(seat.holding, card)


def _is_discarded(hand: DamHand, seat: Player, slip: Slip, card: str) -> bool:
    """Whether somebody discards a card that they had laid wrongly: in the same turn, if nothing
    was laid onto it, or one that they cannot have in their hand. A card that nobody recorded, here
    or there, may be it."""
    if slip.seat is not seat or seat.holding.known[card]:
        return False
    # a card of the hand that was not known is one of those that lie there now
    laid = slip.meld.cards if UNRECORDED in slip.played else slip.played
    if card != UNRECORDED and not {card, UNRECORDED} & {*laid}:
        return False
    lay = len(slip.before.cards) if slip.before is not None else 0
    as_laid = len(slip.meld.cards) == lay + len(slip.played)
    return (as_laid and not slip.late) or not hand.cards.fits(seat.holding, card)


def _leave_open(hand: DamHand, slip: Slip) -> None:
    """Nobody knows whether the cards went back, and how many somebody holds."""
    hand.slips.remove(slip)
    for player in {slip.seat, slip.owner}:
        player.melded, player.fresh, player.misread = None, [], True
    slip.seat.holding.unseen, hand.blurred = None, True


def _is_laid_anew(hand: DamHand, act: Act, seat: Player, slip: Slip) -> bool:
    """Whether a meld is laid as it cannot be while the cards of a slip still lie there, or hardly
    is: who lays two cards of what was no meld again has taken them up."""
    listed: list[str] = act.event["cards"]
    lies, anew = Counter(slip.meld.cards), Counter(listed)
    if slip.before is not None:
        is_it = anew >= Counter(slip.before.cards) or _is_no_other(slip, listed)
        return is_it and not can_hold(listed, slip.meld)
    if slip.seat is not seat or anew > lies:
        return False
    if slip.meld.kinds and (anew == lies or _must_be(seat, listed, slip.meld)):
        return True
    again, holding = anew & lies, seat.holding
    laying = hand.reading_of(act)
    is_new = laying.onto is None or laying.torn
    played = act.event["cards"] if is_new else laying.from_hand
    if hand.cards.misplaced(holding, played):
        return any(card in again for card in played)
    return not slip.meld.kinds and not anew <= holding.known and again.total() >= FEW


def _may_lie_still(hand: DamHand, seat: Player, slip: Slip, listed: Sequence[str]) -> bool:
    """Whether what was no meld may lie there still though some of its cards are laid again: the
    player may hold others of these names."""
    count = seat.holding.count
    enough = count is None or count >= len(listed)
    return enough and not slip.meld.kinds and not hand.cards.misplaced(seat.holding, listed)


def _doubt(hand: DamHand, seat: Player, listed: Sequence[str]) -> None:
    """Cards of which not all were recorded may be those of what was no meld, laid again."""
    unread = listed.count(UNRECORDED)
    for slip in [slip for slip in hand.slips if slip.seat is seat and slip.before is None]:
        again = Counter(slip.meld.cards) & Counter(listed)
        if not slip.meld.kinds and again.total() + unread >= FEW and slip.meld in seat.melds:
            _leave_open(hand, slip)


def _is_no_other(slip: Slip, listed: Sequence[str]) -> bool:
    """Whether cards of which not all were recorded can be the meld as it lay before the slip, and
    no other one of its owner."""
    others = [meld for meld in slip.owner.melds if meld is not slip.meld]
    before = slip.before
    can_be = before is not None and can_hold(listed, before)
    return can_be and not any(can_hold(listed, meld) for meld in others)


def _must_be(seat: Player, listed: Sequence[str], meld: Lying) -> bool:
    """Whether cards of which not all were recorded are a meld laid anew: the player does not hold
    so many others."""
    holds = seat.holding.count
    if holds is None or holds >= len(listed):
        return False
    return len(listed) == len(meld.cards) and can_hold(listed, meld)


def _with_it(hand: DamHand, slip: Slip, listed: Sequence[str]) -> list[Slip]:
    """Who takes up a meld because it was not their turn takes up all that they laid then, but for
    a meld that is listed whole with more cards."""
    if slip.before is not None or not slip.meld.kinds:
        return [slip]
    anew = Counter(listed)
    return [
        one
        for one in hand.slips
        if one.seat is slip.seat
        and one.before is None
        and one.meld.kinds
        and not anew > Counter(one.meld.cards)
    ]


def _take_up(hand: DamHand, *slips: Slip) -> None:
    """The cards go back into the hand, and the melds lie as they lay before."""
    for slip in slips:
        seat, meld, before = slip.seat, slip.meld, slip.before
        hand.slips.remove(slip)
        if before is not None:
            meld.cards, meld.event, meld.kinds = before.cards, before.event, before.kinds
        else:
            slip.owner.melds.remove(meld)
            if meld in seat.fresh:
                seat.fresh.remove(meld)
                seat.excused = not meld.kinds or (seat.excused and bool(seat.fresh))
            elif meld.kinds:
                seat.melded = seat.misread = bool(seat.melds)
        for card in slip.played:
            hand.cards.put_back(seat.holding, card)
