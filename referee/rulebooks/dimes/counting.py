"""What a player counts when somebody is out: what they declared, the least that their cards can
leave, and which of the two holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.cards.deck import UNRECORDED
from referee.rulebooks.common.closing import Score
from referee.rulebooks.common.scoring import written_points
from referee.rulebooks.dimes.arranging import MOST_CARDS, arrange
from referee.rulebooks.dimes.hand import OUT, DimesHand
from referee.rulebooks.dimes.seats import Player


@dataclass(frozen=True, slots=True)
class Count:
    """The points of one player; None where nobody knows.

    ``least`` is the least that their cards can leave, ``whole`` what these count if nothing is
    melded, ``shown`` what the cards count that the player showed, ``declared`` what they said
    without writing it down and ``event`` where. ``points`` are what the player counts.
    """

    least: int | None
    whole: int | None
    shown: int | None
    declared: int | None
    event: int
    points: int | None


@dataclass(slots=True, kw_only=True)
class Counted(Score):
    """What a hand came to, with what everybody counts who is not out."""

    counts: Mapping[str, Count] = field(default_factory=dict)


def count(hand: DimesHand, seat: Player) -> Count:
    """What one of those counts who are not out."""
    round_ = hand.rules_of_round
    cards = seat.all_cards
    least = whole = None
    if cards is not None and len(cards) <= MOST_CARDS:
        least, whole = arrange(cards, round_).penalty, round_.penalty(cards)
    said = written = written_points(hand, seat.name)
    if seat.vague:
        # Only the player knows whether a line is missing in one of their turns.
        least = whole = None
    shown = None
    if seat.shown and UNRECORDED not in seat.shown and not hand.gap_behind:
        shown = round_.penalty(seat.shown)
    declared, event = shown, seat.shown_at
    if not seat.shown and seat.melds and cards is not None and not hand.gap_behind:
        declared = round_.penalty(seat.holding.cards)
        event = max((lying.event for lying in seat.melds), key=hand.moment)
    if said is None:
        said = declared
    elif hand.blurred:
        # Across a gap nobody knows whether the player showed all that they had left.
        shown = None
    elif shown is not None and least is None and not seat.doubted:
        said = shown
    if hand.gap_behind:
        # Somebody may have declared more than their cards can leave, where nobody wrote it down.
        whole = None
    only_written = hand.house["penalty"] != "as_declared"
    if least is None and (seat.flawed or (only_written and written is None)):
        said = None
    points = _holding(said, least, whole, hand.house["penalty"])
    return Count(least, whole, shown, declared, event, points)


def _holding(said: int | None, least: int | None, whole: int | None, penalty: str) -> int | None:
    if least is None:
        return said
    if penalty == "best_arrangement":
        return least
    if said is None:
        return least if least == whole else None
    return max(said, least)


def unsure(hand: DimesHand, seat: Player) -> bool:
    """Whether what a player counts is known only from turns that were not recorded as turns go."""
    if seat is hand.is_out or not seat.vague:
        return False
    return not seat.shown and written_points(hand, seat.name) is None


def counts_of(hand: DimesHand) -> dict[str, Count]:
    """What everybody counts who is not out; nothing where nobody is."""
    if hand.outcome.kind != OUT:
        return {}
    out = hand.is_out
    return {seat.name: count(hand, seat) for seat in hand.seats if seat is not out}


def points_of(hand: DimesHand, seat: Player, counts: Mapping[str, Count]) -> int | None:
    """What a player counts; ``counts`` is what everybody counts who is not out. Where nobody knows
    who is, that is their own word, but for one who laid what is no meld."""
    if seat.name in counts:
        return counts[seat.name].points
    said = written_points(hand, seat.name)
    if hand.outcome.kind != OUT:
        return said if all(lying.good for lying in seat.melds) else None
    return said if said is not None and hand.let_stand else 0
