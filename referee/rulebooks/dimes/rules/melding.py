"""Melds, and when they are laid down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import NEXT_HAND, Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.dimes.going_out import (
    EARLY,
    by_discard,
    lets_stand,
    owes_a_discard,
    unfinished,
)
from referee.rulebooks.dimes.hand import DimesHand
from referee.rulebooks.dimes.laying import why_no_meld
from referee.rulebooks.dimes.melds import APART, SHORT, TOO_WILD
from referee.rulebooks.dimes.signs import GOING_OUT
from referee.wording.language import N_
from referee.wording.sentences import InOrder

shelf = RuleShelf("Melds")
rule = shelf.rule

_FAULTS: Final[Mapping[str, str]] = {
    SHORT: N_("{player} lays {cards}; a meld has three cards or more."),
    APART: N_(
        "{player} lays {cards}, which are neither of one rank nor a sequence in one suit; wild are "
        "{rank}s, twos and jokers."
    ),
    TOO_WILD: N_(
        "{player} lays {cards} with more wild cards than naturals; wild are {rank}s, twos and "
        "jokers."
    ),
}


def lays_too_early(hand: DimesHand, act: Act) -> bool:
    """Whether somebody melds while it is not their turn and nobody is out."""
    going = hand.going_out
    if hand.over or hand.blurred or lets_stand(hand, act):
        return False
    return not hand.in_turn(act.seat) and (going is None or going.seat is not act.seat)


@rule("meld.invalid", VIOLATION, on=("meld",), binds=("wild_in_place",))
def meld_invalid(hand: DimesHand, act: Act) -> Verdict:
    """A meld is three or more cards of one rank, or three or more in sequence in one suit, with the
    ace at either end; wild cards stand for any card, but there are never more of them than natural
    cards.

    Right: The cards go back to the hand, or lie in melds that stand.
    Source: rule text, Object of the Game; Wild Cards
    """
    if lays_too_early(hand, act):
        return None
    round_ = hand.rules_of_round
    why = why_no_meld(act.event["cards"], round_)
    if why is None:
        return None
    cards, rank = InOrder(act.event["cards"]), "10" if round_.wild == "T" else round_.wild
    return Breach(
        act.seat.name, _FAULTS[why], {"player": act.seat.name, "cards": cards, "rank": rank}
    )


@rule(
    "meld.early",
    VIOLATION,
    on=("meld", "discard", "draw", "take", "show", "score", "payment", "end", NEXT_HAND),
    signs=GOING_OUT,
)
def meld_early(hand: DimesHand, act: Act) -> Verdict:
    """A player lays down melds only when going out in that turn, and the others once somebody
    is out.

    Right: The cards go back to the hand until their player, or another one, is out.
    Source: rule text, Going Out
    """
    if act.type == "meld" and lays_too_early(hand, act):
        if act.seat.name in hand.early:
            return None
        text = "{player} melds out of turn, and nobody is out."
        return Breach(act.seat.name, text, {"player": act.seat.name})
    text = "{player} melds without going out, and has cards left."
    if act.type == "discard":
        going = hand.going(act.seat)
        if going is None or by_discard(hand, act) != EARLY:
            return None
    else:
        going = unfinished(hand, act)
        if going is None or going.told or hand.blurred or owes_a_discard(going):
            return None
        if not going.laid:
            return None
    return Breach(going.seat.name, text, {"player": going.seat.name})
