"""The cost of a finding: every player's money and points as recorded, as they should be, and with
an offence enforced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.corrections import Event, insertion
from referee.judging.findings import DISQUALIFICATION, FORFEIT, MISSED, PAYMENT
from referee.judging.registry import find
from referee.judging.replay import ReplayedLog
from referee.judging.report import Report, ReportedFinding, in_the_middle
from referee.judging.summary import counts_points, format_money, format_points
from referee.rulings.ruling.rectified import NOT_OVER, RESTS_ON_IT, Rectified
from referee.rulings.whatif import Difference, NotPossible, supposing
from referee.rulings.whatif.whatif import changes, moved
from referee.wording.language import _
from referee.wording.sentences import Sentence, fields_of

TURNS: Final = "turn.order"
"""The rule that an edit breaks if later turns depend on the act."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The money of every player, the money in the middle, and the points in games that count them
    (None if the record leaves them open)."""

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
            (_("as it lies"), self.as_it_lies),
            (_("as it should have been"), self.as_it_should_be),
            (_("enforced"), self.enforced),
        )
        return [(name, worth) for name, worth in cases if worth is not None]

    def to_dict(self) -> dict[str, Any]:
        """The cost as plain data."""
        return fields_of(self, ("as_it_lies", "as_it_should_be", "enforced"))


def as_it_lies(report: Report, *sentences: Sentence) -> Cost:
    """Return a cost of which only the result as recorded is known, with these words."""
    return Cost(Worth.of(report), None, None, sentences)


def nothing_moves(report: Report) -> Sentence:
    """Return the sentence that nothing changes, in the game's unit."""
    text = "No money moves."
    if counts_points(report):
        text = "No points change."
    elif not find(report["game"]).money:
        text = "Nothing else changes."
    return Sentence(text, {})


def cost(replay: ReplayedLog, report: Report, finding: ReportedFinding, right: Rectified) -> Cost:
    """Return the cost of a finding of the report to each player."""
    lies = Worth.of(report)
    should = right.as_it_should_be
    should_be = Worth.of(should.would_be) if should is not None else None
    if finding["kind"] == DISQUALIFICATION and finding["status"] != "forgiven":
        enforced, sentence = _of_an_offence(replay, report, finding)
        return Cost(lies, should_be, enforced, (sentence,))
    if finding["kind"] == PAYMENT:
        sentence = Sentence("What everybody has won stays the same.", {})
    elif should is None:
        sentence = Sentence(right.untold or "The cost is unknown.", {})
    elif worth := _worth_in_time(should, finding):
        sentence = worth
    elif unknown := _unsettled(should, finding):
        return Cost(lies, should_be, None, (unknown,), settled=False)
    else:
        sentence = _done_right(should, finding, right)
    return Cost(lies, should_be, None, (sentence,))


def _unsettled(difference: Difference, finding: ReportedFinding) -> Sentence | None:
    """Return why two evenings cannot be compared: in one of them the end or the points of the hand
    are unknown, or the later play is impossible. None if both are settled."""
    number = finding["hand"]
    for report in (difference.would_be, difference.was):
        for hand in report["hands"][:number][-1:]:
            facts = {"hand": number}
            if hand["outcome"]["kind"] == "open":
                return Sentence("The cost is not known yet: the hand is not over.", {})
            if hand["outcome"]["kind"] == "undecided":
                text = "The cost is unknown: the end of hand {hand} is undecided."
                return Sentence(text, facts)
            if None in hand.get("scores", {}).values():
                text = "The cost is unknown: the points of hand {hand} are unknown."
                return Sentence(text, facts)
    if any(new["rule"] == TURNS and new["hand"] == number for new in difference.findings_new):
        return Sentence(RESTS_ON_IT, {})
    for question in difference.questions_new:
        if question["hand"] == number:
            text = "The cost is unknown. This would decide it: {fact}."
            return Sentence(text, {"fact": question["would_decide"]})
    return None


def _worth_in_time(difference: Difference, finding: ReportedFinding) -> Sentence | None:
    """Return the value of a lost right that would have ended an unfinished hand; None if there is
    no such right."""
    player, at = finding["player"], finding["hand"] - 1
    if player is None or at < 0 or finding["kind"] not in (FORFEIT, MISSED):
        return None
    was, would_be = (report["hands"][at]["outcome"]["kind"]
                     for report in (difference.was, difference.would_be))  # fmt: skip
    worth = difference.moves.get(player, 0)
    if was != "open" or would_be in NOT_OVER or worth <= 0:
        return None
    text = "Done in time, it would have won {player} {amount}."
    return Sentence(text, {"player": player, "amount": worth})


def recounted_in_words(right: Rectified) -> list[Sentence]:
    """Return the corrected points of a wrong score line."""
    facts = right.rectification.sentence.facts
    if "points" not in facts or "least" not in facts:
        return []
    return [Sentence("{points} becomes {least}", facts)]


def _done_right(difference: Difference, finding: ReportedFinding, right: Rectified) -> Sentence:
    """Return the effect of the right act in one sentence. A lost right makes nobody richer."""
    player, moves = finding["player"], difference.moves
    effects = difference.changes()
    if not effects and recounted_in_words(right):
        text = "The right number is counted already: {changes}."
        return Sentence(text, {"changes": recounted_in_words(right)})
    if not effects:
        return nothing_moves(difference.was)
    if finding["kind"] in (FORFEIT, MISSED) and player is not None and moves:
        lost = moves.get(player, 0)
        text = "It cost {player} {amount}." if lost > 0 else "It cost {player} nothing."
        return Sentence(text, {"player": player, "amount": lost})
    return Sentence("If it had been done right: {changes}.", {"changes": effects})


def _of_an_offence(
    replay: ReplayedLog, report: Report, finding: ReportedFinding
) -> tuple[Worth, Sentence]:
    """Return everyone's money and points with the offence enforced, and its cost in words."""
    if finding["status"] != "enforced":
        worth, effects = _if_enforced(replay, report, finding)
        text = "If the table enforces it: {changes}."
        if finding["hand"] < len(report["hands"]):
            text = "If the table had enforced it: {changes}."
        if not effects:
            text = "Enforced or not, it moves no money."
        return worth, Sentence(text, {"changes": effects})
    try:
        difference = Difference(_as_if_not_enforced(replay, finding), report)
    except NotPossible:
        return Worth.of(report), Sentence("The cost is unknown.", {})
    if unsettled := _unsettled(difference, finding):
        return Worth.of(report), unsettled
    effects = difference.changes()
    text = "It is enforced: {changes}." if effects else "It is enforced, which moves no money."
    return Worth.of(report), Sentence(text, {"changes": effects})


def _if_enforced(
    replay: ReplayedLog, report: Report, finding: ReportedFinding
) -> tuple[Worth, list[Sentence]]:
    """Return everyone's money and points if the table enforces an offence, and what changes."""
    hand = report["hands"][finding["hand"] - 1]
    if hand["outcome"]["kind"] == "open":
        told_out: Event = {
            "type": "disqualify",
            "player": finding["player"],
            "event": finding["event"],
        }
        difference = Difference(report, supposing(replay, besides=[told_out]))
        return Worth.of(difference.would_be), difference.changes()
    enforced = hand.get("if_enforced")
    if enforced is None or finding["event"] not in enforced["for"]:
        return Worth.of(report), []
    gains = moved(hand["net"], enforced["net"])
    totals = {name: won + gains.get(name, 0) for name, won in report["totals"].items()}
    stays = -sum(gains.values())
    worth = Worth(totals, in_the_middle(report) + stays, report.get("scores"))
    return worth, changes(gains, stays, {})


def _as_if_not_enforced(replay: ReplayedLog, finding: ReportedFinding) -> Report:
    """Return the report of the evening with the offence recorded but not enforced."""
    by_hand = [
        number
        for number, event in enumerate(replay.lines, 1)
        if event["type"] == "disqualify" and event["player"] == finding["player"]
        and number >= finding["event"]
    ]  # fmt: skip
    if by_hand:
        return supposing(replay, without=by_hand[:1])
    pardon: Event = {"type": "forgive", "event": finding["event"]}
    if finding["event"] < len(replay.lines):
        pardon = insertion(finding["event"] + 1, pardon, "what if")
    return supposing(replay, besides=[pardon])
