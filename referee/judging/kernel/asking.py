"""Which rules are asked about an event, those that can have something to say about it, and the
findings that their answers amount to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from referee.judging.findings import Breach, Finding
from referee.judging.kernel.acts import ANY, AROUND_HANDS
from referee.judging.rulebook import ALWAYS, NOTHING, Check, House, Rule, Rulebook, Verdict

Asked = list[tuple[Check, Rule]]
"""Rules in the order in which they are asked."""

Signs = Callable[..., int]
"""Computes the flags of everything unusual about an act, at the table as it was before the act."""

MOST_TABLES: Final = 2048


def always(hand: Any, act: Any) -> int:
    """The signs of a game whose rules are all asked about every act."""
    return ALWAYS


class RulesInForce:
    """The rules of a rulebook but for those that are ``off``: some house rules leave them nothing
    to say. Those that silence the others are asked first. ``every`` is the same without any
    ``off``: who is asked about what is worked out there once, whatever the house rules.
    ``worked_out`` has what `at` gave before, by what it was asked: a look there saves most
    calls."""

    def __init__(
        self,
        rules: Sequence[Rule],
        events: frozenset[str],
        off: frozenset[str] = frozenset(),
        every: RulesInForce | None = None,
    ) -> None:
        self._rules = rules
        self.events = events
        self._off = off
        self._every = every
        self.worked_out: dict[tuple[str, int | None, int, int], Asked] = {}

    def at(
        self, event: str, stage: int | None = None, signs: int = ALWAYS, unknown: int = NOTHING
    ) -> Asked:
        """The rules that are asked about such an event at a stage of a hand, where these signs of
        something out of the ordinary show and the record leaves these facts open."""
        key = event, stage, signs, unknown
        asked = self.worked_out.get(key)
        if asked is None:
            if unknown:
                known = self.at(event, stage, signs)
                asked = [one for one in known if not one[1].rests_on & unknown]
            elif self._every is not None:
                every = self._every.at(event, stage, signs)
                asked = [one for one in every if one[1].id not in self._off]
            else:
                asked = self._about(event, stage, signs)
            if len(self.worked_out) >= MOST_TABLES:
                self.worked_out.clear()
            self.worked_out[key] = asked
        return asked

    def _about(self, event: str, stage: int | None, signs: int) -> Asked:
        about = [
            rule
            for rule in self._rules
            if self._is_about(rule, event) and rule.may_speak(event, stage, signs)
        ]
        return [(rule.check, rule) for rule in sorted(about, key=lambda rule: not rule.silences)]

    def _is_about(self, rule: Rule, event: str) -> bool:
        return event in rule.on or (ANY in rule.on and event in self.events)


def all_rules(rulebook: Rulebook) -> RulesInForce:
    """The rules of a rulebook, whatever the house rules."""
    return _without(rulebook, frozenset())


def rules_in_force(rulebook: Rulebook, house: House) -> RulesInForce:
    """The rules that these house rules leave something to say."""
    off = [rule for rule, name, options in _switches(rulebook) if house.get(name) in options]
    return _without(rulebook, frozenset(off))


@lru_cache(maxsize=64)
def _switches(rulebook: Rulebook) -> Sequence[tuple[str, str, tuple[str, ...]]]:
    """The ids of the rules that some house rules leave nothing to say, each with such a house rule
    and its options."""
    return [
        (rule.id, name, options) for rule in rulebook.rules for name, options in rule.unless.items()
    ]


@lru_cache(maxsize=64)
def _without(rulebook: Rulebook, off: frozenset[str]) -> RulesInForce:
    if off:
        every = all_rules(rulebook)
        return RulesInForce(rulebook.rules, every.events, off, every)
    return RulesInForce(rulebook.rules, frozenset([*rulebook.events, *AROUND_HANDS]))


def findings_of(rule: Rule, verdict: Verdict, hand: int, seq: int) -> Iterable[Finding]:
    """The findings that a rule's verdict amounts to."""
    if verdict is None:
        return
    for breach in (verdict,) if isinstance(verdict, Breach) else verdict:
        yield Finding(
            event=breach.event or seq,
            hand=hand,
            rule=rule.id,
            kind=breach.kind or rule.kind,
            player=breach.player,
            cites=breach.cites,
            text=breach.text,
            facts=breach.facts,
        )
