"""Which rules are asked about an event: those that can have something to say about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from referee.judging.rulebook import ALWAYS, Check, House, Rule

Asked = Sequence[tuple[Check, Rule]]
"""Rules in the order in which they are asked."""

MOST_TABLES = 2048


class RulesInForce:
    """The rules of a rulebook that some house rules leave something to say. Those that silence the
    others are asked first."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = sorted(rules, key=lambda rule: not rule.silences)
        self._tables: dict[tuple[str, int | None, int], Asked] = {}

    def at(self, event: str, stage: int | None = None, signs: int = ALWAYS) -> Asked:
        """The rules that are asked about such an event at a stage of a hand, where these signs of
        something out of the ordinary show."""
        asked = self._tables.get((event, stage, signs))
        if asked is None:
            asked = [
                (rule.check, rule) for rule in self._rules if rule.may_speak(event, stage, signs)
            ]
            if len(self._tables) >= MOST_TABLES:
                self._tables.clear()
            self._tables[event, stage, signs] = asked
        return asked


def rules_in_force(rules: tuple[Rule, ...], house: House) -> RulesInForce:
    """The rules that these house rules leave something to say; all rules where none is named."""
    return _without(
        rules, frozenset(rule.id for rule in rules if rule.unless and rule.is_off(house))
    )


@lru_cache(maxsize=64)
def _without(rules: tuple[Rule, ...], off: frozenset[str]) -> RulesInForce:
    return RulesInForce([rule for rule in rules if rule.id not in off])
