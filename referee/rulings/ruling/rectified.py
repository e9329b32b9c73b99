"""A corrected finding: the edit that its rule names, and its effect on the evening."""

from dataclasses import dataclass
from typing import Final

from referee.judging.findings import DISQUALIFICATION, RECORD, VIOLATION
from referee.judging.rectification import BROUGHT_ALONG, Edit, Irregularity, Rectification
from referee.judging.replay import ReplayedLog
from referee.judging.report import Report
from referee.rulings.whatif import Difference, supposing
from referee.wording.language import N_
from referee.wording.sentences import Sentence

RESTS_ON_IT: Final = N_("The cost is unknown: later play depends on it.")
GOES_ON: Final = N_("The cost is unknown: the hand would have gone on.")
"""The reasons why the alternative is unknown."""

NOT_OVER: Final = ("open", "undecided")
"""The outcomes of a hand that has not ended."""

ENDS_IT: Final = "win.false"
"""The rule behind questions about who has won."""


@dataclass(frozen=True, slots=True)
class Rectified:
    """The remedy for a finding, and the evening with and without it.

    ``as_it_should_be`` is None if no edit shows the alternative: there is no edit, the later play
    contradicts it, or the hand would have gone on. ``untold`` is the reason in the last two cases.
    """

    rectification: Rectification
    as_it_should_be: Difference | None = None
    untold: str = ""

    @property
    def win_rests_on_it(self) -> bool:
        """Return whether the hand ended, but would have gone on without the act."""
        return self.untold == GOES_ON

    @property
    def edit(self) -> Edit:
        """The lines that correct the record; empty if the alternative is unknown."""
        return self.rectification.edit if self.as_it_should_be is not None else ()


def rectified(replay: ReplayedLog, wrong: Irregularity, report: Report) -> Rectified:
    """Return the correction of a finding, and its effect."""
    rectify = replay.rulebook.remedies.get(wrong.finding.rule)
    if rectify is None:
        return Rectified(Rectification(Sentence("No line puts it right.", {})))
    how = rectify(wrong)
    if not how.edit:
        return Rectified(how)
    would_be = Difference(report, supposing(replay, besides=how.edit))
    if _goes_on(wrong, would_be):
        return Rectified(how, untold=GOES_ON)
    if _stands(wrong, would_be) or (not how.decides and _clashes(wrong, would_be)):
        return Rectified(how, untold=RESTS_ON_IT)
    return Rectified(how, would_be)


def _goes_on(wrong: Irregularity, difference: Difference) -> bool:
    """Return whether a finished hand would have gone on, or its end would have become an open
    question."""
    number = wrong.finding.hand
    hands = (difference.was["hands"], difference.would_be["hands"])
    if not 0 < number <= min(map(len, hands)):
        return False
    was, would_be = (hand[number - 1]["outcome"]["kind"] for hand in hands)
    asked, would_ask = (
        {question["rule"] for question in report["undecided"] if question["hand"] == number}
        for report in (difference.was, difference.would_be)
    )
    is_asked = ENDS_IT in would_ask - asked
    return was not in NOT_OVER and (would_be in NOT_OVER or is_asked)


def _stands(wrong: Irregularity, difference: Difference) -> bool:
    """Return whether the finding remains after the edit, because later lines prove it."""
    found = wrong.finding
    return any(
        (finding["event"], finding["rule"], finding["player"])
        == (found.event, found.rule, found.player)
        for finding in difference.would_be["findings"]
    )


def _clashes(wrong: Irregularity, difference: Difference) -> bool:
    """Return whether the edit causes new findings in the hand that make its later play impossible.
    If the order of turns changes, only cards show the points: written results no longer apply."""
    number = wrong.finding.hand
    rules = {
        finding["rule"]
        for finding in difference.findings_new
        if finding["hand"] == number and finding["kind"] in (RECORD, VIOLATION, DISQUALIFICATION)
    }
    hands = difference.would_be["hands"][number - 1 : number]
    is_written = any("written" in hand.get("basis", {}).values() for hand in hands)
    return bool(rules if is_written else rules - BROUGHT_ALONG)
