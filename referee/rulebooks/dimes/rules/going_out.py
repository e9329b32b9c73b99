"""Going out."""

from __future__ import annotations

from referee.cards.deck import UNRECORDED
from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import NEXT_HAND, Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.dimes.going_out import (
    FALSE,
    by_discard,
    lets_stand,
    may_lie_badly,
    on_their_word,
    owes_a_discard,
    unfinished,
)
from referee.rulebooks.dimes.hand import DimesHand
from referee.rulebooks.dimes.laying import why_no_meld
from referee.rulebooks.dimes.seats import Player
from referee.rulebooks.dimes.signs import GOING_OUT

shelf = RuleShelf("Going out")
rule = shelf.rule


@rule("out.false", VIOLATION, on=("win", "discard"), signs=GOING_OUT)
def out_false(hand: DimesHand, act: Act) -> Verdict:
    """A player is out when, in their turn, all their cards but one lie in melds and they
    discard that one. A player who claims to be out and is not has called falsely.

    Right: The melds go back to the hand, and play goes on.
    Source: rule text, Going Out
    """
    player = act.seat.name
    if act.type == "discard":
        going = hand.going(act.seat)
        if going is None or not going.called or by_discard(hand, act) != FALSE:
            return None
        text = '{player} says "I am out", but more than one card lies outside melds.'
        return Breach(player, text, {"player": player}, cites=(act.seq,), event=going.called)
    text = _why_not_out(hand, act)
    facts = {"player": player, "out": hand.outcome.winner}
    return Breach(player, text, facts) if text else None


def _why_not_out(hand: DimesHand, act: Act) -> str:
    seat: Player = act.seat
    going = hand.going_out
    if hand.over:
        if hand.is_out is None or hand.is_out is seat:
            return ""
        return '{player} says "I am out", but {out} is out already.'
    if going is not None and going.stands and going.seat is seat:
        return ""
    if hand.last is seat:
        if on_their_word(hand, seat) != FALSE:
            return ""
        return '{player} says "I am out", but not all their cards lie in melds.'
    if hand.in_turn(seat):
        return ""
    return '{player} says "I am out" when it is not their turn.'


@rule(
    "out.discard",
    VIOLATION,
    on=("meld", "draw", "take", "show", "score", "payment", "end", NEXT_HAND),
    signs=GOING_OUT,
)
def out_discard(hand: DimesHand, act: Act) -> Verdict:
    """A player who goes out must have a discard: one of their cards is not melded, and lies on the
    pile.

    Right: Keep one card out of the melds, and discard it.
    Source: rule text, Going Out
    """
    if hand.blurred:
        return None
    if act.type == "meld" and not hand.over and _lays_his_last_card(hand, act):
        text = "{player} melds all cards and has none left to discard."
        return Breach(act.seat.name, text, {"player": act.seat.name})
    going = unfinished(hand, act)
    if going is None or going.told or not owes_a_discard(going):
        return None
    text = "{player} goes out without discarding a card."
    return Breach(going.seat.name, text, {"player": going.seat.name})


def _lays_his_last_card(hand: DimesHand, act: Act) -> bool:
    seat: Player = act.seat
    going = hand.going(seat)
    if not hand.in_turn(seat) or lets_stand(hand, act) or (going is not None and going.told):
        return False
    if why_no_meld(act.event["cards"], hand.rules_of_round) is not None:
        return False
    if may_lie_badly(seat) or UNRECORDED in act.event["cards"]:
        return False
    if seat.unsure or not (hand.taken or hand.blurred) or seat.holding.count is None:
        return False
    if hand.misplaced(act):
        return False
    laid = hand.laying(act)
    held = seat.holding.count + sum(len(lying.cards) for lying in laid.back)
    return held == len(laid.from_hand if laid.grows else act.event["cards"])
