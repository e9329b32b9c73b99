"""Cases: the dispute, the verdict of the record, and the decision of the table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from referee.judging.corrections import Event
from referee.rulings.ruling import Ruling, rulings
from referee.wording.sentences import SpellCard, fields_of, letters

FEW: Final = 3  # the largest number of similar cases to show


@dataclass(frozen=True, slots=True)
class Case:
    """One ruling of a log, in short.

    ``log`` names the log, ``date`` is its day (empty if unknown), ``dispute`` the event that
    disputes it (None if it was only asked about), ``rule`` the rule in question (empty if there is
    none). ``situation`` is one line, ``decided`` the table's decisions, one sentence each.
    ``house`` are the house rules that bind the rule, ``shape`` the kind of event and the number of
    players.
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
        about = fields_of(self, ("log", "game", "event", "dispute", "kind", "situation", "verdict"))
        may_be_unknown = {"date": self.date or None, "rule": self.rule or None}
        table = {"table": list(self.decided), "house_rules": dict(sorted(self.house))}
        return {**about, **may_be_unknown, **table}


def cases_of(name: str, lines: Sequence[Event], spell: SpellCard = letters) -> list[Case]:
    """Return the cases of one log in the order of its disputes.

    >>> cases_of("friday", [{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}])
    []
    """
    return [case_of(name, lines, ruling, spell) for ruling in rulings(lines, spell)]


def case_of(name: str, lines: Sequence[Event], ruling: Ruling, spell: SpellCard = letters) -> Case:
    """Return one ruling of a log as a case."""
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
        situation=" ".join(sentence.render(spell) for sentence in ruling.question),
        verdict=ruling.verdict(spell),
        decided=tuple(sentence.render(spell) for sentence in ruling.decided),
        house=frozenset((bound.house_rule.name, bound.option) for bound in ruling.bound),
        shape=(str(said["type"]), len(opening["players"])),
    )


def by_rule(cases: Iterable[Case]) -> list[tuple[tuple[str, str], list[Case]]]:
    """Group the cases by game and rule, the earliest first within a rule."""
    ordered = sorted(cases, key=attrgetter("game", "rule", "date", "log", "event"))
    return [(rule, [*some]) for rule, some in groupby(ordered, attrgetter("game", "rule"))]


def nearest(case: Case, others: Iterable[Case]) -> list[Case]:
    """Return the earlier cases about the same rule of the same game that are most similar: first
    those with the same house rules, then those of the same shape, then the latest."""
    about = attrgetter("game", "rule")
    alike = [one for one in others if about(one) == about(case) and _is_earlier(one, case)]
    alike.sort(key=attrgetter("date", "log"), reverse=True)
    alike.sort(key=lambda earlier: (earlier.house != case.house, earlier.shape != case.shape))
    return alike[:FEW]


def _is_earlier(case: Case, than: Case) -> bool:
    """Return whether a case was earlier than another, or may have been if a date is unknown."""
    if case.log == than.log:
        return case.event < than.event
    return not (case.date and than.date) or case.date <= than.date
