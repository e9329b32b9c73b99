"""The law that knowing less never accuses more: what the report of a partial record may say, in
every game on the core. The definition is that of ``docs/explanation/certain.md``, without
exceptions.

A *completion* is a full record that the partial one may stand for. A finding is certain if every
completion has it that breaks at most one rule more than the completion that breaks the fewest; an
outcome, or points, if all that break the fewest agree. Anything else is *undecided*. So

* the findings of a partial record are among those of the full one, and its outcomes and points are
the same or undecided, unless the partial one can be explained with two slips fewer; * a
contradiction of the record, and a rule that speaks once a hand, may show at a later line; * several
lines of one act (a claim and its meld) are reported at the first one that is recorded; * points
that were only written down (``basis``) are the table's word in either record.

A record breaks at least as many rules as it has findings. A partial one with two findings fewer may
be explained with two slips fewer, and is not compared. That a hand goes on is checked only if no
slip ended it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.findings import RECORD

Report = dict[str, Any]

OPEN: Final = "open"
UNDECIDED: Final = "undecided"

OF_SCORES: Final = "score.wrong"
"""Totals go on from hand to hand, so a wrong score may show at those of a later hand."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A claim of the partial report that the full one does not confirm: the rule or the amount, and
    its line in the partial log (0 for a claim about a hand)."""

    what: str
    event: int = 0


@dataclass(frozen=True, slots=True)
class Compared:
    """Two reports. ``numbers`` has each partial line's number in the full log (0 for a gap),
    ``once`` the rules that speak once in a hand."""

    rich: Report
    poor: Report
    numbers: Sequence[int]
    once: frozenset[str]

    def said_too_much(self) -> list[Broken]:
        """Return all claims of the partial report that the full one does not confirm."""
        return [*self._findings(), *self._outcomes(), *self._winners()]

    # ---- findings

    def borne_out(self) -> list[dict[str, Any]]:
        """Return the findings of the full report that the partial one has, too."""
        return [was for _, was in self._pairs() if was is not None]

    def _findings(self) -> Iterator[Broken]:
        for one, was in self._pairs():
            if was is None and self._fewer(one["hand"]) <= 1:
                yield Broken(one["rule"], one["event"])

    def _pairs(self) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
        """Yield each finding of the partial report with the same one of the full report; None if
        there is none."""
        theirs = {_key(one, one["event"]): one for one in self.rich["findings"]}
        ours = [_key(one, self._number(one)) for one in self.poor["findings"]]
        lost = [one for one in self.rich["findings"] if _key(one, one["event"]) not in ours]
        for one, key in zip(self.poor["findings"], ours, strict=True):
            was = theirs.get(key)
            if was is None:
                was = next((earlier for earlier in lost if self._shows_later(earlier, one)), None)
                if was is not None:
                    lost.remove(was)
            yield one, was

    def _fewer(self, hand: int) -> int:
        """Return how many findings fewer the partial record has in a hand."""
        rich, poor = (
            sum(one["hand"] == hand for one in report["findings"])
            for report in (self.rich, self.poor)
        )
        return rich - poor

    def _number(self, finding: dict[str, Any]) -> int:
        return self.numbers[finding["event"] - 1]

    def _shows_later(self, was: dict[str, Any], now: dict[str, Any]) -> bool:
        """Return whether a finding of the full record may be this one, at a later line."""
        if was["kind"] == now["kind"] == RECORD:
            same = was["hand"] == now["hand"] or now["rule"] == OF_SCORES
        else:
            same = was["hand"] == now["hand"] and was["rule"] == now["rule"] in self.once
            same = same and was["player"] == now["player"]
        return (same and was["event"] <= self._number(now)) or self._is_same_act(was, now)

    def _is_same_act(self, was: dict[str, Any], now: dict[str, Any]) -> bool:
        """Return whether the line of a finding was left out, and this is the same finding at the
        next line."""
        same = (was["rule"], was["player"]) == (now["rule"], now["player"])
        before = self.numbers[now["event"] - 2]
        return same and 0 < before < was["event"] < self._number(now)

    # ---- outcomes, points

    def _outcomes(self) -> Iterator[Broken]:
        for was, told in zip(self.rich["hands"], self.poor["hands"], strict=False):
            before, after = _ending(self.rich, was), _ending(self.poor, told)
            if self._fewer(was["hand"]) > (0 if after == OPEN else 1):
                continue
            if UNDECIDED not in (before, after):
                if before != after and (after != OPEN or self._shows_the_end(was)):
                    yield Broken(f"outcome {before} as {after}")
                elif _have_other_winners(was, told):
                    yield Broken("winner")
            if any(_differ(was, told, name) for name in _scores(told)):
                yield Broken("scores of a hand")
        for name, total in _scores(self.poor).items():
            points = [_scores(hand).get(name, 0) for hand in self.poor["hands"]]
            if total is not None and (None in points or not self._adds_up(total, sum(points))):
                yield Broken("scores")

    def _adds_up(self, total: int, points: int) -> bool:
        """Return whether a total is the sum of the hands; the winner of a game may get more."""
        return total == points or (bool(self.poor["winners"]) and total > points)

    def _shows_the_end(self, was: dict[str, Any]) -> bool:
        """Return whether the record has the line that ended a hand, or a gap or line after it."""
        end = was["outcome"]["event"]
        return self.numbers[-1] == 0 or any(number >= end for number in self.numbers)

    def _winners(self) -> Iterator[Broken]:
        points = [[_scores(hand) for hand in one["hands"]] for one in (self.rich, self.poor)]
        alike = points[0] == points[1]
        ends = [(one.get("winners"), _scores(one)) for one in (self.rich, self.poor)]
        if alike and self.poor.get("winners") and ends[0] != ends[1]:
            yield Broken("winners")


def _ending(report: Report, hand: dict[str, Any]) -> str:
    """Return how a hand ended, or that it is in play, as far as that is certain."""
    asked = {one["hand"] for one in report["undecided"] if one["rule"] != OF_SCORES}
    return UNDECIDED if hand["hand"] in asked else str(hand["outcome"]["kind"])


def _scores(told: Report) -> Report:
    """Return the points of a report or a hand; empty in a game without points."""
    points: Report = told.get("scores", {})
    return points


def _key(finding: dict[str, Any], event: int) -> tuple[int, str, str | None]:
    return event, finding["rule"], finding["player"]


def _differ(was: dict[str, Any], told: dict[str, Any], name: str) -> bool:
    """Return whether a player's cards count differently in the full record."""
    from_cards = was["basis"].get(name) == told["basis"].get(name) == "cards"
    return from_cards and bool(was["scores"][name] != told["scores"][name])


def _have_other_winners(was: dict[str, Any], told: dict[str, Any]) -> bool:
    """Return whether a hand has another winner although everyone's points are known, and the same
    as in the full record."""
    alike = _scores(was) == _scores(told) and None not in _scores(told).values()
    return alike and bool(was["outcome"]["winner"] != told["outcome"]["winner"])
