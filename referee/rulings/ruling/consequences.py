"""What a finding costs: the money with it and without it, side pots too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.judging.corrections import Event, insertion
from referee.judging.findings import DISQUALIFICATION, FORFEIT, MISSED, PAYMENT, RECORD, VIOLATION
from referee.judging.replay import judge
from referee.judging.report import Report, ReportedFinding, in_the_middle
from referee.rulings.whatif import Difference, NotPossible, what_if
from referee.rulings.whatif.outcomes import moved, recounted, who_has_more
from referee.wording.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Consequence:
    """What changes hands: everybody's money before and after, what stays in the middle, and the
    same in words."""

    before: Mapping[str, int]
    after: Mapping[str, int]
    middle_before: int
    middle_after: int
    told: tuple[Sentence, ...]

    @classmethod
    def none(cls, report: Report, text: str) -> Consequence:
        """No money moves, and why."""
        middle = in_the_middle(report)
        return cls(report["totals"], report["totals"], middle, middle, (Sentence(text, {}),))

    @classmethod
    def between(cls, was: Report, now: Report, moves: str, none: str) -> Consequence:
        """From one report to another; ``moves`` introduces what moves, ``none`` says that nothing
        does."""
        gains = who_has_more(
            moved(was["totals"], now["totals"]),
            in_the_middle(now) - in_the_middle(was),
            recounted(was, now),
        )
        told = (Sentence(moves, {}), *gains) if gains else (Sentence(none, {}),)
        return cls(was["totals"], now["totals"], in_the_middle(was), in_the_middle(now), told)

    def as_dict(self) -> dict[str, Any]:
        """The consequence as plain data."""
        return {
            "before": dict(self.before),
            "after": dict(self.after),
            "middle": {"before": self.middle_before, "after": self.middle_after},
            "told": [sentence.told() for sentence in self.told],
        }


def consequence(lines: Sequence[Event], report: Report, finding: ReportedFinding) -> Consequence:
    """What this finding of the report costs, whom, and whom it gives."""
    kind = finding["kind"]
    if kind == RECORD:
        return _if_it_is_struck_out(lines, report, finding["event"])
    if kind == DISQUALIFICATION:
        return _of_an_offence(lines, report, finding)
    if kind == FORFEIT:
        return Consequence.between(
            judge(lines, without=[finding["rule"]]),
            report,
            "Because the right is lost, as against the same hand with it:",
            "The right is lost, and in this hand that moves no money.",
        )
    return Consequence.none(report, NO_MONEY[kind])


NO_MONEY: Mapping[str, str] = {
    VIOLATION: "Nothing by itself: the rules set no price on it, and the hand stays as played.",
    MISSED: "None: what was missed is not counted.",
    PAYMENT: "What the hand made everybody owe stays as it is; the payments have to follow it.",
}


def _if_it_is_struck_out(lines: Sequence[Event], report: Report, event: int) -> Consequence:
    try:
        without = what_if(lines, without=[event])
    except NotPossible:
        return Consequence.none(report, "None: the line that opens the game cannot be struck out.")
    return Consequence.between(
        report,
        without.would_be,
        "If the line is struck out:",
        "None: with the line struck out the hand comes out the same.",
    )


def _of_an_offence(lines: Sequence[Event], report: Report, finding: ReportedFinding) -> Consequence:
    status = finding["status"]
    if status == "forgiven":
        return Consequence.none(report, "None: it was forgiven, and the hand stays as played.")
    if status == "enforced":
        return Consequence.between(
            _as_if_not_enforced(lines, finding).would_be,
            report,
            "Because it is enforced, as against the hand as played:",
            "It is enforced, and in this hand that moves no money.",
        )
    enforced = report["hands"][finding["hand"] - 1]["if_enforced"]
    if enforced is None or finding["event"] not in enforced["for"]:
        return Consequence.none(report, "None, even if the table enforces it.")
    return _if_enforced(report, finding["hand"], enforced)


def _if_enforced(report: Report, number: int, enforced: Mapping[str, Any]) -> Consequence:
    hand = report["hands"][number - 1]
    gains = moved(hand["net"], enforced["net"])
    totals = {name: won + gains.get(name, 0) for name, won in report["totals"].items()}
    middle = in_the_middle(report)
    stays = -sum(gains.values())
    told = (Sentence("If the table enforces it:", {}), *who_has_more(gains, stays, {}))
    return Consequence(report["totals"], totals, middle, middle + stays, told)


def _as_if_not_enforced(lines: Sequence[Event], finding: ReportedFinding) -> Difference:
    """The evening with the offence told and not enforced."""
    by_hand = [
        number
        for number, event in enumerate(lines, 1)
        if event["type"] == "disqualify" and event["player"] == finding["player"]
        and number >= finding["event"]
    ]  # fmt: skip
    if by_hand:
        return what_if(lines, without=by_hand[:1])
    pardon = {"type": "forgive", "event": finding["event"]}
    return what_if([*lines, insertion(finding["event"] + 1, pardon, "what if")])
