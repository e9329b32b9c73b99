"""An evening played under all combinations of house rules, with as few replays as possible.

There are millions of combinations, and only those that differ are played. A hand is replayed with
house rules that record each lookup: only a choice that was looked up can make a difference, so each
of its other answers is played, too. Lookups during the counting of money need no new replay, and
pots are counted separately. Hands are played separately, because only money carries over: if a hand
ends differently, its own money moves, but carried money changes no later winner.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, cast

from referee.judging.corrections import Event, Numbered
from referee.judging.replay import Play
from referee.judging.rulebook import House, Rulebook
from referee.rulings.crux.answer_trees import Answered, Branching, Tree, with_results
from referee.rulings.crux.asked_house import AskedChoices, AskedHouse
from referee.rulings.whatif.choices import AS_IT_WAS, OptionChange

Pot = tuple[int, str]
"""A pot of the evening: the number of the hand, and the pot's name in it."""


class Weighable(Play, Protocol):
    """A game that can be played hand by hand under other house rules."""

    house: House
    """The house rules of the next hand."""

    def begins_afresh(self, event: Event) -> bool:
        """Return whether a hand opened by this event depends on earlier hands only through
        money."""

    def pots(self, since: Any, closed_by: int | None) -> Mapping[Pot, Callable[[], Hashable]]:
        """Return the results of the hands since a snapshot, pot by pot; ``closed_by`` is the number
        of the ``hand`` event that closes the last of them."""


def without_verdicts(rulebook: Rulebook) -> Rulebook:
    """Return the rulebook without the rules that only report errors. Rules that silence others
    stay: after a finding of play after the end, later events are ignored."""
    return rulebook.without(*(rule.id for rule in rulebook.rules if not rule.silences))


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of the evening that can be played separately, usually one hand. ``snapshot`` is the
    table before it, ``closed_by`` the event that closes its last hand."""

    snapshot: Any
    events: Sequence[Numbered]
    closed_by: int | None


def _stretches(play: Weighable, evening: Sequence[Numbered]) -> list[_Stretch]:
    """Play the evening, and return its hands, the last one first, so that each can be replayed."""
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
    """An evening played under all combinations of house rules that make a difference to it."""

    def __init__(self, rulebook: Rulebook, every: Sequence[OptionChange]) -> None:
        self.played = 0
        self._rulebook = without_verdicts(rulebook)
        self._every = every
        self._asked = AskedChoices(every)

    def evening(self, evening: Sequence[Numbered]) -> list[Tree]:
        """Return the end of each pot of the evening, depending on the choices."""
        play = cast(Weighable, self._rulebook.lay_table(self._rulebook, evening[0][1]))
        found: list[Tree] = []
        for stretch in _stretches(play, evening[1:]):
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

    def _played(self, play: Weighable, stretch: _Stretch, pots: dict[Pot, None]) -> Any:
        """Play a stretch, add its pots to ``pots``, and return the end of each."""
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
        results = play.pots(stretch.snapshot, stretch.closed_by)
        pots.update(dict.fromkeys(results))
        return {pot: self._all_answers(answers, result) for pot, result in results.items()}


def _end_of(pot: Pot, ends: Mapping[Pot, Tree]) -> Tree:
    """Return the end of a pot; None if the hand lacks it."""
    return ends.get(pot)
