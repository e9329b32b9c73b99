"""A corrected finding, and its cost: what all have as recorded, as should be, and as enforced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.judging.corrections import Event, insertion
from referee.judging.findings import (
    DISQUALIFICATION,
    FORFEIT,
    MISSED,
    PAYMENT,
    RECORD,
    VIOLATION,
    Finding,
)
from referee.judging.rectification import BROUGHT_ALONG, Irregularity, Rectification
from referee.judging.registry import find
from referee.judging.replay import ReplayedLog
from referee.judging.report import Report, in_the_middle
from referee.judging.summary import counts_points, format_money, format_points
from referee.rulings.ruling.moment import InQuestion
from referee.rulings.whatif import Difference, about, supposing
from referee.wording.language import N_, _
from referee.wording.sentences import Sentence

RESTS_ON_IT: Final = N_("The cost is unknown: later play depends on it.")
GOES_ON: Final = N_("The cost is unknown: the hand would have gone on.")
"""The reasons why the alternative is unknown."""

NOT_OVER: Final = ("open", "undecided")  # the outcomes of a hand that has not ended
ENDS_IT: Final = "win.false"  # the rule behind questions about who has won
TURNS: Final = "turn.order"  # the rule that an edit breaks if later turns depend on the act


@dataclass(frozen=True, slots=True)
class Rectified:
    """The remedy for a finding (``wrong``), and the evening with and without it.

    ``as_it_should_be`` is None if no edit shows the alternative: there is no edit, the later play
    contradicts it, or the hand would have gone on. ``unknown`` is the reason in the last two cases.
    """

    wrong: Irregularity
    rectification: Rectification
    as_it_should_be: Difference | None = None
    unknown: str = ""


def rectified(moment: InQuestion, finding: Finding) -> Rectified:
    """Return the correction of a finding, and its effect."""
    wrong = Irregularity(finding, moment.whole, moment.house)
    rectify = moment.rulebook.remedies.get(finding.rule)
    how = (
        Rectification(Sentence("No line puts it right.", {})) if rectify is None else rectify(wrong)
    )
    if not how.edit:
        return Rectified(wrong, how)
    would_be = Difference(moment.report, supposing(moment.whole, besides=how.edit))
    if _goes_on(finding, would_be):
        return Rectified(wrong, how, unknown=GOES_ON)
    # later lines may prove the finding even after the edit
    remains = about(finding) in map(about, would_be.would_be["findings"])
    if remains or (not how.decides and _clashes(finding, would_be)):
        return Rectified(wrong, how, unknown=RESTS_ON_IT)
    return Rectified(wrong, how, would_be)


def _goes_on(finding: Finding, difference: Difference) -> bool:
    """Return whether a finished hand would have gone on, or its end would be open."""
    number, reports = finding.hand, (difference.was, difference.would_be)
    if not 0 < number <= min(len(report["hands"]) for report in reports):
        return False
    was, would_be = (report["hands"][number - 1]["outcome"]["kind"] for report in reports)
    asked, would_ask = (
        {question["rule"] for question in report["undecided"] if question["hand"] == number}
        for report in reports
    )
    return was not in NOT_OVER and (would_be in NOT_OVER or ENDS_IT in would_ask - asked)


def _clashes(finding: Finding, difference: Difference) -> bool:
    """Return whether the edit causes new findings in the hand that make its later play impossible.
    If the order of turns changes, only cards show the points: written results no longer apply."""
    rules = {
        new.rule
        for new in difference.findings_new
        if new.hand == finding.hand and new.kind in (RECORD, VIOLATION, DISQUALIFICATION)
    }
    hands = difference.would_be["hands"][finding.hand - 1 : finding.hand]
    is_written = any("written" in hand.get("basis", {}).values() for hand in hands)
    return bool(rules if is_written else rules - BROUGHT_ALONG)


@dataclass(frozen=True, slots=True)
class Worth:
    """Every player's money, the money in the middle, and the points (None if they are open)."""

    money: Mapping[str, int]
    middle: int
    points: Mapping[str, int | None] | None = None

    @classmethod
    def of(cls, report: Report) -> Worth:
        """Return the money and points of a report."""
        return cls(report["totals"], in_the_middle(report), report.get("scores"))

    @property
    def players(self) -> Iterable[str]:
        """The players with points in games that count them, otherwise those with money."""
        return self.points or self.money

    def format_of(self, player: str) -> str:
        """Return a player's points in games that count them, otherwise their money.

        >>> Worth({"Ana": 5, "Beto": -5}, 0).format_of("Ana")
        '+5'
        """
        if self.points is not None:
            return format_points(self.points.get(player))
        return format_money(self.money.get(player, 0))


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a finding; parts that do not apply are None.

    ``sentences`` are the cost in words, which belong to the verdict.
    """

    as_it_lies: Worth
    as_it_should_be: Worth | None
    enforced: Worth | None
    sentences: tuple[Sentence, ...]
    settled: bool = True
    """False if the hand is open in either version, so that they cannot be compared."""

    @property
    def moves(self) -> bool:
        """Return whether anything would change hands, as far as known."""
        others = (self.as_it_should_be, self.enforced)
        return self.settled and any(other not in (None, self.as_it_lies) for other in others)

    def cases(self) -> list[tuple[str, Worth]]:
        """Return the name of each known case with every player's money and points."""
        cases = (
            (_("as it is"), self.as_it_lies),
            (_("as it should have been"), self.as_it_should_be),
            (_("enforced"), self.enforced),
        )
        return [(name, worth) for name, worth in cases if worth is not None]


def as_it_lies(report: Report, *sentences: Sentence) -> Cost:
    """Return a cost of which only the result as recorded is known, with these words."""
    return Cost(Worth.of(report), None, None, sentences)


def cost(moment: InQuestion, finding: Finding, right: Rectified) -> Cost:
    """Return the cost of a finding to each player."""
    lies = Worth.of(moment.report)
    should = right.as_it_should_be
    should_be = Worth.of(should.would_be) if should is not None else None
    if finding.kind == DISQUALIFICATION and moment.status(finding) != "forgiven":
        enforced, sentence = _of_an_offence(moment, finding)
        return Cost(lies, should_be, enforced, (sentence,))
    if finding.kind == PAYMENT:
        sentence = Sentence("All winnings stay the same.", {})
    elif should is None:
        sentence = Sentence(right.unknown or "The cost is unknown.", {})
    elif worth := _worth_in_time(should, finding):
        sentence = worth
    elif unknown := _unsettled(should, finding):
        return Cost(lies, should_be, None, (unknown,), settled=False)
    else:
        sentence = _done_right(should, finding, right)
    return Cost(lies, should_be, None, (sentence,))


def _unsettled(difference: Difference, finding: Finding) -> Sentence | None:
    """Return why two evenings cannot be compared: in one of them the end or the points of the hand
    are unknown, or the later play is impossible. None if both are settled."""
    number = finding.hand
    for report in (difference.would_be, difference.was):
        for hand in report["hands"][:number][-1:]:
            kind = hand["outcome"]["kind"]
            if kind == "open":
                return Sentence("The cost is not known yet: the hand is not over.", {})
            if kind == "undecided":
                text = "The cost is unknown: the end of hand {hand} is undecided."
                return Sentence(text, {"hand": number})
            if None in hand.get("scores", {}).values():
                text = "The cost is unknown: the points of hand {hand} are unknown."
                return Sentence(text, {"hand": number})
    if any(new["rule"] == TURNS and new["hand"] == number for new in difference.findings_new):
        return Sentence(RESTS_ON_IT, {})
    for question in difference.questions_new:
        if question["hand"] == number:
            text = "The cost is unknown. This would decide it: {fact}."
            return Sentence(text, {"fact": question["would_decide"]})
    return None


def _worth_in_time(difference: Difference, finding: Finding) -> Sentence | None:
    """Return what a lost right would have been worth in an unfinished hand, if anything."""
    player, at = finding.player, finding.hand - 1
    worth = difference.moves.get(player or "", 0)
    if worth <= 0 or at < 0 or finding.kind not in (FORFEIT, MISSED):
        return None
    was, would_be = (report["hands"][at]["outcome"]["kind"]
                     for report in (difference.was, difference.would_be))  # fmt: skip
    if was != "open" or would_be in NOT_OVER:
        return None
    text = "Done in time, it would have won {player} {amount}."
    return Sentence(text, {"player": player, "amount": worth})


def _done_right(difference: Difference, finding: Finding, right: Rectified) -> Sentence:
    """Return the effect of the right act in one sentence. A lost right makes nobody richer."""
    player, moves = finding.player, difference.moves
    effects = difference.changes()
    facts = right.rectification.sentence.facts
    if not effects and "points" in facts and "least" in facts:
        changed = Sentence("{points} becomes {least}", facts)
        return Sentence("The right number is counted already: {changes}.", {"changes": [changed]})
    if not effects and counts_points(difference.was):
        return Sentence("No points change.", {})
    if not effects:
        money = find(difference.was["game"]).money
        return Sentence("No money moves." if money else "Nothing else changes.", {})
    if finding.kind in (FORFEIT, MISSED) and player is not None and moves:
        lost = moves.get(player, 0)
        text = "It cost {player} {amount}." if lost > 0 else "It cost {player} nothing."
        return Sentence(text, {"player": player, "amount": lost})
    return Sentence("If it had been done right: {changes}.", {"changes": effects})


def _of_an_offence(moment: InQuestion, finding: Finding) -> tuple[Worth, Sentence]:
    """Return everyone's money and points with the offence enforced, and its cost in words."""
    replay, report = moment.whole, moment.report
    if moment.status(finding) != "enforced":
        enforced = {"type": "disqualify", "player": finding.player, "event": finding.event}
        text = "If the table enforces it: {changes}."
        for later in report["hands"][finding.hand :][:1]:
            enforced = insertion(later["first_event"], enforced, "what if")
            text = "If the table had enforced it: {changes}."
        difference = Difference(report, supposing(replay, besides=[enforced]))
        sentence = Sentence(text, {"changes": difference.changes()})
        if not difference.changes():
            unmoved = Sentence("Enforced or not, it moves no money.", {})
            sentence = _unsettled(difference, finding) or unmoved
        return Worth.of(difference.would_be), sentence
    lies = Worth.of(report)
    difference = Difference(_as_if_not_enforced(replay, finding), report)
    effects = difference.changes()
    text = "It is enforced: {changes}." if effects else "It is enforced, which moves no money."
    return lies, _unsettled(difference, finding) or Sentence(text, {"changes": effects})


def _as_if_not_enforced(replay: ReplayedLog, finding: Finding) -> Report:
    """Return the report of the evening with the offence recorded but not enforced."""
    for number, event in enumerate(replay.lines, 1):
        by_hand = event["type"] == "disqualify" and event["player"] == finding.player
        if by_hand and number >= finding.event:
            return supposing(replay, without=[number])
    pardon: Event = {"type": "forgive", "event": finding.event}
    if finding.event < len(replay.lines):
        pardon = insertion(finding.event + 1, pardon, "what if")
    return supposing(replay, besides=[pardon])
