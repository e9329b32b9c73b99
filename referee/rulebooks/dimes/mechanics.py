"""Mechanics: what each event does to the hand, lawful or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging.account import Payment
from referee.judging.kernel.acts import Act
from referee.rulebooks.common import mechanics as common
from referee.rulebooks.dimes.going_out import (
    FALSE,
    ON_TRUST,
    PLAYS_ON,
    by_discard,
    lets_stand,
    on_their_word,
    rests_on_unseen,
)
from referee.rulebooks.dimes.hand import OUT, DimesHand, out
from referee.rulebooks.dimes.laying import why_no_meld
from referee.rulebooks.dimes.seats import Amiss, GoingOut, Lying, Player


def turn_up(hand: DimesHand, act: Act) -> None:
    """The top card of the deck begins the pile."""
    if hand.may_turn_up:
        hand.begun = True
        common.turn_up(hand, act)


def _begin(hand: DimesHand) -> None:
    """Where no first card of the pile is written down, it was one that nobody recorded."""
    if not hand.begun:
        hand.cards.leave_deck()
        hand.cards.pile.append(UNRECORDED)
    hand.begun = True


def draw(hand: DimesHand, act: Act) -> None:
    """The top card of the deck goes into the hand."""
    _begin(hand)
    _put_right(hand, act)
    amiss = _amiss(hand, act)
    if amiss is not None or hand.turn is None or (act.seat is hand.turn and hand.taken):
        hand.adrift.add(act.event["card"])
    if hand.cards.deck == 0:
        hand.count_new_deck()
    if hand.deck_may_be_empty():
        hand.adrift |= hand.perhaps_laid()
    _own_up(hand, act)
    common.draw(hand, act)
    hand.drawn_since += 1
    hand.amiss = amiss


def take(hand: DimesHand, act: Act) -> None:
    """The top card of the pile goes into the hand."""
    _begin(hand)
    _put_right(hand, act)
    amiss = _amiss(hand, act)
    _own_up(hand, act)
    if act.event.get("card") == UNRECORDED:
        hand.adrift.update(hand.cards.pile)
    if UNRECORDED in hand.cards.pile[-1:]:
        hand.adrift |= hand.perhaps_laid()
    if hand.was_misread(act):
        _disbelieve(hand, act)
    common.take(hand, act)
    hand.amiss = amiss


def _disbelieve(hand: DimesHand, act: Act) -> None:
    """A card is taken that does not lie in the pile: what was taken is in doubt, and what the
    player before laid there."""
    hand.cards.doubtful |= {act.event.get("card", UNRECORDED), *hand.cards.pile[-1:]}
    act.seat.doubted = True
    if hand.last is not None:
        hand.last.doubted = True


def _amiss(hand: DimesHand, act: Act) -> Amiss | None:
    """What is wrong with taking this card now, if it can simply go back: it is not this player's
    turn, or not the card that they may take."""
    seat, turn, pile = act.seat, hand.turn, hand.cards.pile
    if turn is None or hand.evens_out(act) or (seat is turn and hand.taken):
        return None
    if seat is not turn and hand.taken and seat is hand.after(turn):
        return None
    card, place = act.event.get("card", UNRECORDED), None
    if act.type == "take":
        top = pile[-1] if pile else UNRECORDED
        card = top if card == UNRECORDED else card
        place = len(pile) - 1 - pile[::-1].index(card) if card in pile else len(pile)
        right = UNRECORDED in (card, top) or card == top
        barred = hand.house["first_take"] == "barred" and not (hand.turns or hand.last)
        if seat is turn and right and not barred:
            return None
    elif seat is turn:
        return None
    return Amiss(seat, card, place, turn, hand.taken)


def _put_right(hand: DimesHand, act: Act) -> None:
    """The card that should not have been taken goes back to where it came from."""
    amiss = hand.amiss
    if amiss is None:
        return
    right, hand.amiss = hand.puts_right(act), None
    if not right:
        return
    hand.read = None
    holding, card = amiss.seat.holding, amiss.card
    if holding.known[card]:
        hand.cards.play(holding, card)
    else:
        card = UNRECORDED
        holding.unseen = max(holding.unseen - 1, 0) if holding.unseen is not None else None
    if amiss.place is not None:
        hand.cards.pile.insert(amiss.place, card)
    else:
        hand.cards.lay_on_deck(card)
    amiss.seat.vague += 1
    amiss.due.extra -= amiss.taken and amiss.due is not amiss.seat
    hand.turn, hand.taken = amiss.due, amiss.taken


def discard(hand: DimesHand, act: Act) -> None:
    """A card from the hand lies on the pile, and whoever goes out by it is out."""
    seat: Player = act.seat
    _begin(hand)
    _put_right(hand, act)
    if hand.evens_out(act):
        _doubt(hand, act)
        common.discard(hand, act)
        return
    course = by_discard(hand, act)
    is_out = course in (OUT, ON_TRUST)
    unsure = is_out and rests_on_unseen(seat, act.event["card"])
    if hand.takes_back(act):
        _take_back(hand, seat, act.event["card"])
    elif melds := hand.perhaps_takes_back(act):
        # the discard may be the copy that the record has in the meld
        if act.event["card"] != UNRECORDED:
            hand.cards.seen[act.event["card"]] -= 1
        for lying in melds:
            lying.perhaps_back = True
    _doubt(hand, act)
    going = hand.going(seat)
    _own_up(hand, act)
    common.discard(hand, act)
    hand.last = seat
    if is_out:
        hand.on_their_word = going.called if going is not None and not going.laid else 0
        hand.rests_on_unseen = unsure
        hand.going_out = None
        hand.finish(out(seat, act.seq))
    elif course == PLAYS_ON or going is None:
        hand.going_out = None
    else:
        going.told = going.stands = True


def _own_up(hand: DimesHand, act: Act) -> None:
    """A turn that is not as turns go: of a player who took two cards or none, or did not discard,
    and of those who were passed over, some line may be missing, or one too many. So they may hold
    other cards than the record tells, and one that is not recorded may lie on the pile."""
    seat: Player = act.seat
    turn: Player | None = hand.turn
    as_turns_go = seat is turn and hand.taken == (act.type == "discard")
    if as_turns_go or turn is None or hand.evens_out(act):
        return
    if act.type == "discard":
        took_none = hand.slips(act) > seat.vague
        seat.vague += took_none
        seat.extra -= took_none
    elif seat is turn:
        seat.vague += hand.taken
    if act.type != "discard" or seat is not turn:
        turn.extra += hand.taken
    if seat is turn:
        return
    while turn is not seat:
        turn.vague += 1
        turn = hand.after(turn)
    hand.cards.pile.append(UNRECORDED)
    hand.pile_unsure = True


def _doubt(hand: DimesHand, act: Act) -> None:
    """Cards that a player lays or shows and cannot have: they may be anywhere from then on, and how
    many the player holds nobody knows."""
    seat: Player = act.seat
    if act.type == "discard" and hand.cards.may_leave(seat.holding, act.event["card"]):
        return
    misplaced = hand.misplaced(act)
    if misplaced:
        hand.told.add(("card.count", seat.name))
    hand.cards.doubtful.update(misplaced)
    seat.doubted |= bool(misplaced) or hand.plays_too_many(act)


def _take_back(hand: DimesHand, seat: Player, card: str) -> None:
    """Somebody has taken a meld back into their hand; only this card if that was all that they
    had to discard."""
    lying = next(
        lying for lying in sorted(seat.melds, key=lambda lying: lying.good) if card in lying.cards
    )
    if lying.turn < hand.turns or not lying.good or seat.holding.count != 0:
        seat.melds.remove(lying)
        returned = list(lying.cards)
    else:
        lying.cards.remove(card)
        returned = [card]
    for each in returned:
        hand.cards.put_back(seat.holding, each)


def meld(hand: DimesHand, act: Act) -> None:
    """Cards from the hand lie together on the table."""
    seat: Player = act.seat
    _put_right(hand, act)
    if hand.over and seat is hand.is_out and not hand.on_their_word:
        return
    if lets_stand(hand, act):
        let_stand(hand, act)
    elif hand.blurred and hand.going_out is not None and hand.going_out.seat is not seat:
        hand.going_out = None
        hand.end_early(act.seq)
    lies_well = _lay(hand, act)
    going = hand.going_out
    if hand.over:
        seat.flawed |= not lies_well
        seat.shown = list((Counter(seat.shown) - Counter(act.event["cards"])).elements())
    elif hand.in_turn(seat) and not (going is not None and going.stands):
        going = hand.goes_out(seat)
        going.laid = True
        going.told |= not lies_well
        if hand.taken and seat.holding.count == 0 and not (hand.blurred or seat.unsure):
            going.told = going.stands = True
    else:
        hand.early.add(seat.name)
    if hand.on_their_word:
        hand.outcome = out(seat, hand.outcome.event) if seat is hand.is_out else hand.outcome


def _lay(hand: DimesHand, act: Act) -> bool:
    """Lay the cards down; whether they are a meld."""
    seat, listed = act.seat, list(act.event["cards"])
    laid = hand.laying(act)
    _doubt(hand, act)
    for lying in laid.back:
        seat.melds.remove(lying)
        for card in lying.cards:
            hand.cards.put_back(seat.holding, card)
        if lying.perhaps_back:
            hand.cards.forget(seat.holding)
    if not hand.over:
        seat.leave_open(Counter(listed), hand.turns)
    for card in list(listed) if laid.grows is None else laid.from_hand:
        hand.cards.play(seat.holding, card)
    good = why_no_meld(listed, hand.rules_of_round) is None
    if laid.grows is not None:
        laid.grows.cards, laid.grows.event, laid.grows.good = listed, act.seq, good
    else:
        seat.melds.append(Lying(listed, act.seq, hand.turns, good))
    return good


def win(hand: DimesHand, act: Act) -> None:
    """Somebody says that they are out."""
    seat: Player = act.seat
    _put_right(hand, act)
    going = hand.going_out
    if hand.over:
        return
    if going is not None and going.stands:
        if going.seat is seat:
            going.called = act.seq
        return
    if hand.in_turn(seat) and hand.last is not seat:
        hand.goes_out(seat).called = act.seq
    elif hand.last is seat and on_their_word(hand, seat) != FALSE:
        hand.on_their_word = act.seq
        hand.finish(out(seat, act.seq))
    else:
        hand.going_out = GoingOut(seat, act.seq, told=True, stands=True)


def reshuffle(hand: DimesHand, act: Act) -> None:
    """The pile but for its top card becomes the deck."""
    hand.count_new_deck()
    hand.adrift |= hand.perhaps_laid()
    common.renew_deck(hand, act)


def show(hand: DimesHand, act: Act) -> None:
    """Cards that somebody shows are known from then on, and count against that player."""
    let_stand(hand, act)
    if not hand.over and not hand.blurred:
        return
    if not hand.over:
        hand.end_early(act.seq)
    seat: Player = act.seat
    shown = hand.from_hand(act)
    _doubt(hand, act)
    for lying in hand.taken_up(act):
        seat.melds.remove(lying)
        for card in lying.cards:
            hand.cards.put_back(seat.holding, card)
        hand.cards.forget(seat.holding)
    for card in (Counter(shown) - seat.holding.known).elements():
        if seat.holding.unseen and card != UNRECORDED:
            hand.cards.name(seat.holding, card)
    seat.shown, seat.shown_at = shown, act.seq


def score(hand: DimesHand, act: Act) -> None:
    """Points are written down: for the table the hand is over."""
    let_stand(hand, act)
    common.score(hand, act)
    if not hand.over:
        hand.end_early(act.seq)


def end(hand: DimesHand, act: Act) -> None:
    """The hand is over; a table that gave it up has not decided it, also where the points were
    written down before."""
    given_up = act.event.get("why") == common.ABANDONED
    if not hand.over or (given_up and hand.is_undecided):
        hand.abandoned = given_up
        hand.end_early(act.seq)


def payment(hand: DimesHand, act: Act) -> None:
    """Dimes change hands."""
    let_stand(hand, act)
    event = act.event
    hand.payments.append(Payment(act.seq, event["from"], event["to"], event["amount"]))
    hand.unclear |= bool(act.stranger)


def let_stand(hand: DimesHand, act: Act) -> None:
    """The table takes somebody for out who is not."""
    going = hand.going_out
    if going is not None and lets_stand(hand, act):
        going.stands = True
        going.seat.extra += hand.taken and hand.turn is going.seat
        hand.end_early(act.seq)


def by_somebody(happen: Callable[[Any, Act], None]) -> Callable[[Any, Act], None]:
    """The same, but an act of nobody at the table is that of whoever has the turn, if it can be
    theirs; it may as well be a line too many. So nobody's turn is certain after it."""

    def happens(hand: DimesHand, act: Act) -> None:
        if not act.stranger:
            happen(hand, act)
        elif not hand.over:
            _of_a_stranger(happen, hand, act)

    return happens


def _of_a_stranger(happen: Callable[[Any, Act], None], hand: DimesHand, act: Act) -> None:
    seat: Player | None = hand.turn
    due = seat is not None and hand.taken
    if act.type == "show":
        return
    if act.type == "win":
        if seat is not None and hand.taken:
            hand.going_out = hand.going_out or GoingOut(seat)
        return
    hand.pile_unsure = True
    if act.type in ("draw", "take"):
        due = seat is not None and not due
    if due:
        happen(hand, act)
    elif act.type == "discard":
        _begin(hand)
        hand.cards.pile += [act.event["card"], UNRECORDED]
    if seat is None or hand.over:
        return
    seat.vague += len(act.event.get("cards", [""]))
    if act.type != "meld":
        hand.turn, hand.taken = None, False


_ACTS: Final[Mapping[str, Callable[[Any, Act], None]]] = {
    "draw": draw,
    "take": take,
    "discard": discard,
    "meld": meld,
    "win": win,
    "show": show,
}

MECHANICS: Final[Mapping[str, Callable[[Any, Act], None]]] = {
    **common.COMMON,
    "turn_up": turn_up,
    "reshuffle": reshuffle,
    "score": score,
    "end": end,
    "payment": payment,
    **{kind: by_somebody(happen) for kind, happen in _ACTS.items()},
}
"""What each event of a hand does."""
