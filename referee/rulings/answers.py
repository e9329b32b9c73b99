"""The open questions of a record, the people who may know the answers, and the result of each
answer.

An answer changes only the fact in question.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.judging.corrections import Event
from referee.judging.findings import RECORD, Undecided
from referee.judging.rectification import AS_ANSWERED, Answer, Edit, Inquire, Inquiry, Irregularity
from referee.judging.replay import ReplayedLog, replayed
from referee.judging.report import Report
from referee.rulings.whatif import Difference, supposing
from referee.wording.sentences import Sentence, SpellCard, letters


@dataclass(frozen=True, slots=True)
class World:
    """One possible answer to a question, the lines that record it, and its effect."""

    answer: Sentence
    edit: Edit
    difference: Difference

    @property
    def report(self) -> Report:
        """The report of the log if this answer is recorded."""
        return self.difference.would_be


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """One open question.

    ``with_number`` makes the lines that record a number; None if the answer is not a number.
    """

    asked: Undecided
    sentence: Sentence
    who: tuple[str, ...]
    worlds: tuple[World, ...]
    with_number: Callable[[int], Edit] | None = None

    @property
    def event(self) -> int:
        """The event in question."""
        return self.asked.event

    @property
    def would_decide(self) -> Sentence:
        """The fact that would decide the question, in words."""
        return Sentence(self.asked.would_decide, self.asked.facts)

    @property
    def moves(self) -> bool:
        """Return whether the answers lead to different money or points."""
        reports = [world.report for world in self.worlds]
        counted = ("totals", "carried", "side_carried", "scores")
        return any(report.get(name) != reports[0].get(name)
                   for report in reports[1:] for name in counted)  # fmt: skip


def open_questions(lines: Sequence[Event], spell: SpellCard = letters) -> list[OpenQuestion]:
    """Return the open questions of a log in the order of events."""
    record = OpenRecord(lines, spell)
    return [*map(record.settled, record.undecided)]


class OpenRecord:
    """A log and its open questions."""

    def __init__(
        self, lines: Sequence[Event], spell: SpellCard = letters, replay: ReplayedLog | None = None
    ) -> None:
        self._replay = replay = replay or replayed(lines)
        self._spell = spell
        self._report = replay.report(spell)
        self.undecided = replay.play.undecided()

    def settled(self, question: Undecided) -> OpenQuestion:
        """Return a question with the people who may know the answer, and the outcome of each."""
        at = Irregularity(question, self._replay, self._replay.play.house, AS_ANSWERED)
        inquire: Inquire | None = self._replay.rulebook.answering.get(question.rule)
        found = Inquiry(() if question.player is None else (question.player,))
        if inquire is not None:
            found = inquire(at)

        def with_points(number: int) -> Edit:
            return at.put({"type": "score", "points": {question.player: number}}, at.end_of_hand)

        sentence = Sentence(question.question, question.facts)
        worlds = self._worlds(found.answers, question, sentence.render(self._spell))
        is_points = question.rule == "score.wrong" and question.player is not None
        number = with_points if is_points else None
        return OpenQuestion(question, sentence, found.who, worlds, number)

    def _worlds(
        self, answers: Sequence[Answer], question: Undecided, words: str
    ) -> tuple[World, ...]:
        """Return the outcome of each answer, except for answers that the record rules out or that
        leave the question open."""
        worlds = []
        for answer in answers:
            would_be = supposing(self._replay, besides=answer.edit, spell=self._spell)
            difference = Difference(self._report, would_be)
            contradicts = any(finding["kind"] == RECORD for finding in difference.findings_new)
            still = any(
                (left_open["event"], left_open["question"]) == (question.event, words)
                for left_open in would_be["undecided"]
            )
            if answer.edit and not contradicts and not still:
                worlds.append(World(answer.sentence, answer.edit, difference))
        return tuple(worlds)
