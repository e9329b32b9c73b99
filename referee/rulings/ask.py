"""The open questions of a record, and a short plan of them for the table.

Each has the people who may know the answer, and the result of each answer, which changes only the
fact in question. A question decides money if its answers lead to different money or points. The
first question is the one that leaves the fewest such questions in the worst case. A few questions
are tried in every order, many of them only one step ahead. An answer about one hand says nothing
about the cards of another, so each hand is ordered separately.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.findings import RECORD, Undecided
from referee.judging.rectification import AS_ANSWERED, Edit, Inquire, Inquiry, Irregularity
from referee.judging.replay import ReplayedLog, replayed
from referee.judging.report import Report
from referee.rulings.whatif import Difference, NotPossible, supposing
from referee.wording.sentences import Sentence, SpellCard, letters, plain

EVERY_ORDER: Final = 4  # the largest number of questions about a hand tried in every order


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

    def to_dict(self, spell: SpellCard) -> dict[str, Any]:
        """The question as plain data."""
        answered_with = "answers" if self.worlds else None
        if self.with_number is not None:
            answered_with = "number"
        answers = [
            {"answer": world.answer, "changes": world.difference.changes(), "lines": world.edit}
            for world in self.worlds
        ]
        return {
            "event": self.event,
            "rule": self.asked.rule,
            "decides": 1,
            "question": self.sentence.render(spell),
            "would_decide": self.would_decide.render(spell),
            "who": list(self.who),
            "answered_with": answered_with,
            "answers": plain(answers, spell),
        }


def open_questions(lines: Sequence[Event], spell: SpellCard = letters) -> list[OpenQuestion]:
    """Return the open questions of a log in the order of events."""
    replay = replayed(lines)
    report = replay.report(spell)
    return [settled(replay, report, question, spell) for question in replay.play.undecided()]


def settled(
    replay: ReplayedLog, report: Report, question: Undecided, spell: SpellCard
) -> OpenQuestion:
    """Return a question with the people who may know the answer, and the outcome of each answer,
    except for answers that the record rules out or that leave the question open."""
    at = Irregularity(question, replay, replay.play.house, AS_ANSWERED)
    inquire: Inquire | None = replay.rulebook.answering.get(question.rule)
    found = Inquiry(() if question.player is None else (question.player,))
    if inquire is not None:
        found = inquire(at)
    sentence = Sentence(question.question, question.facts)
    asked = question.event, sentence.render(spell)
    worlds = []
    for answer in found.answers:
        would_be = supposing(replay, besides=answer.edit, spell=spell)
        difference = Difference(report, would_be)
        contradicts = any(finding["kind"] == RECORD for finding in difference.findings_new)
        still = ((left["event"], left["question"]) for left in would_be["undecided"])
        if answer.edit and not contradicts and asked not in still:
            worlds.append(World(answer.sentence, answer.edit, difference))

    def with_points(number: int) -> Edit:
        return at.put({"type": "score", "points": {question.player: number}}, at.end_of_hand)

    is_points = question.rule == "score.wrong" and question.player is not None
    with_number = with_points if is_points else None
    return OpenQuestion(question, sentence, found.who, tuple(worlds), with_number)


@dataclass(frozen=True, slots=True)
class Plan:
    """The questions to ask the table, in their order.

    ``deciding`` are the questions that change money or points, the next one first; ``at_most`` is
    how many of them may have to be asked at most. ``others`` are the questions that change neither,
    or whose possible answers are unknown.
    """

    deciding: tuple[OpenQuestion, ...]
    at_most: int
    others: tuple[OpenQuestion, ...]

    @property
    def next(self) -> OpenQuestion | None:
        """The question to ask next; None if nothing is open."""
        return next(iter((*self.deciding, *self.others)), None)

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The plan as plain data."""
        deciding = [question.to_dict(spell) for question in self.deciding]
        others = [question.to_dict(spell) for question in self.others]
        return {"at_most": self.at_most, "deciding": deciding, "others": others}


def ask(lines: Sequence[Event], spell: SpellCard = letters) -> Plan:
    """Return the open questions of a log in the order in which to ask them.

    >>> ask([{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}]).next is None
    True
    """
    found = open_questions(lines, spell)
    by_hand: dict[int, list[OpenQuestion]] = {}
    for question in found:
        if question.moves:
            by_hand.setdefault(question.asked.hand, []).append(question)
    orders = [_in_order(lines, by_hand[hand]) for hand in sorted(by_hand)]
    deciding = tuple(question for order in orders for _, question in order)
    others = tuple(question for question in found if not question.moves)
    return Plan(deciding, sum(order[0][0] for order in orders), others)


def answered(
    lines: Sequence[Event], answers: Sequence[int], spell: SpellCard = letters
) -> tuple[Edit, Plan]:
    """Return the lines that the given answers add to the log, and the plan that remains.

    Each answer is its number in the list, starting from 1, or the number asked for. Raises
    NotPossible.
    """
    added: Edit = ()
    plan = ask(lines, spell)
    for number in answers:
        question = plan.next
        if question is not None and question.with_number is not None:
            added += question.with_number(number)
        elif question is not None and 1 <= number <= len(question.worlds):
            added += question.worlds[number - 1].edit
        else:
            raise NotPossible("There is no answer {number} to the next question.", number=number)
        plan = ask([*lines, *added], spell)
    return added, plan


def _in_order(
    lines: Sequence[Event], deciding: Sequence[OpenQuestion]
) -> list[tuple[int, OpenQuestion]]:
    """Return the questions about a hand, the best first, each with the number needed at most from
    it on."""
    hand, deep = deciding[0].asked.hand, len(deciding) <= EVERY_ORDER
    remaining: dict[frozenset[str], int] = {}

    def after(given: Edit) -> int:
        """Return the number of questions that remain after these answers."""
        known = frozenset(map(str, given))
        if known not in remaining:
            still = open_questions([*lines, *given])
            left = [each for each in still if each.asked.hand == hand and each.moves]
            every = min((at_most(each, given) for each in left), default=0) if deep else len(left)
            remaining[known] = every
        return remaining[known]

    def at_most(question: OpenQuestion, given: Edit) -> int:
        """Return the number of questions that decides everything in the worst case."""
        return 1 + max(after((*given, *world.edit)) for world in question.worlds)

    found = [(at_most(question, ()), question) for question in deciding]
    return sorted(found, key=lambda pair: (pair[0], pair[1].event))
