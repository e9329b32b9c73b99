"""The differences between two logs: contradictions with their consequences, and additions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.findings import RECORD
from referee.judging.names import fold
from referee.judging.report import Report
from referee.judging.summary import so_far
from referee.rulings.compare.aligning import Pairing
from referee.rulings.compare.logs import ComparedLog, ends_alike
from referee.rulings.whatif import Difference, outcome
from referee.wording.sentences import Sentence, SpellCard, fields_of, letters

SIDES: Final = ("one", "other")


@dataclass(frozen=True, slots=True)
class LogReading:
    """One log's side of a difference.

    ``events`` are the numbers of its lines, empty if the log has no such line; then ``after`` and
    ``before`` are the lines between which it would stand. ``corrections`` are the lines that make
    this log read like the other one, and ``difference`` is the resulting change. Both are None if
    this log cannot adopt the other reading.
    """

    events: tuple[int, ...]
    after: int | None = None
    before: int | None = None
    corrections: tuple[dict[str, Any], ...] | None = None
    difference: Difference | None = None

    @property
    def contradictions(self) -> int:
        """The number of new contradictions in the record if the other log were right."""
        if self.difference is None:
            return 0
        both = self.difference.findings_new, self.difference.findings_gone
        new, gone = (sum(finding["kind"] == RECORD for finding in found) for found in both)
        return int(new - gone)

    @property
    def moves_winner_or_money(self) -> bool:
        """Return whether a winner or money changes if the other log is right."""
        if self.difference is None:
            return False
        return bool(self.difference.moves or self.difference.middle) or any(
            hand.outcomes or hand.moves or None in (hand.was, hand.would_be)
            for hand in self.difference.hands
        )

    def to_dict(self) -> dict[str, Any]:
        """The reading as plain data."""
        right = None if self.difference is None else self.difference.to_dict()
        fields = fields_of(self, ("events", "after", "before", "corrections"))
        return {**fields, "if_the_other_is_right": right}


@dataclass
class Contradiction:
    """One contradiction between two logs, as a question to the table.

    ``kind`` is ``card``, ``player``, ``amount``, ``missing``, ``order`` or ``other``; ``hands`` are
    the hand's numbers in both logs, 0 before the first hand.
    """

    kind: str
    hands: tuple[int, int]
    question: Sentence
    readings: Sequence[LogReading]
    names: tuple[str, str]

    def __post_init__(self) -> None:
        self.can_be_tried = any(reading.difference is not None for reading in self.readings)
        """True if the effect of an answer is known."""
        self.matters = any(reading.moves_winner_or_money for reading in self.readings)
        """True if a winner or money depends on the answer."""
        one, other = (reading.contradictions for reading in self.readings)
        self.better_log = None if one == other else int(one < other)
        """The log (0 or 1) that fits the rest of the records better; None if neither does."""

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The difference as plain data."""
        return {
            "kind": self.kind,
            "hand": dict(zip(SIDES, self.hands, strict=True)),
            "question": self.question.render(spell),
            "matters": self.matters if self.can_be_tried else None,
            "fits": None if self.better_log is None else SIDES[self.better_log],
            **{side: reading.to_dict() for side, reading in zip(SIDES, self.readings, strict=True)},
        }

    def consequences(self) -> list[Sentence]:
        """Return sentences that say whether and how the answer matters."""
        sentences = []
        one, other = (reading.difference for reading in self.readings)
        both_ways = one is not None and other is not None and _undo_each_other(one, other)
        for side, difference in enumerate((one,) if both_ways else (one, other)):
            facts = {"right": self.names[1 - side], "log": self.names[side]}
            if difference:
                sentences.append(Sentence("If {right} is right, then in {log}:", facts))
                sentences += difference.sentences()
        if not self.can_be_tried:
            sentences.append(Sentence("The effect of the answer is unknown.", {}))
        elif not self.matters:
            sentences.append(Sentence("It does not change the result of any hand.", {}))
        if (better := self.better_log) is not None:
            text = (
                "Here {better} fits the rest of the record better; {worse} contradicts it. "
                "The table decides."
            )
            facts = {"better": self.names[better], "worse": self.names[1 - better]}
            sentences.append(Sentence(text, facts))
        return sentences


def _undo_each_other(difference: Difference, other: Difference) -> bool:
    """Return whether the second change exactly undoes the first."""

    def rules(findings: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
        return sorted((each["rule"], fold(each["player"] or "")) for each in findings)

    return (
        {fold(name): -amount for name, amount in difference.moves.items()}
        == {fold(name): amount for name, amount in other.moves.items()}
        and rules(difference.findings_gone) == rules(other.findings_new)
        and rules(difference.findings_new) == rules(other.findings_gone)
    )


@dataclass(frozen=True, slots=True)
class Addition:
    """A fact in only one log that does not contradict the other.

    ``side`` is the log, ``event`` its line, ``count`` the number of such lines.
    """

    side: int
    hand: int
    event: int
    says: tuple[Sentence, ...]
    name: str
    count: int = 1

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The addition as plain data."""
        message = " ".join(sentence.render(spell) for sentence in self.sentences())
        fields = fields_of(self, ("hand", "event", "count"))
        return {"log": SIDES[self.side], **fields, "message": message}

    def sentences(self) -> list[Sentence]:
        """The addition in sentences."""
        facts = {"name": self.name, "event": self.event, "count": self.count}
        if self.count > 1:
            return [Sentence("Only {name} wrote down knocks: {count} in all.", facts)]
        return [Sentence("Only {name} wrote at event {event}:", facts), *self.says]


@dataclass
class Comparison:
    """Two logs side by side: their contradictions (``differences``), their ``additions``, and the
    results.

    ``hands`` are the numbers of the same hand in both logs; None if a log lacks the hand.
    """

    names: tuple[str, str]
    logs: tuple[ComparedLog, ComparedLog]
    hands: Pairing
    differences: Sequence[Contradiction]
    additions: Sequence[Addition]

    def __post_init__(self) -> None:
        self.missing_hands = [
            (side, number)
            for pair in self.hands
            for side, number in enumerate(pair)
            if number is not None and pair[1 - side] is None
        ]
        """The hands in only one log: the log (0 or 1), and the number there."""
        self.agree = not self.differences and not self.missing_hands
        """True if the logs have the same hands and no contradictions."""
        one, other = (log.report for log in self.logs)
        self.same_players = set(map(fold, one["players"])) == set(map(fold, other["players"]))
        """True if both logs have the same players, in any order."""
        self.same_totals = _totals(one) == _totals(other)
        """True if all players have the same money and points in both logs."""
        both = [(this, that) for this, that in self.hands if this and that]
        self.other_winners = [pair for pair in both if not ends_alike(self.logs, pair)]
        """The hands with different endings, by their numbers in both logs."""

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The comparison as plain data."""

        def result(name: str, report: Report) -> dict[str, Any]:
            ends = [{"hand": hand["hand"], "outcome": outcome(hand)} for hand in report["hands"]]
            kept = ("players", "totals", "carried", "side_carried")
            return {"name": name, "hands": ends, **{field: report[field] for field in kept}}

        return {
            "agree": self.agree,
            "same_players": self.same_players,
            "same_winners": not self.other_winners and not self.missing_hands,
            "same_totals": self.same_totals,
            "logs": {
                side: result(name, log.report)
                for side, name, log in zip(SIDES, self.names, self.logs, strict=True)
            },
            "hands": [dict(zip(SIDES, pair, strict=True)) for pair in self.hands],
            "differences": [contradiction.to_dict(spell) for contradiction in self.differences],
            "additions": [addition.to_dict(spell) for addition in self.additions],
        }

    def sentences(self) -> list[Sentence]:
        """The overall result in sentences."""
        facts: dict[str, object] = {"one": self.names[0], "other": self.names[1]}
        found = []
        if not self.same_players:
            found.append(Sentence("The players are not the same in {one} and {other}.", facts))
        for side, number in self.missing_hands:
            about = {"has": self.names[side], "lacks": self.names[1 - side], "hand": number}
            found.append(Sentence("{lacks} does not have hand {hand} of {has}.", about))
        for pair in self.other_winners:
            for name, log, hand in zip(self.names, self.logs, pair, strict=True):
                result = log.result(hand)
                winner = result and result["outcome"]["winner"]
                text = "Hand {hand} of {name}: {winner} wins."
                if not winner:
                    text = "Hand {hand} of {name}: nobody wins."
                found.append(Sentence(text, {"name": name, "hand": hand, "winner": winner}))
        if self.same_totals:
            return [*found, Sentence("Both logs come to the same totals.", facts)]
        for name, log in zip(self.names, self.logs, strict=True):
            amounts = [f"{who} {balance}" for who, balance in so_far(log.report).items()]
            found.append(Sentence("Totals of {name}: {totals}.", {"name": name, "totals": amounts}))
        return found


def _totals(report: Report) -> dict[str, tuple[int, int | None]]:
    points = report.get("scores", {})
    return {fold(name): (amount, points.get(name)) for name, amount in report["totals"].items()}
