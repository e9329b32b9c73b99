"""The points: what a player declares, against what their cards can leave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.judging.findings import MISSED, RECORD, VIOLATION, Breach
from referee.judging.kernel.acts import CLOSING
from referee.judging.kernel.closing import Closing
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.hands import Written
from referee.rulebooks.common.rules.scores import impossible
from referee.rulebooks.dimes.counting import Count, Counted, unsure
from referee.rulebooks.dimes.hand import OUT, DimesHand
from referee.rulebooks.dimes.seats import Player
from referee.wording.language import N_
from referee.wording.sentences import Sentence

shelf = RuleShelf("Points")
rule = shelf.rule


def counting(hand: DimesHand, closing: Closing[Counted]) -> Iterator[tuple[Player, Count]]:
    """Those who count their cards and of whom nothing was wrong before."""
    counts = closing.result.counts
    for seat in hand.seats:
        if seat.name in counts and not (seat.flawed or seat.doubted):
            yield seat, counts[seat.name]


@dataclass(frozen=True, slots=True)
class Declared:
    """Points that somebody declared, by which event, and the least that their cards can leave."""

    player: str
    points: int
    least: int
    event: int

    def breach(self, text: str) -> Breach:
        """What is wrong with it."""
        facts = {"player": self.player, "points": self.points, "least": self.least}
        return Breach(self.player, text, facts, event=self.event)


def declared(hand: DimesHand, closing: Closing[Counted]) -> Iterator[Declared]:
    """Every number of points that somebody declared whose cards are known."""
    for seat, counted in counting(hand, closing):
        if counted.least is None:
            continue
        said = [
            (had, one.event)
            for one in hand.written
            if (had := one.points.get(seat.name)) is not None
        ]
        if not said and counted.declared is not None:
            said = [(counted.declared, counted.event)]
        for points, event in said:
            yield Declared(seat.name, points, counted.least, event)


@rule("count.low", VIOLATION, on=(CLOSING,), binds=("wild_in_place",))
def count_low(hand: DimesHand, closing: Closing[Counted]) -> Verdict:
    """Nobody counts less than the least that their cards can leave, however they are laid in
    melds.

    Right: Count the least that the cards can leave.
    Source: rule text, Scoring
    """
    text = N_("{player} counts {points}; every arrangement leaves at least {least}.")
    return [one.breach(text) for one in declared(hand, closing) if one.points < one.least]


@rule("count.high", MISSED, on=(CLOSING,), binds=("penalty", "wild_in_place"))
def count_high(hand: DimesHand, closing: Closing[Counted]) -> Verdict:
    """A player who counts more than necessary has missed a better arrangement of their cards.
    What they declared counts all the same, unless the house always counts the best
    arrangement.

    Right: Lay the cards so that the least is left.
    Source: rule text, Scoring
    """
    if hand.house["penalty"] != "as_declared":
        return None
    text = N_("{player} counts {points}; another arrangement leaves only {least}.")
    return [one.breach(text) for one in declared(hand, closing) if one.points > one.least]


@rule("score.wrong", RECORD, on=(CLOSING,), binds=("penalty", "wild_in_place"))
def score_wrong(hand: DimesHand, closing: Closing[Counted]) -> Verdict:
    """The player who is out has no points, the others have what the cards that they show count, and
    nobody has what no cards can give; the totals are the sums of the hands. One finding for each
    score; what only repeats an earlier slip is not found again.

    Right: Correct the line of the score to what the cards give.
    Source: rule text, Scoring
    """
    found = []
    for written in hand.written:
        wrong = [*_wrong_points(hand, written, closing)]
        if hand.outcome.kind == OUT:
            wrong += _wrong_totals(hand, written, closing)
        if wrong:
            text = "What was written down for hand {hand} is wrong: {wrong}."
            facts = {"hand": hand.number, "wrong": wrong}
            found.append(Breach(None, text, facts, event=written.event))
    return found


def _wrong_points(
    hand: DimesHand, written: Written, closing: Closing[Counted]
) -> Iterator[Sentence]:
    text = "{player} {points} instead of {right}"
    out, judged = hand.is_out, set()
    if out is not None and not hand.let_stand and (said := written.points.get(out.name)):
        judged.add(out.name)
        yield Sentence(text, {"player": out.name, "points": said, "right": 0})
    for seat, counted in counting(hand, closing):
        said = written.points.get(seat.name)
        if said is None:
            continue
        if counted.least is not None or counted.shown is not None:
            judged.add(seat.name)
        right = counted.shown
        if counted.least is not None:
            best = hand.house["penalty"] == "best_arrangement"
            right = counted.least if best and said > counted.least else None
        if right is not None and said != right:
            yield Sentence(text, {"player": seat.name, "points": said, "right": right})
    for name, points in written.points.items():
        if name not in judged:
            yield from impossible(hand, name, points)


def _wrong_totals(
    hand: DimesHand, written: Written, closing: Closing[Counted]
) -> Iterator[Sentence]:
    for name, total in written.totals.items():
        seat = hand.find(name)
        if seat is None or unsure(hand, seat) or hand.before.written[seat.name] is None:
            continue
        own, said = closing.result.scores[seat.name], written.points.get(seat.name)
        summed = _plus(hand.before.scores[seat.name], own)
        follows = _plus(hand.before.written[seat.name], own if said is None else said)
        right = follows if summed is None else summed
        if right is None or 0 <= right - total <= hand.before.if_not_out.get(seat.name, 0):
            continue
        if total not in (summed, follows):
            facts = {"player": seat.name, "points": total, "right": right}
            yield Sentence("{player} {points} in all instead of {right}", facts)


def _plus(before: int | None, more: int | None) -> int | None:
    return None if before is None or more is None else before + more
