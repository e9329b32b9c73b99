"""What a hand comes to: what everybody has left counts against them."""

from __future__ import annotations

from referee.judging.kernel.hands import UNDECIDED
from referee.rulebooks.common.closing import Score
from referee.rulebooks.common.scoring import open_points, scored
from referee.rulebooks.dam.cards import penalty
from referee.rulebooks.dam.hand import DamHand
from referee.rulebooks.dam.seats import Player


def settle(hand: DamHand) -> Score:
    """The points of a hand, as far as its record tells them."""
    if not hand.over:
        return Score(scores={})
    counted = {seat.name: _left(seat, hand) for seat in hand.seats}
    scores = scored(hand, counted)
    return Score(scores=scores, counted=counted, questions=open_points(hand, scores))


def _left(seat: Player, hand: DamHand) -> int | None:
    """What a player has left; None where not all their cards are known, or the hand was not played
    to its end."""
    if hand.outcome.kind == UNDECIDED or seat.holding.unseen != 0:
        return None
    return penalty(seat.holding.cards)
