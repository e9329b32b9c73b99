"""An evening played under all combinations of house rules, with as few replays as possible.

There are millions of combinations, and only those that differ are played. A hand is replayed with
house rules that record each lookup: only a choice that was looked up can make a difference, so each
of its other answers is played, too. Lookups during the counting of money need no new replay, and
pots are counted separately. Hands are played separately, because only money carries over: if a hand
ends differently, its own money moves, but carried money changes no later winner.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.judging.corrections import Numbered
from referee.judging.replay import Play, Pot, ReplayedLog
from referee.judging.rulebook import House, Rulebook
from referee.rulings.crux.answer_trees import Answered, Branching, Tree, with_results
from referee.rulings.whatif.choices import AS_IT_WAS, PLAYED, OptionChange


def verdicts_of(rulebook: Rulebook) -> list[str]:
    """Return the rules that only report errors. Rules that silence others are excluded, because
    they change what is judged: after the end of a hand, later events are ignored."""
    return [rule.id for rule in rulebook.rules if not rule.silences]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of the evening that can be played separately, usually one hand. ``snapshot`` is the
    table before it, ``closed_by`` the event that closes its last hand."""

    snapshot: Any
    events: Sequence[Numbered]
    closed_by: int | None


def _stretches(replay: ReplayedLog) -> Iterator[_Stretch]:
    """Yield the hands of the evening that can be replayed separately, the last one first."""
    events, end = replay.events, len(replay.events)
    opened = [at for at, (_, event) in enumerate(events) if event["type"] == "hand"]
    for number, at in reversed([*enumerate(opened, 1)]):
        if number == 1 or replay.before_hand(number).begins_afresh(events[at][1]):
            closed_by = events[end][0] if end < len(events) else None
            yield _Stretch(replay.play.snapshots[number - 1], events[at:end], closed_by)
            end = at


class Combinations:
    """An evening played under all combinations of house rules that make a difference to it."""

    def __init__(self, replay: ReplayedLog, every: Sequence[OptionChange]) -> None:
        self.played = 0
        self._replay = replay
        self._every = every
        self._asked = AskedChoices(every)

    def evening(self) -> list[Tree]:
        """Return the end of each pot of the evening, depending on the choices."""
        play = copy(self._replay.play)
        found: list[Tree] = []
        for stretch in _stretches(self._replay):
            pots: dict[Pot, None] = {}
            ends = self._all_answers({}, partial(self._played, play, stretch, pots))
            found += (with_results(ends, partial(_end_of, pot)) for pot in pots)
        return found

    def _all_answers(self, given: Answered, judge: Callable[[], Any]) -> Tree:
        """Return the results for these answers, combined with every answer to the other choices
        looked up."""
        anew: list[int] = []
        self._asked.begin(given, anew)
        found: Tree = judge()
        for at in reversed(range(len(anew))):
            choice = anew[at]
            before = given | dict.fromkeys(anew[:at], AS_IT_WAS)
            answers = range(1, len(self._every[choice].instead) + 1)
            others = [self._all_answers(before | {choice: answer}, judge) for answer in answers]
            if any(other != found for other in others):
                found = Branching(choice, (found, *others))
        return found

    def _played(self, play: Play, stretch: _Stretch, pots: dict[Pot, None]) -> Any:
        """Play a stretch, add its pots to ``pots``, and return the end of each."""
        self.played += 1
        play.restore(stretch.snapshot)
        for seq, event in stretch.events:
            if event["type"] == "hand":
                house = play.house
                play.house = AskedHouse(self._asked, self._replay.rulebook, house)
                play.step(seq, event)
                play.house = house
            else:
                play.step(seq, event)
        answers = self._asked.answers
        results = play.pots(stretch.snapshot, stretch.closed_by)
        pots.update(dict.fromkeys(results))
        return {pot: self._all_answers(answers, result) for pot, result in results.items()}


def _end_of(pot: Pot, ends: Mapping[Pot, Tree]) -> Tree:
    """Return the end of a pot; None if the hand lacks it."""
    return ends.get(pot)


class AskedChoices:
    """Answers a game's queries for house rules, and records which choices it asks for."""

    def __init__(self, choices: Sequence[OptionChange]) -> None:
        self._choices = choices
        self._places = {(choice.rule, choice.part): at for at, choice in enumerate(choices)}
        self.answers: Answered = {}
        self._anew: list[int] = []

    def begin(self, given: Answered, anew: list[int]) -> None:
        """Use the given answers from now on. Other choices keep the table's answer, and are
        recorded in ``anew``."""
        self.answers, self._anew = dict(given), anew

    def otherwise(self, rule: str, part: str | None) -> str | None:
        """Return the different option for this house rule; None if the table's choice stands."""
        place = self._places.get((rule, part))
        if place is None:
            return None
        if place not in self.answers:
            self.answers[place] = AS_IT_WAS
            self._anew.append(place)
        return self._choices[place].answer(self.answers[place])


class AskedHouse(Mapping[str, Any]):
    """The house rules of one hand as a game sees them: each lookup is recorded."""

    def __init__(self, asked: AskedChoices, rulebook: Rulebook, house: House) -> None:
        self._asked = asked
        self._house = house
        self._several = {rule.name for rule in rulebook.house_rules if rule.several}

    def __getitem__(self, rule: str) -> Any:
        if rule in self._several:
            return AskedParts(self._asked, rule, self._house[rule])
        return self._asked.otherwise(rule, None) or self._house[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._house)

    def __len__(self) -> int:
        return len(self._house)


class AskedParts:
    """The options in force of a house rule that allows several; each lookup is recorded
    separately."""

    def __init__(self, asked: AskedChoices, rule: str, parts: tuple[str, ...]) -> None:
        self._asked = asked
        self._rule = rule
        self._parts = parts

    def __contains__(self, part: str) -> bool:
        otherwise = self._asked.otherwise(self._rule, part)
        return part in self._parts if otherwise is None else otherwise == PLAYED
