"""Turns, besides what all games ask."""

from __future__ import annotations

from referee.judging.findings import VIOLATION
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.rules import turns
from referee.rulebooks.dimes.going_out import owes_a_discard
from referee.rulebooks.dimes.hand import DimesHand

shelf = RuleShelf("Turns")
rule = shelf.rule


@rule(
    "turn.discard",
    kind=VIOLATION,
    on=("draw", "take", "discard"),
    source="rule text, The Play",
    right="Whoever has taken a card lays one down, and only then the next player takes his.",
)
def turn_discard(hand: DimesHand, act: Act) -> Verdict:
    """A player lays down a card for the one that he has taken, and none without having taken one.
    Of somebody who is going out it is said by the rule out.discard."""
    going = hand.going_out
    if going is not None and act.seat is not going.seat and owes_a_discard(going):
        return None
    return turns.turn_discard(hand, act)
