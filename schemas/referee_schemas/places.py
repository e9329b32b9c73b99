"""Where the events of a log stand in its file, for whoever looks for what was found there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.judging.report import Report


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file by its number, counted from 1; of a score sheet with its text, empty for
    JSON Lines, whose events tell themselves what they say."""

    line: int
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The place as a finding has it."""
        return {"line": self.line, **({"written": self.text} if self.text else {})}


def located(report: Report, places: Sequence[Place]) -> Report:
    """A report whose findings and open questions say where in the file their events stand;
    ``places`` are those of the events. A log of the record book has none.

    >>> found = {"findings": [{"event": 2}], "undecided": []}
    >>> located(found, [Place(1), Place(4, "Ana +7h")])["findings"]
    [{'event': 2, 'line': 4, 'written': 'Ana +7h'}]
    """

    def of_all(found: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [{**one, **places[one["event"] - 1].to_dict()} for one in found]

    if not places:
        return report
    both = {name: of_all(report[name]) for name in ("findings", "undecided")}
    return Report(report | both)
