"""What each event does to a hand, lawful or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.findings import Undecided
from referee.judging.kernel.acts import Act
from referee.rulebooks.common import mechanics as common
from referee.rulebooks.common.hands import Outcome
from referee.rulebooks.desmoche_app.hand import AppHand, AppSeat, FirstDiscard, Torn, WrongDiscard
from referee.rulebooks.desmoche_app.laying import Meld, fitting, in_order, is_left_of, lifted

Mechanic = Callable[[AppHand, Act], None]
Doing = Callable[[AppHand, AppSeat, Act], None]


def by_somebody(doing: Doing) -> Mechanic:
    """An act of somebody at the table; of a stranger after a gap nobody knows what it did."""

    @wraps(doing)
    def carry_out(hand: AppHand, act: Act) -> None:
        if act.seat is not None:
            doing(hand, act.seat, act)

    return carry_out


def at_play(doing: Doing) -> Mechanic:
    """The same for an act that shows that the first discard lies there."""

    @by_somebody
    @wraps(doing)
    def carry_out(hand: AppHand, seat: AppSeat, act: Act) -> None:
        if not hand.turned:
            _turn(hand, act)
        hand.win_called = False
        doing(hand, seat, act)
        if hand.blurred:
            _come_to_light(hand, act)

    return carry_out


def _come_to_light(hand: AppHand, act: Act) -> None:
    """The cards of an act lie where it has them, and not where a gap had hidden them."""
    for seat in hand.seats:
        if seat.lay_before:
            seat.lay_before -= {act.event.get("card", ""), *act.event.get("cards", ())}


@by_somebody
def cambio(hand: AppHand, seat: AppSeat, act: Act) -> None:
    """A card goes to the other player. Of a stranger's nobody knows whose it was."""
    if hand.find(act.event["player"]) is None:
        hand.strange_passes += 1
        for one in hand.seats:
            hand.cards.forget(one.holding)
        return
    if hand.puts_right(act):
        seat.to_himself = ""
        return
    if hand.find(act.event.get("to", "")) is seat:
        seat.to_himself = act.event["card"]
    other, card = hand.after(seat), act.event["card"]
    hand.cards.pass_on(seat.holding, other.holding, card, seat.received)
    if seat.passed:
        other.spare += 1
        seat.passed_again += [act.seq] if hand.all_passed and not hand.turned else []
    seat.passed = seat.passed or act.seq
    other.received.append(card)


def turn_up(hand: AppHand, act: Act) -> None:
    """The top card of the stock begins the waste, once."""
    if not hand.turned:
        _turn(hand, act)


def _turn(hand: AppHand, act: Act) -> None:
    """The first discard lies there; where a gap leaves open whether it did before, as this line or
    the count of the stock shows."""
    card = act.event["card"] if act.type == "turn_up" else UNRECORDED
    hand.turned, hand.read = act.seq, None
    if act.type == "turn_up":
        for seat in hand.seats:
            seat.passed_again.clear()
    if act.type == "turn_up" or not hand.blurred or hand.is_untouched(hand.cards.deck):
        hand.cards.leave_deck()
        hand.cards.show(card)
        hand.cards.pile.append(card)
    missing = [seat for seat in hand.seats if not seat.passed]
    if missing and not hand.blurred:
        # a card was passed that nobody wrote down, or none: who has it is open
        for seat in missing:
            hand.cards.forget(seat.holding)
        for seat in hand.seats:
            hand.cards.lose_count(seat.holding)


@at_play
def decline(hand: AppHand, seat: AppSeat, act: Act) -> None:
    """The player does not want the first discard; nor did the non-dealer if the dealer says so."""
    if hand.on_offer_to(seat):
        hand.declined.add(seat.name)


@at_play
def take(hand: AppHand, seat: AppSeat, act: Act) -> None:
    """The top card of the waste goes into the hand; if another one is written, it is that one."""
    cards, named = hand.cards, act.event.get("card", UNRECORDED)
    wrong = hand.wrong_discard if hand.mends_discard(act) else None
    if wrong is not None and wrong.surely:
        hand.wrong_discard = None
        hand.turn, hand.taken = wrong.turn, wrong.taken
        hand.from_waste.clear()
        cards.take_up(seat.holding)
        return
    if named == UNRECORDED or (cards.pile and cards.pile[-1] in (named, UNRECORDED)):
        card = cards.take_up(seat.holding)
        if card == UNRECORDED != named:
            card = named
            cards.name(seat.holding, named)
    else:
        card = named
        cards.doubtful |= {named, *cards.pile[-1:]}
        cards.take_out(seat.holding, named)
    first, perhaps = not hand.begun and not hand.blurred, not hand.begun and hand.blurred
    perhaps_back = wrong is not None or (hand.blurred and hand.turn is None)
    _begin_turn(hand, seat)
    if perhaps_back:
        # it may be their own card, which they take back, or another one that they take
        hand.may_go_back = hand.out_of_turn = True
    else:
        hand.from_waste.append(card)
    if perhaps and seat is hand.dealer_seat:
        hand.first_discard = FirstDiscard(act.seq, card, surely=False, perhaps=True)
    if first and not hand.declined and seat is not hand.dealer_seat:
        hand.first_discard = FirstDiscard(act.seq, card, surely=False)
    elif first and seat is hand.dealer_seat and seat.name not in hand.declined:
        hand.first_discard = FirstDiscard(act.seq, card, surely=True)
        hand.out_of_turn = False
    win_with_ten(hand, seat, act.seq)


@at_play
def draw(hand: AppHand, seat: AppSeat, act: Act) -> None:
    """The top card of the stock goes into the hand."""
    hand.cards.draw(seat.holding, act.event["card"])
    if hand.mends_discard(act):
        hand.wrong_discard = None
        return
    _begin_turn(hand, seat)
    win_with_ten(hand, seat, act.seq)


def _begin_turn(hand: AppHand, seat: AppSeat) -> None:
    for one in hand.seats:
        one.torn.clear()
    if hand.blurred and hand.turn is seat and not hand.taken:
        # the other one has ended their turn, and laid down no more than one card
        hand.after(seat).perhaps_spare = False
    if hand.taken and hand.turn is not None:
        # a card too many: the player's own second one, or that of who has not discarded
        hand.turn.spare += 1
        if hand.turn is not seat:
            hand.cards.lose_count(hand.turn.holding)
    waiting = hand.turn is not None and not hand.taken
    hand.out_of_turn = waiting and hand.turn is not seat and not hand.made_up
    if hand.turn is not seat or not hand.taken:
        hand.from_waste.clear()
        hand.first_discard = None
    hand.wrong_discard = None
    hand.begun, hand.made_up, seat.melded_early, hand.has_laid = True, False, False, False
    hand.begin_turn(seat)


@at_play
def meld(hand: AppHand, seat: AppSeat, act: Act) -> None:
    """The listed cards lie together now; what they were taken from lies without them."""
    cards, laid, takes_unseen = hand.cards, hand.laying(act), hand.takes_unseen(act)
    if laid.open or hand.makes_fourth(act):
        cards.lose_count(seat.holding)
    for card in laid.from_hand:
        cards.play(seat.holding, card)
    for card in laid.named_now:
        cards.show(card)
    other = hand.after(seat)
    perhaps_theirs = UNRECORDED in laid.meld and _doubt_theirs(hand, other, laid.meld)
    if laid.stolen or takes_unseen:
        _leave_open(hand, act)
    if laid.stolen and any(set(meld) <= set(laid.meld) for meld in other.melds):
        # laid off on the other player's meld, which stays where it lies
        laid.lies.remove(laid.meld)
    else:
        perhaps_theirs = perhaps_theirs or (bool(laid.stolen) and _adds_to_theirs(other, laid.meld))
        _lift(other, [card for card in laid.meld if card != UNRECORDED])
    seat.melds = laid.lies
    seat.unlisted -= set(laid.meld) - {UNRECORDED}
    seat.unlisted |= laid.open
    if takes_unseen or perhaps_theirs:
        # it may have been laid off on the other player's meld
        seat.unlisted |= set(laid.meld)
    if UNRECORDED not in seat.melded:
        seat.unlisted.discard(UNRECORDED)
    _leave_torn(seat, act, laid.torn)
    seat.melded_early = seat.melded_early or not hand.in_turn(seat)
    hand.has_laid = hand.has_laid or hand.in_turn(seat)
    win_with_ten(hand, seat, act.seq)


def _doubt_theirs(hand: AppHand, other: AppSeat, meld: Meld) -> bool:
    """Whether a card of a meld that nobody recorded may be one of the other player's, of which
    nobody knows then where it lies."""
    theirs = {card for card in other.melded if fitting([meld], card)}
    hand.cards.doubtful |= theirs
    return bool(theirs)


def _adds_to_theirs(other: AppSeat, meld: Meld) -> bool:
    """Whether all cards of a meld of the other player are in this one, but for those that nobody
    recorded there, which may be."""
    return any(set(lying) - {UNRECORDED} <= set(meld) for lying in other.melds)


def _leave_open(hand: AppHand, act: Act) -> None:
    """Cards of the other player's melds were used: that player may have them again, or not,
    without a word, and where they and those laid with them lie is open."""
    hand.cards.doubtful |= set(act.event["cards"]) - {UNRECORDED}
    for one in hand.seats:
        hand.cards.lose_count(one.holding)


@at_play
def take_back(hand: AppHand, seat: AppSeat, act: Act) -> None:
    """The cards go from the meld back to the hand."""
    listed = dict.fromkeys(card for card in act.event["cards"] if card != UNRECORDED)
    _name_unrecorded(hand, seat, listed)
    others = hand.others_melded(seat)
    if any(card in others for card in listed):
        _leave_open(hand, act)
    for owner, melded in ((seat, seat.melded), (hand.after(seat), others)):
        cards = [card for card in listed if card in melded]
        torn = _lift(owner, cards)
        if owner is seat:
            _leave_torn(seat, act, torn)
        for card in cards:
            hand.cards.put_back(seat.holding, card)
    if seat.unlisted:
        seat.taken_back += len(listed)
    seat.unlisted.difference_update(listed)
    hand.cards.doubtful |= {card for card in listed if not seat.holding.known[card]}
    if UNRECORDED in act.event["cards"]:
        # it may be any card that lies there
        hand.cards.doubtful |= {*hand.after(seat).melded} - {UNRECORDED}
    for _ in range(act.event["cards"].count(UNRECORDED)):
        hand.cards.put_back(seat.holding, UNRECORDED)
        _lift_one_unseen(seat)


def _leave_torn(seat: AppSeat, act: Act, rests: list[Meld]) -> None:
    """Keep in mind what is left that is no meld; what was mended is not told if it is broken
    again."""
    seat.torn += [Torn(act.seq, act.type, rest) for rest in rests]
    seat.torn = [one for one in seat.torn if any(is_left_of(meld, one.rest) for meld in seat.melds)]


def _lift(seat: AppSeat, cards: list[str]) -> list[Meld]:
    """Take the cards from a player's melds; what that leaves that is no meld."""
    seat.melds, torn = lifted(seat.melds, cards)
    return torn


def _name_unrecorded(hand: AppHand, seat: AppSeat, cards: Iterable[str]) -> None:
    """What is taken back and was not known to lie in a meld is one of the cards that lay there
    unrecorded; which of them is open where it fits into two melds."""
    for card in cards:
        fit = [meld for meld in seat.melds if fitting([meld], card)]
        if card in seat.melded or not fit:
            continue
        if len(fit) > 1:
            seat.unlisted |= fitting(fit, card)
        fit[0][fit[0].index(UNRECORDED)] = card
        hand.cards.show(card)


def _lift_one_unseen(seat: AppSeat) -> None:
    """Take a card that nobody wrote down from a player's melds: any of those that lie there."""
    if set(seat.melded) - {UNRECORDED}:
        seat.unlisted |= set(seat.melded)
        return
    for meld in seat.melds[:1]:
        meld.remove(UNRECORDED)
    seat.melds = [lying for lying in seat.melds if lying]


@at_play
def discard(hand: AppHand, seat: AppSeat, act: Act) -> None:
    """A card from the hand, or from an own meld, lies on top of the waste."""
    card = act.event["card"]
    seat.torn.clear()
    hand.wrong_discard = None
    surely, perhaps = _is_wrong(hand, seat, card), _may_be_wrong(hand, seat, card)
    if surely or perhaps:
        hand.wrong_discard = WrongDiscard(seat, hand.turn, hand.taken, surely)
    if card == UNRECORDED:
        # it may be one that was taken back unseen
        hand.cards.doubtful |= seat.unlisted - {UNRECORDED}
    if hand.from_hand(act):
        if not seat.holding.known[card] and (fit := fitting(seat.melds, card)):
            seat.unlisted |= fit
            hand.cards.lose_count(seat.holding)
        hand.cards.play(seat.holding, card)
    else:
        _lift(seat, [card])
    seat.unlisted -= {card} - {UNRECORDED}
    hand.cards.pile.append(card)
    hand.cards.fresh = False
    if hand.in_turn(seat):
        _ask_about_first_discard(hand, seat)
        hand.end_turn(seat)
    elif seat.spare or seat.perhaps_spare:
        if seat.spare:
            seat.spare -= 1
        else:
            seat.perhaps_spare = False
        hand.made_up = hand.turn is seat
    elif hand.turn is seat:
        hand.cards.lose_count(seat.holding)
        hand.made_up = False
        hand.end_turn(seat)
    hand.begun = True


def _is_wrong(hand: AppHand, seat: AppSeat, card: str) -> bool:
    """Whether a card may not be discarded now."""
    if not hand.in_turn(seat):
        return not (seat.spare or seat.perhaps_spare)
    first = hand.first_discard
    kept = first is not None and first.surely and not has_melded(seat, first.card)
    return kept or (card != UNRECORDED and card in hand.from_waste)


def _may_be_wrong(hand: AppHand, seat: AppSeat, card: str) -> bool:
    """Whether the record leaves open that a card may not be discarded now: it may be one that was
    taken in this turn, there may be none that was, or it goes with the first discard."""
    if not hand.in_turn(seat):
        return seat.perhaps_spare and not seat.spare
    kept = hand.first_discard is not None and hand.first_discard.perhaps
    perhaps_taken = hand.may_go_back or (card == UNRECORDED and bool(hand.from_waste))
    return kept or hand.turn is None or perhaps_taken


def _ask_about_first_discard(hand: AppHand, seat: AppSeat) -> None:
    """Whether the non-dealer took the first discard in their turn, or before and kept it."""
    first, hand.first_discard = hand.first_discard, None
    if first is None or first.surely or hand.blurred or has_melded(seat, first.card):
        return
    hand.questions.append(
        Undecided(
            event=first.event,
            hand=hand.number,
            rule="trial.meld",
            player=seat.name,
            question="Had {other} declined the first discard when {player} took it into the hand?",
            would_decide="whether {player} took it in a turn, after both had declined it",
            facts={"player": seat.name, "other": hand.after(seat).name},
        )
    )


def has_melded(seat: AppSeat, card: str) -> bool:
    """Whether a card lies in a player's melds, or may lie there unrecorded."""
    if card == UNRECORDED:
        return bool(seat.melded)
    return seat.has_melded(card) or seat.has_melded(UNRECORDED)


@by_somebody
def show(hand: AppHand, seat: AppSeat, act: Act) -> None:
    """The cards turn out to be in the hand."""
    for card in hand.from_hand(act):
        if card != UNRECORDED and not seat.holding.known[card]:
            hand.cards.name(seat.holding, card)


def reshuffle(hand: AppHand, act: Act) -> None:
    """The waste but for its top card becomes the stock, if there is none; where that is done at
    once, the line only says so."""
    if hand.cards.deck:
        hand.cards.fresh = False
    else:
        hand.cards.renew()


@by_somebody
def win(hand: AppHand, seat: AppSeat, act: Act) -> None:
    """A win is taken at its word if the record leaves open how the melds lie."""
    if hand.over:
        hand.win_called |= hand.outcome.winner == seat.name
        return
    seat.torn.clear()
    hand.win_called = True
    if seat.unclear and hand.in_turn(seat):
        _finish(hand, seat, act.seq)
        hand.on_his_word = True
        ask_about_ten(hand, seat, act.seq, "win.false")


def end(hand: AppHand, act: Act) -> None:
    """The hand is over; it may have been won where the record leaves open how the melds lie."""
    seat = hand.perhaps_won
    common.end(hand, act)
    if seat is not None and not hand.abandoned:
        ask_about_ten(hand, seat, act.seq, "end.early")


def ask_about_ten(hand: AppHand, seat: AppSeat, seq: int, rule: str) -> None:
    """Whether a player had ten cards in melds, which the record leaves open."""
    hand.questions.append(
        Undecided(
            event=seq,
            hand=hand.number,
            rule=rule,
            player=seat.name,
            question="Did {player} have ten cards in melds?",
            would_decide="how the melds of {player} lay, which was not written down",
            facts={"player": seat.name},
        )
    )


def win_with_ten(hand: AppHand, seat: AppSeat, seq: int) -> None:
    """Ten cards in valid melds win in one's own turn."""
    if hand.in_turn(seat) and seat.has_ten:
        _finish(hand, seat, seq)


def lay_the_win_otherwise(hand: AppHand, act: Act) -> None:
    """The winner moves their melded cards, which win as they lie then."""
    seat = act.seat
    seat.melds = hand.laying(act).lies
    if seat.has_ten:
        _finish(hand, seat, act.seq)


def _finish(hand: AppHand, seat: AppSeat, seq: int) -> None:
    melds = tuple(in_order(meld) for meld in seat.melds)
    hand.finish(Outcome("melds", seq, seat.name, melds))


MECHANICS: Final[Mapping[str, Mechanic]] = {
    **common.COMMON,
    "cambio": cambio,
    "turn_up": turn_up,
    "pass": decline,
    "take": take,
    "draw": draw,
    "meld": meld,
    "take_back": take_back,
    "discard": discard,
    "show": show,
    "reshuffle": reshuffle,
    "win": win,
    "end": end,
}
"""What each event of a hand does."""
