"""The crux of an evening: the house rules that decide its winners and payments.

A turning point is a minimal set of changes after which another player wins a hand or a side pot, or
a different payment is owed. All combinations of all house rules are covered.

A hand is replayed with house rules that record each lookup. Only a choice that was looked up can
make a difference, so its other answers are played, too. Lookups while money is counted need no new
replay, and pots are counted separately. So are hands: only money carries over, and it changes no
later winner.

A choice is a house rule, or one option of a house rule that allows several, such as the side games.
It holds for the whole evening, even if the table changed it later.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import prod
from typing import Any

from referee.judging.corrections import Event, Numbered
from referee.judging.registry import find
from referee.judging.replay import Play, Pot, ReplayedLog, replayed
from referee.judging.rulebook import House, HouseRule, Rulebook, agreed
from referee.rulings.whatif import Difference, with_house_rules
from referee.wording.sentences import Sentence, fields_of, letters

PLAYED, NOT_PLAYED = "on", "off"


@dataclass(frozen=True, slots=True)
class OptionChange:
    """A choice: a house rule, or one option (``part``) of a house rule that allows several. ``was``
    is the table's first choice, ``instead`` the alternatives; once the choice is changed, the one
    alternative is its ``option``."""

    house_rule: HouseRule
    part: str | None
    was: str
    instead: tuple[str, ...]

    @property
    def rule(self) -> str:
        """The name of the house rule."""
        return self.house_rule.name

    @property
    def option(self) -> str:
        """The alternative of a changed choice."""
        return self.instead[0]

    def sentence(self) -> Sentence:
        """The change in words."""
        rule = self.house_rule
        if self.part is None:
            return rule.agreed(self.option)
        text = "“{rule}” with {part}" if self.option == PLAYED else "“{rule}” without {part}"
        return Sentence(text, {"rule": rule.heading, "part": rule.option(self.part)})

    def to_dict(self) -> dict[str, Any]:
        """The change as plain data."""
        part = {"part": self.part} if self.part is not None else {}
        return {"rule": self.rule, **part, "was": self.was, "option": self.option}


def choices_of(evening: Iterable[Numbered]) -> Iterator[OptionChange]:
    """Yield all choices of the table that played this evening."""
    opening, *changes = (event for _, event in evening if event["type"] in ("game", "house"))
    rulebook = find(opening["game"])
    houses = [rulebook.house(opening.get("house", {}))]
    for event in changes:
        houses.append(agreed(houses[-1], event["house"]))
    for rule in rulebook.house_rules:
        made = [house[rule.name] for house in houses]
        if not rule.several:
            yield OptionChange(rule, None, made[0], _others(rule.options, made))
        for part in rule.options if rule.several else ():
            played = [PLAYED if part in parts else NOT_PLAYED for parts in made]
            yield OptionChange(rule, part, played[0], _others((PLAYED, NOT_PLAYED), played))


def _others(options: Iterable[str], made: Sequence[str]) -> tuple[str, ...]:
    """Return the alternatives to a choice: all options if it was changed."""
    return tuple(option for option in options if {*made} != {option})


def choosing(house: House, changes: Iterable[OptionChange]) -> dict[str, Any]:
    """Return house rules with some choices changed; rules not among them are ignored."""
    changed = dict(house)
    for change in (change for change in changes if change.rule in changed):
        option: Any = change.option
        if change.part is not None:
            others = [part for part in changed[change.rule] if part != change.part]
            option = (*others, *([change.part] if option == PLAYED else ()))
        changed[change.rule] = option
    return changed


Answered = dict[int, str | None]
"""The answer to each choice, by the choice's index: another option, or None for the table's own."""

Answers = frozenset[tuple[int, str]]
"""Choices, each with another option than the table's own."""

Results = list[tuple[Answered, Any]]
"""All possible results, the table's own first, each with the answers that lead to it. Choices that
make no difference are left out."""


def turning_points(results: Results) -> Iterator[Answers]:
    """Yield the changed answers that lead to each result other than the table's own.

    >>> ways = [({0: None}, "won"), ({0: "a", 1: None}, "won"), ({0: "a", 1: "b"}, "lost")]
    >>> sorted(*turning_points(ways))
    [(0, 'a'), (1, 'b')]
    """
    (_, was), *others = results
    for given, result in others:
        if result != was:
            yield frozenset((choice, option) for choice, option in given.items() if option)


def deciding(results: Results) -> set[int]:
    """Return the choices that can change the result, with any answers to the others.

    >>> deciding([({0: None, 1: None}, 5), ({0: None, 1: "b"}, 9), ({0: "a", 1: None}, 5)])
    {1}
    """
    found: set[int] = set()
    for (one, result), (other, otherwise) in combinations(results, 2):
        if result != otherwise:
            changed = [choice for choice in one if other.get(choice, one[choice]) != one[choice]]
            found.update(changed if len(changed) == 1 else ())
    return found


def smallest(sets: Iterable[Answers]) -> list[Answers]:
    """Return the sets that contain no other set.

    >>> smallest([frozenset({(1, "a"), (2, "b")}), frozenset({(2, "b")})])
    [frozenset({(2, 'b')})]
    """
    kept: list[Answers] = []
    for one in sorted(set(sets), key=lambda one: (len(one), sorted(one))):
        if not any(smaller <= one for smaller in kept):
            kept.append(one)
    return kept


class Combinations:
    """An evening played under all combinations of house rules that make a difference to it."""

    def __init__(self, replay: ReplayedLog, every: Sequence[OptionChange]) -> None:
        self.played = 0
        self._replay = replay
        self._every = every
        self._places = {(choice.rule, choice.part): at for at, choice in enumerate(every)}
        self._answers: Answered = {}
        self._anew: list[int] = []
        """The choices looked up that had no answer, and so keep the table's."""

    def evening(self) -> Iterator[Results]:
        """Yield the possible ends of each pot of the evening. Hands are played separately where
        that is possible, the last one first."""
        replay, play = self._replay, copy(self._replay.play)
        events, end = replay.events, len(replay.events)
        opened = [at for at, (_, event) in enumerate(events) if event["type"] == "hand"]
        for number, at in reversed([*enumerate(opened, 1)]):
            if number > 1 and not replay.before_hand(number).begins_afresh(events[at][1]):
                continue
            closed_by = events[end][0] if end < len(events) else None
            before, stretch = replay.play.snapshots[number - 1], events[at:end]
            hands = self._all_answers({}, partial(self._played, play, before, stretch, closed_by))
            for pot in dict.fromkeys(pot for _, ends in hands for pot in ends):
                yield [
                    ({**given, **more}, how)
                    for given, ends in hands
                    for more, how in ends.get(pot, [({}, None)])  # a hand may lack a pot
                ]
            end = at

    def _all_answers(self, given: Answered, judge: Callable[[], Any]) -> Results:
        """Return the results for these answers with every answer to the other choices looked up."""
        anew: list[int] = []
        self._answers, self._anew = dict(given), anew
        found: Results = [({}, judge())]
        for at in reversed(range(len(anew))):
            choice = anew[at]
            before = given | dict.fromkeys(anew[:at])
            instead = self._every[choice].instead
            others = [self._all_answers(before | {choice: option}, judge) for option in instead]
            if any(other != found for other in others):
                found = [
                    ({choice: option, **more}, result)
                    for option, results in zip((None, *instead), (found, *others), strict=True)
                    for more, result in results
                ]
        return found

    def _otherwise(self, rule: str, part: str | None) -> str | None:
        place = self._places.get((rule, part))
        if place is not None and place not in self._answers:
            self._answers[place] = None
            self._anew.append(place)
        return None if place is None else self._answers[place]

    def _played(
        self, play: Play, before: Any, events: Sequence[Numbered], closed_by: int | None
    ) -> dict[Pot, Results]:
        """Play some hands from the table before them, and return the end of each pot;
        ``closed_by`` is the event that closes the last hand."""
        self.played += 1
        play.restore(before)
        for seq, event in events:
            house = play.house
            if event["type"] == "hand":
                play.house = RecordingHouse(self._otherwise, house)
            play.play_on([(seq, event)])
            if event["type"] == "hand":
                play.house = house
        answers = self._answers
        pots = play.pots(before, closed_by)
        return {pot: self._all_answers(answers, result) for pot, result in pots.items()}


Otherwise = Callable[[str, str | None], str | None]
"""Returns the different option for a house rule, or a part of it; None if the table's stands."""


class RecordingHouse(UserDict[str, Any]):
    """The house rules of one hand as a game sees them: each lookup is recorded."""

    def __init__(self, otherwise: Otherwise, house: House) -> None:
        self._otherwise = otherwise
        super().__init__(house)

    def __getitem__(self, rule: str) -> Any:
        option = self.data[rule]
        if isinstance(option, tuple):
            return RecordingParts(self._otherwise, rule, option)
        return self._otherwise(rule, None) or option

    def __eq__(self, other: object) -> bool:
        """Compare by identity, which is fast: the readings of a hand share the object."""
        return self is other


class RecordingParts:
    """The options in force of a house rule that allows several; each lookup is recorded."""

    def __init__(self, otherwise: Otherwise, rule: str, parts: tuple[str, ...]) -> None:
        self._otherwise, self._rule, self._parts = otherwise, rule, parts

    def __contains__(self, part: str) -> bool:
        otherwise = self._otherwise(self._rule, part)
        return part in self._parts if otherwise is None else otherwise == PLAYED


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A minimal set of changes that changes a winner or a payment, and its effect.

    If nobody has more or less in the end, the same money changed hands in other payments.
    """

    changes: tuple[OptionChange, ...]
    difference: Difference

    def to_dict(self) -> dict[str, Any]:
        """The turning point as plain data."""
        changes = [change.to_dict() for change in self.changes]
        outcomes = [
            {"hand": hand.number, "was": ends[0], "would_be": ends[1]}
            for hand in self.difference.hands
            if (ends := hand.outcomes)
        ]
        money = fields_of(self.difference, ("moves", "middle", "recount"))
        return {"changes": changes, "outcomes": outcomes, **money}

    def sentences(self) -> list[Sentence]:
        """The turning point in sentences."""
        changes = [change.sentence() for change in self.changes]
        heading = Sentence("With {changes}:", {"changes": changes})
        found = self.difference.other_winners()
        if whole := self.difference.changes():
            found.append(Sentence("In the whole evening: {changes}.", {"changes": whole}))
        text = "Pots would be shared differently, but all totals would stay the same."
        return [heading, *(found or [Sentence(text, {})])]


@dataclass(frozen=True, slots=True)
class Crux:
    """The house rules that decide an evening.

    ``turning_points`` come smallest first. ``matters`` are the house rules that can change a winner
    or a payment, alone or with others, with the options concerned if a house rule allows several.
    ``idle`` are the house rules that never can. ``combinations`` is the number of all combinations
    of house rules, ``played`` the number of replays that were necessary.
    """

    turning_points: tuple[TurningPoint, ...]
    matters: Mapping[str, tuple[str, ...]]
    idle: tuple[str, ...]
    rulebook: Rulebook
    combinations: int
    played: int

    def to_dict(self) -> dict[str, Any]:
        """The crux as plain data."""
        points = [point.to_dict() for point in self.turning_points]
        fields = fields_of(self, ("matters", "idle", "combinations", "played"))
        return {"turning_points": points, **fields}

    def sentences(self) -> list[Sentence]:
        """The crux in sentences."""
        points = [sentence for point in self.turning_points for sentence in point.sentences()]
        return points + self.what_else()

    def what_else(self) -> list[Sentence]:
        """Return sentences about the house rules that belong to no turning point."""
        if not self.turning_points:
            text = "With any house rules, everybody would have won and lost the same."
            return [Sentence(text, {})]
        named = {change.rule for point in self.turning_points for change in point.changes}
        every = self.rulebook.house_rules
        with_others = [rule.heading for rule in every if rule.name in {*self.matters} - named]
        idle = [rule.heading for rule in every if rule.name in self.idle]
        sentences = (
            Sentence(
                "These matter only together with other changes: {rules}.", {"rules": with_others}
            ),
            Sentence("These matter in no combination: {rules}.", {"rules": idle}),
        )
        return [sentence for sentence in sentences if sentence.facts["rules"]]


def crux(events: Iterable[Event], among: Sequence[OptionChange] | None = None) -> Crux:
    """Return the house rules that decide the winners and payments of this evening; with ``among``,
    all other choices stay as the table made them.

    >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    >>> crux([opening]).turning_points
    ()
    """
    lines = list(events)
    rulebook = replayed(lines[:1]).rulebook
    # rules that silence others change what is judged: the events after the end of a hand; the other
    # rules are asked only whether a turning point is one, because they seldom change an end
    replay = replayed(lines, [rule.id for rule in rulebook.rules if not rule.silences])
    judged = replayed(lines)
    every = list(choices_of(replay.events) if among is None else among)
    combined = Combinations(replay, every)
    endings = list(combined.evening())
    points, as_played, unsure = [], judged.report(), set[int]()
    for answers in smallest(given for ending in endings for given in turning_points(ending)):
        changes = tuple(replace(every[at], instead=(option,)) for at, option in sorted(answers))
        chosen = partial(choosing, changes=changes)
        otherwise = judged.otherwise(with_house_rules(rulebook, replay.events, chosen))
        difference = Difference(as_played, otherwise.report(len(lines), letters))
        if difference.hands:
            points.append(TurningPoint(changes, difference))
        else:
            unsure |= {place for place, _ in answers}
    named = {(change.rule, change.part) for point in points for change in point.changes}
    matters: dict[str, tuple[str, ...]] = {}
    for at in sorted({at for ending in endings for at in deciding(ending)}):
        rule, part = every[at].rule, every[at].part
        if at not in unsure or (rule, part) in named:
            matters[rule] = (*matters.get(rule, ()), *([part] if part is not None else []))
    return Crux(
        turning_points=tuple(points),
        matters=matters,
        idle=tuple(rule.name for rule in rulebook.house_rules if rule.name not in matters),
        rulebook=rulebook,
        combinations=prod(1 + len(choice.instead) for choice in every),
        played=combined.played,
    )
