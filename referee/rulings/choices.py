"""The choices that a table could have made differently: its house rules, one choice each.

A house rule that allows several options, such as the side games, is one choice per option: played
or not. A choice holds for the whole evening, even if the table changed it later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.judging.corrections import Numbered
from referee.judging.rulebook import House, HouseRule, Rulebook, agreed
from referee.wording.sentences import Sentence

AS_IT_WAS = 0
"""The number of the answer that leaves a choice as the table made it."""

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


def replaced(house: House, chosen: House) -> House:
    """Return house rules with the options chosen for some of them."""
    return {name: chosen.get(name, option) for name, option in house.items()}


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


def kept_to(
    rulebook: Rulebook, events: Iterable[Numbered], otherwise: Callable[[House], House]
) -> list[Numbered]:
    """Return the events as if the table had agreed on other house rules from the start."""
    kept: list[Numbered] = []
    for seq, event in events:
        if event["type"] == "game":
            event = {**event, "house": otherwise(rulebook.house(event.get("house", {})))}
        elif event["type"] == "house":
            event = {**event, "house": otherwise(agreed({}, event["house"]))}
        kept.append((seq, event))
    return kept
