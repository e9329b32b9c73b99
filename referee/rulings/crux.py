"""The crux of an evening: the house rules that decide its winners and payments.

A turning point is a minimal set of changes after which another player wins a hand or a side pot, or
a different payment is owed. All combinations of all house rules are covered, with as few replays as
possible.

There are millions of combinations, and only those that differ are played. A hand is replayed with
house rules that record each lookup: only a choice that was looked up can make a difference, so each
of its other answers is played, too. Lookups during the counting of money need no new replay, and
pots are counted separately. Hands are played separately, because only money carries over: if a hand
ends differently, its own money moves, but carried money changes no later winner.

A choice is a house rule, or one option of a house rule that allows several, such as the side games.
It holds for the whole evening, even if the table changed it later.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from operator import methodcaller
from typing import Any

from referee.judging.corrections import Event, Numbered
from referee.judging.registry import find
from referee.judging.replay import Play, Pot, ReplayedLog, replayed
from referee.judging.rulebook import House, HouseRule, Rulebook, agreed
from referee.rulings.whatif import Difference, kept_to
from referee.wording.sentences import Sentence, letters

AS_IT_WAS = 0  # the number of the answer that leaves a choice as the table made it
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

    def answer(self, number: int) -> str | None:
        """Return the alternative with this number; None for the table's own choice."""
        return None if number == AS_IT_WAS else self.instead[number - 1]

    def changed(self, number: int) -> OptionChange:
        """Return the choice, changed to the alternative with this number."""
        return replace(self, instead=(self.instead[number - 1],))

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


def choices(rulebook: Rulebook, houses: Sequence[House]) -> list[OptionChange]:
    """Return all choices of a table with these successive house rules."""
    return [choice for rule in rulebook.house_rules for choice in _choices_of(rule, houses)]


def _choices_of(rule: HouseRule, houses: Sequence[House]) -> Iterator[OptionChange]:
    made = [house[rule.name] for house in houses]
    if not rule.several:
        yield _choice(rule, None, rule.options, made)
    for part in rule.options if rule.several else ():
        played = [PLAYED if part in parts else NOT_PLAYED for parts in made]
        yield _choice(rule, part, (PLAYED, NOT_PLAYED), played)


def _choice(
    rule: HouseRule, part: str | None, options: tuple[str, ...], made: list[str]
) -> OptionChange:
    kept = made[0] if len(set(made)) == 1 else None
    return OptionChange(rule, part, made[0], tuple(option for option in options if option != kept))


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


Answered = dict[int, int]
"""The number of the answer to each choice, by the choice's index; 0 is the table's own answer."""

Answers = frozenset[tuple[int, int]]
"""Choices, each with the number of an answer other than the table's own."""


@dataclass(frozen=True, slots=True)
class Branching:
    """A choice, and the tree for each of its answers."""

    choice: int
    branches: tuple[Tree, ...]


Tree = Branching | Hashable


def with_results(tree: Tree, changed: Callable[[Any], Tree]) -> Tree:
    """Return the tree with something else in the place of each result."""
    if not isinstance(tree, Branching):
        return changed(tree)
    return Branching(tree.choice, tuple(with_results(branch, changed) for branch in tree.branches))


def as_it_was(tree: Tree) -> Hashable:
    """Return the result if the table chooses as it did."""
    while isinstance(tree, Branching):
        tree = tree.branches[0]
    return tree


def _nodes(tree: Tree) -> Iterator[tuple[Tree, Answers]]:
    """Yield the tree and all its branches, each with the changed answers on the way to it."""
    waiting: list[tuple[Tree, Answers]] = [(tree, frozenset())]
    while waiting:
        one, given = waiting.pop()
        yield one, given
        if isinstance(one, Branching):
            for at, branch in enumerate(one.branches):
                waiting.append((branch, given | {(one.choice, at)} if at else given))


def turning_points(tree: Tree) -> Iterator[Answers]:
    """Yield the changed answers on the way to each result that is not the table's own.

    >>> sorted(*turning_points(Branching(0, ("won", Branching(1, ("won", "lost"))))))
    [(0, 1), (1, 1)]
    """
    was = as_it_was(tree)
    for one, given in _nodes(tree):
        if not isinstance(one, Branching) and one != was:
            yield given


def deciding(tree: Tree) -> set[int]:
    """Return the choices that can change the result, with any answers to the others.

    >>> deciding(Branching(0, (Branching(1, ("won", "lost")), Branching(1, ("won", "lost")))))
    {1}
    """
    found: set[int] = set()
    for one, _given in _nodes(tree):
        if isinstance(one, Branching) and one.choice not in found:
            first, *others = one.branches
            if any(differ(first, other, {}) for other in others):
                found.add(one.choice)
    return found


def differ(one: Tree, other: Tree, given: Answered) -> bool:
    """Return whether two trees have different results for some answers that fit those given."""
    if not isinstance(one, Branching):
        one, other = other, one
    if not isinstance(one, Branching) or one == other:
        return one != other
    if one.choice in given:
        return differ(one.branches[given[one.choice]], other, given)
    return any(
        differ(other, branch, {**given, one.choice: at}) for at, branch in enumerate(one.branches)
    )


def smallest(sets: Iterable[Answers]) -> list[Answers]:
    """Return the sets that contain no other set.

    >>> smallest([frozenset({(1, 1), (2, 1)}), frozenset({(2, 1)})])
    [frozenset({(2, 1)})]
    """
    kept: list[Answers] = []
    for one in sorted(set(sets), key=lambda one: (len(one), sorted(one))):
        if not any(smaller <= one for smaller in kept):
            kept.append(one)
    return kept


Stretch = tuple[Any, Sequence[Numbered], int | None]
"""A part of the evening that can be played separately, usually one hand: the table before it, its
events, and the event that closes its last hand."""


def _stretches(replay: ReplayedLog) -> Iterator[Stretch]:
    """Yield the hands of the evening that can be replayed separately, the last one first."""
    events, end = replay.events, len(replay.events)
    opened = [at for at, (_, event) in enumerate(events) if event["type"] == "hand"]
    for number, at in reversed([*enumerate(opened, 1)]):
        if number == 1 or replay.before_hand(number).begins_afresh(events[at][1]):
            closed_by = events[end][0] if end < len(events) else None
            yield replay.play.snapshots[number - 1], events[at:end], closed_by
            end = at


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

    def evening(self) -> list[Tree]:
        """Return the end of each pot of the evening, depending on the choices."""
        play = copy(self._replay.play)
        found: list[Tree] = []
        for stretch in _stretches(self._replay):
            pots: dict[Pot, None] = {}
            ends = self._all_answers({}, partial(self._played, play, stretch, pots))
            # a hand may lack a pot
            found += (with_results(ends, methodcaller("get", pot)) for pot in pots)
        return found

    def _all_answers(self, given: Answered, judge: Callable[[], Any]) -> Tree:
        """Return the results for these answers with every answer to the other choices looked up."""
        anew: list[int] = []
        self._answers, self._anew = dict(given), anew
        found: Tree = judge()
        for at in reversed(range(len(anew))):
            choice = anew[at]
            before = given | dict.fromkeys(anew[:at], AS_IT_WAS)
            answers = range(1, len(self._every[choice].instead) + 1)
            others = [self._all_answers(before | {choice: answer}, judge) for answer in answers]
            if any(other != found for other in others):
                found = Branching(choice, (found, *others))
        return found

    def _otherwise(self, rule: str, part: str | None) -> str | None:
        place = self._places.get((rule, part))
        if place is None:
            return None
        if place not in self._answers:
            self._answers[place] = AS_IT_WAS
            self._anew.append(place)
        return self._every[place].answer(self._answers[place])

    def _played(self, play: Play, stretch: Stretch, pots: dict[Pot, None]) -> Any:
        """Play a stretch, add its pots to ``pots``, and return the end of each."""
        snapshot, events, closed_by = stretch
        self.played += 1
        play.restore(snapshot)
        for seq, event in events:
            house = play.house
            if event["type"] == "hand":
                play.house = AskedHouse(self._otherwise, house)
            play.step(seq, event)
            if event["type"] == "hand":
                play.house = house
        answers = self._answers
        results = play.pots(snapshot, closed_by)
        pots.update(dict.fromkeys(results))
        return {pot: self._all_answers(answers, result) for pot, result in results.items()}


Otherwise = Callable[[str, str | None], str | None]
"""Returns the different option for a house rule, or a part of it; None if the table's stands."""


class AskedHouse(UserDict[str, Any]):
    """The house rules of one hand as a game sees them: each lookup is recorded."""

    def __init__(self, otherwise: Otherwise, house: House) -> None:
        self._otherwise = otherwise
        super().__init__(house)

    def __getitem__(self, rule: str) -> Any:
        option = self.data[rule]
        if isinstance(option, tuple):
            return AskedParts(self._otherwise, rule, option)
        return self._otherwise(rule, None) or option


class AskedParts:
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
        difference = self.difference
        return {
            "changes": [change.to_dict() for change in self.changes],
            "outcomes": [
                {"hand": hand.number, "was": ends[0]._asdict(), "would_be": ends[1]._asdict()}
                for hand in difference.hands
                if (ends := hand.outcomes)
            ],
            "moves": difference.moves,
            "middle": difference.middle,
            "recount": difference.recount,
        }

    def sentences(self) -> list[Sentence]:
        """The turning point in sentences."""
        changes = [change.sentence() for change in self.changes]
        heading = Sentence("With {changes}:", {"changes": changes})
        found = self.difference.other_winners()
        if whole := self.difference.changes():
            found.append(Sentence("In the whole evening: {changes}.", {"changes": whole}))
        text = "Pots would be shared differently, and in the end everybody would have the same."
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
        return {
            "turning_points": [point.to_dict() for point in self.turning_points],
            "matters": {rule: list(parts) for rule, parts in self.matters.items()},
            "idle": list(self.idle),
            "combinations": self.combinations,
            "played": self.played,
        }

    def sentences(self) -> list[Sentence]:
        """The crux in sentences."""
        points = [sentence for point in self.turning_points for sentence in point.sentences()]
        return points + self.what_else()

    def what_else(self) -> list[Sentence]:
        """Return sentences about the house rules that belong to no turning point."""
        if not self.turning_points:
            text = "With any house rules, everybody would have won and lost the same."
            return [Sentence(text, {})]
        sentences = []
        named = {change.rule for point in self.turning_points for change in point.changes}
        with_others = [rule for rule in self.matters if rule not in named]
        if with_others:
            text = "These matter only together with other changes: {rules}."
            sentences.append(Sentence(text, {"rules": self._called(with_others)}))
        if self.idle:
            text = "These matter in no combination: {rules}."
            sentences.append(Sentence(text, {"rules": self._called(self.idle)}))
        return sentences

    def _called(self, names: Iterable[str]) -> list[str]:
        """Return the headings of these house rules."""
        wanted = set(names)
        return [rule.heading for rule in self.rulebook.house_rules if rule.name in wanted]


def crux(events: Iterable[Event], among: Sequence[OptionChange] | None = None) -> Crux:
    """Return the house rules that decide the winners and payments of this evening; with ``among``,
    all other choices stay as the table made them.

    >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    >>> crux([opening]).turning_points
    ()
    """
    lines = list(events)
    rulebook = replayed(lines[:1]).rulebook
    # rules that silence others change what is judged: the events after the end of a hand
    replay = replayed(lines, [rule.id for rule in rulebook.rules if not rule.silences])
    every = choices_of(replay.events) if among is None else list(among)
    combinations = Combinations(replay, every)
    endings = combinations.evening()
    matters: dict[str, tuple[str, ...]] = {}
    for at in sorted({at for ending in endings for at in deciding(ending)}):
        rule, part = every[at].rule, every[at].part
        matters[rule] = (*matters.get(rule, ()), *([part] if part is not None else []))
    sets = smallest(answers for ending in endings for answers in turning_points(ending))
    return Crux(
        turning_points=tuple(_turning_points(replay, every, sets)),
        matters=matters,
        idle=tuple(rule.name for rule in rulebook.house_rules if rule.name not in matters),
        rulebook=rulebook,
        combinations=prod(1 + len(choice.instead) for choice in every),
        played=combinations.played,
    )


def choices_of(evening: Iterable[Numbered]) -> list[OptionChange]:
    """Return all choices of the table that played this evening."""
    changed = [event for _, event in evening if event["type"] in ("game", "house")]
    rulebook = find(changed[0]["game"])
    houses: list[House] = [rulebook.house()]
    for event in changed:
        houses.append(agreed(houses[-1], event.get("house", {})))
    return choices(rulebook, houses[1:])


def _turning_points(
    replay: ReplayedLog, every: Sequence[OptionChange], sets: Iterable[Answers]
) -> Iterator[TurningPoint]:
    as_played, events = replay.report(), len(replay.lines)
    for answers in sets:
        changes = tuple(every[place].changed(number) for place, number in sorted(answers))
        chosen = partial(choosing, changes=changes)
        otherwise = replay.otherwise(kept_to(replay.rulebook, replay.events, chosen))
        yield TurningPoint(changes, Difference(as_played, otherwise.report(events, letters)))
