"""An evening played under all combinations of house rules, as few times as that takes.

There are millions of combinations, and only those are played that differ. A hand is replayed with
house rules that note what is asked: only an answer that was asked for can make a difference,
and each of its other answers is played, too. What is asked when the money is counted needs no new
replay, and no pot asks for what another one hangs on. Hands are played apart from one another, for
nothing but money goes from one to the next: where one ends otherwise its own money moves, and what
is carried on makes no later winner.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, cast

from referee.judging.corrections import Event, Numbered
from referee.judging.replay import Play
from referee.judging.rulebook import House, Rulebook
from referee.rulings.crux.asked_house import Answered, AskedChoices, AskedHouse
from referee.rulings.crux.decision_diagrams import Answers, Function, Functions, smallest
from referee.rulings.whatif.choices import AS_IT_WAS, Choice

Pot = tuple[int, str]
"""A pot of the evening: the number of the hand, and the pot's name in it."""

UNTOUCHED: Hashable = None
"""The end of a pot that the hand does not have."""


class Weighable(Play, Protocol):
    """A game that can be played hand by hand under other house rules."""

    house: House
    """The house rules of the next hand."""

    def begins_afresh(self, event: Event) -> bool:
        """Return whether a hand that this event opens takes nothing but money from those before."""

    def pots(self, since: Any, closed_by: int | None) -> Mapping[Pot, Callable[[], Hashable]]:
        """Return what the hands since a snapshot decide, pot by pot; ``closed_by`` is the number of
        the ``hand`` event that closes the last of them."""


def without_verdicts(rulebook: Rulebook) -> Rulebook:
    """The rulebook without the rules that only say what was wrong. Those that silence others stay:
    once a play after the end was told, what follows it is none."""
    return rulebook.without(*(rule.id for rule in rulebook.rules if not rule.silences))


Endings = dict[Pot, Function]
"""The ends of pots, each as a function of the choices."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of the evening that can be played by itself: one hand, as a rule. ``snapshot`` is the
    table before it, ``closed_by`` the event that closes its last hand."""

    snapshot: Any
    events: Sequence[Numbered]
    closed_by: int | None


def _stretches(play: Weighable, evening: Sequence[Numbered]) -> list[_Stretch]:
    """The evening hand by hand, the last hand first, so that each can be played again. Plays it."""
    marks: list[tuple[int, Any]] = []
    for at, (seq, event) in enumerate(evening):
        if event["type"] == "hand" and (not marks or play.begins_afresh(event)):
            marks.append((at, play.snapshot()))
        play.step(seq, event)
    found, end = [], len(evening)
    for at, snapshot in reversed(marks):
        closed_by = evening[end][0] if end < len(evening) else None
        found.append(_Stretch(snapshot, evening[at:end], closed_by))
        end = at
    return found


class Combinations:
    """An evening played under all combinations of house rules that differ for it."""

    def __init__(self, rulebook: Rulebook, every: Sequence[Choice]) -> None:
        self.functions = Functions()
        self.played = 0
        self._rulebook = without_verdicts(rulebook)
        self._every = every
        self._asked = AskedChoices(every)

    def evening(self, evening: Sequence[Numbered]) -> Endings:
        """Return how each pot of the evening ends."""
        play = cast(Weighable, self._rulebook.lay_table(self._rulebook, evening[0][1]))
        found: Endings = {}
        for stretch in _stretches(play, evening[1:]):
            found |= self._all_answers({}, partial(self._played, play, stretch))
        return found

    def turning_points(self, endings: Endings) -> list[Answers]:
        """The smallest sets of other answers after which some pot ends otherwise."""
        return smallest(
            answers
            for ending in endings.values()
            for answers in self.functions.turning_points(ending)
        )

    def depend_on(self, endings: Endings) -> set[int]:
        """The choices on which some pot depends."""
        return {choice for ending in endings.values() for choice in self.functions.choices(ending)}

    def _all_answers(self, given: Answered, judge: Callable[[], Endings]) -> Endings:
        """Return what is found with these answers and any others to whatever else is asked for."""
        anew: list[int] = []
        self._asked.begin(given, anew)
        found = judge()
        for at in reversed(range(len(anew))):
            choice = anew[at]
            before = given | dict.fromkeys(anew[:at], AS_IT_WAS)
            branches = [found] + [
                self._all_answers(before | {choice: answer}, judge)
                for answer in range(1, len(self._every[choice].instead) + 1)
            ]
            found = self._depending(choice, branches)
        return found

    def _depending(self, choice: int, branches: Sequence[Endings]) -> Endings:
        untouched = self.functions.constant(UNTOUCHED)
        every_pot = dict.fromkeys(pot for branch in branches for pot in branch)
        return {
            pot: self.functions.depending(
                choice, [branch.get(pot, untouched) for branch in branches]
            )
            for pot in every_pot
        }

    def _played(self, play: Weighable, stretch: _Stretch) -> Endings:
        self.played += 1
        play.restore(stretch.snapshot)
        for seq, event in stretch.events:
            if event["type"] == "hand":
                house = play.house
                play.house = AskedHouse(self._asked, self._rulebook, house)
                play.step(seq, event)
                play.house = house
            else:
                play.step(seq, event)
        answers = self._asked.answers
        found: Endings = {}
        for pot, result in play.pots(stretch.snapshot, stretch.closed_by).items():
            found |= self._all_answers(answers, partial(self._counted, pot, result))
        return found

    def _counted(self, pot: Pot, result: Callable[[], Hashable]) -> Endings:
        return {pot: self.functions.constant(result())}
