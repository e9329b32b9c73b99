"""Cases: what was disputed, what the record says of it, and what the table decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from referee.judging.corrections import Event
from referee.rulings.ruling import Ruling, rulings
from referee.wording.sentences import SpellCard, letters

FEW: Final = 3
"""The most cases like one that are worth telling."""


@dataclass(frozen=True, slots=True)
class Case:
    """One ruling of a log, in short.

    ``log`` names the log, ``date`` is when it was played (empty if unknown),
    ``dispute`` is the event by which it was contested (None where somebody only asked), ``rule``
    the rule in question (empty where there is none). ``situation`` is one line,
    ``decided`` what the table said, one sentence each. ``house`` are the house rules that bind it,
    ``shape`` what else makes cases alike: the kind of event, and how many play.
    """

    log: str
    date: str
    game: str
    event: int
    dispute: int | None
    rule: str
    kind: str
    situation: str
    verdict: str
    decided: tuple[str, ...]
    house: frozenset[tuple[str, str]]
    shape: tuple[str, int]

    def to_dict(self) -> dict[str, Any]:
        """The case as plain data."""
        return {
            "log": self.log,
            "date": self.date or None,
            "game": self.game,
            "event": self.event,
            "dispute": self.dispute,
            "rule": self.rule or None,
            "kind": self.kind,
            "situation": self.situation,
            "verdict": self.verdict,
            "table": list(self.decided),
            "house_rules": dict(sorted(self.house)),
        }


def cases_of(name: str, lines: Sequence[Event], spell: SpellCard = letters) -> list[Case]:
    """The cases of one log, in the order of its disputes.

    >>> cases_of("friday", [{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}])
    []
    """
    return [case_of(name, lines, one, spell) for one in rulings(lines, spell)]


def case_of(name: str, lines: Sequence[Event], ruling: Ruling, spell: SpellCard = letters) -> Case:
    """One ruling of a log as a case."""
    opening: Mapping[str, Any] = lines[0]
    said = lines[ruling.asked.event - 1]
    return Case(
        log=name,
        date=str(opening.get("date", "")),
        game=str(opening["game"]).partition("@")[0],
        event=ruling.asked.event,
        dispute=ruling.asked.at,
        rule=ruling.rules[0].id if ruling.rules else "",
        kind=ruling.kind,
        situation=" ".join(one.told(spell) for one in ruling.question),
        verdict=ruling.verdict(spell),
        decided=tuple(one.told(spell) for one in ruling.decided),
        house=frozenset((one.house_rule.name, one.option) for one in ruling.bound),
        shape=(str(said["type"]), len(opening["players"])),
    )


def by_rule(cases: Iterable[Case]) -> list[tuple[tuple[str, str], list[Case]]]:
    """The cases by game and rule, within a rule the earliest first."""
    ordered = sorted(cases, key=lambda one: (one.game, one.rule, one.date, one.log, one.event))
    return [(rule, list(some)) for rule, some in groupby(ordered, lambda one: (one.game, one.rule))]


def nearest(case: Case, others: Iterable[Case], most: int = FEW) -> list[Case]:
    """The earlier cases that are the most like one: about the same rule of the same game; those of
    tables with the same house rules first, then those of the same shape, then the latest."""
    alike = [
        one
        for one in others
        if (one.game, one.rule) == (case.game, case.rule) and _is_earlier(one, case)
    ]
    alike.sort(key=lambda one: (one.date, one.log), reverse=True)
    alike.sort(key=lambda one: (one.house != case.house, one.shape != case.shape))
    return alike[:most]


def _is_earlier(one: Case, than: Case) -> bool:
    """Return whether a case was before another one, as far as anybody wrote down when they were."""
    if one.log == than.log:
        return one.event < than.event
    return not (one.date and than.date) or one.date <= than.date
