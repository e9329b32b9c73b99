"""The crux of an evening: the house rules that decide its winners and payments.

A turning point is a minimal set of changes after which another player wins a hand or a side pot, or
a different payment is owed. All combinations of all house rules are covered; see ``combinations``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any

from referee.judging.corrections import Event, Numbered
from referee.judging.registry import find
from referee.judging.replay import ReplayedLog, replayed
from referee.judging.rulebook import House, Rulebook, agreed
from referee.rulings.crux.combinations import (
    Answers,
    Combinations,
    deciding,
    smallest,
    turning_points,
    verdicts_of,
)
from referee.rulings.whatif import Difference
from referee.rulings.whatif.choices import OptionChange, choices, choosing, kept_to
from referee.wording.sentences import Sentence, letters


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
        heading = Sentence(
            "With {changes}:", {"changes": [change.sentence() for change in self.changes]}
        )
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
    replay = replayed(lines, verdicts_of(rulebook))
    every = choices_of(replay.events) if among is None else list(among)
    combinations = Combinations(replay, every)
    endings = combinations.evening()
    matters = _by_rule(
        every[at] for at in sorted({at for ending in endings for at in deciding(ending)})
    )
    sets = smallest(answers for ending in endings for answers in turning_points(ending))
    return Crux(
        turning_points=tuple(_turning_points(replay, every, sets)),
        matters=matters,
        idle=tuple(rule.name for rule in rulebook.house_rules if rule.name not in matters),
        rulebook=rulebook,
        combinations=prod(1 + len(choice.instead) for choice in every),
        played=combinations.played,
    )


def _by_rule(found: Iterable[OptionChange]) -> dict[str, tuple[str, ...]]:
    rules: dict[str, tuple[str, ...]] = {}
    for choice in found:
        part = (choice.part,) if choice.part is not None else ()
        rules[choice.rule] = rules.get(choice.rule, ()) + part
    return rules


def choices_of(evening: Iterable[Numbered]) -> list[OptionChange]:
    """Return all choices of the table that played this evening."""
    rulebook, houses = _houses(evening)
    return choices(rulebook, houses)


def _houses(evening: Iterable[Numbered]) -> tuple[Rulebook, list[House]]:
    changed = [event for _, event in evening if event["type"] in ("game", "house")]
    rulebook = find(changed[0]["game"])
    houses: list[House] = [rulebook.house()]
    for event in changed:
        houses.append(agreed(houses[-1], event.get("house", {})))
    return rulebook, houses[1:]


def _turning_points(
    replay: ReplayedLog, every: Sequence[OptionChange], sets: Iterable[Answers]
) -> Iterator[TurningPoint]:
    as_played, events = replay.report(), len(replay.lines)
    for answers in sets:
        changes = tuple(every[place].changed(number) for place, number in sorted(answers))
        chosen = partial(choosing, changes=changes)
        otherwise = replay.otherwise(kept_to(replay.rulebook, replay.events, chosen))
        yield TurningPoint(changes, Difference(as_played, otherwise.report(events, letters)))
