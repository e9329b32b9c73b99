"""What was written down after a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.judging.findings import RECORD, Breach
from referee.judging.kernel.acts import CLOSING
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.closing import PointsClosing
from referee.rulebooks.common.hands import PileHand, Written
from referee.wording.sentences import Sentence

AnyHand = PileHand[Any, Any]

shelf: RuleShelf = RuleShelf("The score")
rule = shelf.rule


@rule("score.wrong", RECORD, on=(CLOSING,))
def score_wrong(hand: AnyHand, closing: PointsClosing) -> Verdict:
    """What is written down after a hand is what the cards give, and the totals are the sums of the
    hands. One finding for each score; totals that only repeat an earlier slip are not found again.

    Right: Correct the line of the score to what the cards give.
    Source: the rule text
    """
    found = []
    for written in hand.written:
        wrong = [*wrong_points(hand, written, closing.result.counted)]
        if not wrong:
            wrong = [*wrong_totals(hand, written, closing)]
        if wrong:
            text = "What was written down for hand {hand} is wrong: {wrong}."
            facts = {"hand": hand.number, "wrong": wrong}
            found.append(Breach(None, text, facts, event=written.event))
    return found


def wrong_points(
    hand: AnyHand, written: Written, counted: Mapping[str, int | None]
) -> Iterator[Sentence]:
    """The points that are not what the cards give, or what no cards can give."""
    for name, points in _seated(hand, written.points):
        right = counted.get(name)
        if right is not None and points != right:
            facts = {"player": name, "points": points, "right": right}
            yield Sentence("{player} {points} instead of {right}", facts)
        elif right is None:
            yield from impossible(hand, name, points)


def impossible(hand: AnyHand, name: str, points: int) -> Iterator[Sentence]:
    """What is wrong with points that no cards can give, in a hand that was not given up."""
    seat = hand.find(name)
    if seat is not None and not hand.abandoned and not hand.can_count(seat, points):
        text = "{player} {points}, which no cards can give"
        yield Sentence(text, {"player": seat.name, "points": points})


def wrong_totals(hand: AnyHand, written: Written, closing: PointsClosing) -> Iterator[Sentence]:
    """The totals that neither are the sums of the hands nor follow from what was written down
    before, or with them: points that a later score of the hand puts right had their own total."""
    points = dict(_seated(hand, written.points))
    for name, total in _seated(hand, written.totals):
        before, own = closing.before.get(name), closing.result.scores.get(name)
        if before is None or own is None:
            continue
        as_written, carried = points.get(name, own), closing.carried.get(name)
        fits = {before + own, before + as_written}
        if carried is not None:
            fits.add(carried + as_written)
        if total not in fits:
            facts = {"player": name, "points": total, "right": before + own}
            yield Sentence("{player} {points} in all instead of {right}", facts)


def _seated(hand: AnyHand, points: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Points by the names of the seats."""
    for name, count in points.items():
        seat = hand.find(name)
        if seat is not None:
            yield seat.name, count
