"""The house rules that affect a ruling: the option in force, and whether another would change
it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.judging.findings import Finding, Undecided
from referee.judging.rulebook import House, HouseRule, Rule
from referee.rulings.ruling.moment import InQuestion
from referee.wording.language import Word
from referee.wording.sentences import tell


@dataclass(frozen=True, slots=True)
class CitedHouseRule:
    """A house rule that affects a ruling, with the table's choice, and the options that would
    change the verdict."""

    house_rule: HouseRule
    chosen: str | tuple[str, ...]
    turned_by: tuple[str, ...] = ()

    @property
    def option(self) -> str:
        """The option in force in machine-readable form."""
        if isinstance(self.chosen, str):
            return self.chosen
        return ", ".join(self.chosen) or Word("none")

    def render(self) -> str:
        """Return the house rule and the option in force, in words."""
        return tell("House rule {house_rule}.", {"house_rule": self.house_rule.agreed(self.chosen)})

    def turning(self) -> str:
        """Return the options that would change the verdict, in words; empty if none would."""
        if len(self.turned_by) > 1 and len(self.turned_by) == len(self.house_rule.options) - 1:
            return tell("With any other option the verdict would be different.", {})
        text = "With “{option}” the verdict would be different."
        options = [self.house_rule.option(rule) for rule in self.turned_by]
        return " ".join(tell(text, {"option": option}) for option in options)

    def to_dict(self) -> dict[str, Any]:
        """The house rule as plain data."""
        rule = self.house_rule
        return {
            "name": rule.name,
            "option": self.option,
            "options": list(rule.options),
            "plain": rule.plain,
            "turned_by": list(self.turned_by),
        }


def bound(moment: InQuestion, rules: Sequence[Rule]) -> tuple[CitedHouseRule, ...]:
    """Return the house rules that bind these rules at this table."""
    names = dict.fromkeys(name for rule in rules for name in rule.binds)
    declared = {rule.name: rule for rule in moment.rulebook.house_rules}
    asked = {rule.id for rule in rules}
    now = _verdict(moment, asked, {}) if names else set()

    def turned_by(house_rule: HouseRule) -> Iterator[str]:
        """Yield the other options that change the verdict of these rules on the event."""
        for option in () if house_rule.several else house_rule.options:
            other = {house_rule.name: option}
            if option != moment.house[house_rule.name] and _verdict(moment, asked, other) != now:
                yield option

    return tuple(
        CitedHouseRule(declared[name], moment.house[name], tuple(turned_by(declared[name])))
        for name in names
    )


def _verdict(
    moment: InQuestion, rules: Collection[str], house: House
) -> set[tuple[str, str | None]]:
    """Return the findings and questions of these rules at the event, with other house rules."""
    play = moment.around(house)
    said: tuple[Finding | Undecided, ...] = (*play.found(0, final=True), *play.undecided())
    return {
        (question.rule, question.player)
        for question in said
        if question.event == moment.seq and question.rule in rules
    }
