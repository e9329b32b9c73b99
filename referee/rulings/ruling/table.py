"""The words for verdicts, and the table's own decisions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.judging import findings
from referee.judging.findings import Finding, Undecided
from referee.judging.names import fold
from referee.judging.rulebook import House, HouseRule, Rule
from referee.judging.summary import DECISIONS
from referee.judging.summary import KINDS as OF_FINDINGS
from referee.rulings.ruling.moment import Asked, InQuestion
from referee.wording.language import N_, Word
from referee.wording.sentences import Sentence, tell

UPHELD: Final = "upheld"
FORGIVEN: Final = "forgiven"
DECIDED: Final = (
    N_("Event {event}: the table's decision: {decision}."),
    N_("Event {event}: the table's decision: {decision}. “{words}”"),
)
DECIDED_ON: Final = (
    N_("Event {event}: the table's decision on what {by} disputes: {decision}."),
    N_("Event {event}: the table's decision on what {by} disputes: {decision}. “{words}”"),
)
"""The decision of the table, without and with its words."""


def decided(
    moment: InQuestion, asked: Asked, kind: str, wrongdoer: str | None = None
) -> Iterator[Sentence]:
    """Yield the table's decisions on disputes over the event, and whether the record agrees."""
    disputes = moment.disputes()
    for number, line in moment.evening.items():
        dispute = disputes.get(line["dispute"]) if line["type"] == "ruling" else None
        if dispute is None or asked.at not in (None, line["dispute"]):
            continue
        by, decision, words = dispute["by"], line["decision"], line.get("text")
        facts = {"event": number, "by": by, "decision": Word(DECISIONS[decision]), "words": words}
        yield Sentence((DECIDED if asked.at else DECIDED_ON)[bool(words)], facts)
        if decision == FORGIVEN:
            continue
        is_own = wrongdoer is not None and fold(wrongdoer) == fold(by)
        is_wrong = not is_own and kind not in (IN_ORDER, CHANCE_MISSED)
        text = "The record agrees."
        if kind == UNDECIDED and not is_own:
            text = "The record leaves it open, and the table's decision stands."
        elif (decision == UPHELD) != is_wrong:
            text = "The record says otherwise."
        yield Sentence(text, {})


IN_ORDER: Final = N_("in order")
UNDECIDED: Final = N_("undecided")
NOT_ALLOWED: Final = OF_FINDINGS[findings.VIOLATION]
RIGHT_LOST: Final = OF_FINDINGS[findings.FORFEIT]
RECORD_WRONG: Final = OF_FINDINGS[findings.RECORD]
CHANCE_MISSED: Final = OF_FINDINGS[findings.MISSED]
WRONG_PAYMENT: Final = OF_FINDINGS[findings.PAYMENT]

KINDS: Final[Mapping[str, str]] = {**OF_FINDINGS, findings.DISQUALIFICATION: NOT_ALLOWED}
"""The name of each kind of finding in a verdict."""


@dataclass(frozen=True, slots=True)
class CitedHouseRule:
    """A house rule that affects a ruling, and the options that would change the verdict."""

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
        if len(self.turned_by) == len(self.house_rule.options) - 1 > 1:
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
    found: tuple[Finding | Undecided, ...] = (*play.found(0, final=True), *play.undecided())
    here = (one for one in found if one.event == moment.seq and one.rule in rules)
    return {(one.rule, one.player) for one in here}
