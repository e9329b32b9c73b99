"""Turns, besides what all games ask."""

from __future__ import annotations

from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.rules import own_form, turns
from referee.rulebooks.dimes.going_out import owes_a_discard
from referee.rulebooks.dimes.hand import DimesHand

shelf = RuleShelf("Turns")


@own_form(shelf, turns.shelf, "turn.discard")
def turn_discard(hand: DimesHand, act: Act) -> Verdict:
    """A player discards a card for the one they have taken, and none without having taken one. For
    a player who is going out, the rule out.discard says so.

    Source: rule text, The Play
    """
    going = hand.going_out
    if going is not None and act.seat is not going.seat and owes_a_discard(going):
        return None
    return turns.turn_discard(hand, act)
