"""The lines of a file in which the events of a log are written."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.judging.report import Report


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file by its number, counted from 1, with its text in a score sheet. The text is
    empty for JSON Lines."""

    line: int
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that a finding has for this line."""
        return {"line": self.line, **({"written": self.text} if self.text else {})}


def located(report: Report, places: Sequence[Place]) -> Report:
    """Return a report whose findings and open questions name the line of their event. ``places``
    has one place for each event; it is empty for a log of the record book.

    >>> found = {"findings": [{"event": 2}], "undecided": []}
    >>> located(found, [Place(1), Place(4, "Ana +7h")])["findings"]
    [{'event': 2, 'line': 4, 'written': 'Ana +7h'}]
    """

    def of_all(found: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [{**finding, **places[finding["event"] - 1].to_dict()} for finding in found]

    if not places:
        return report
    both = {name: of_all(report[name]) for name in ("findings", "undecided")}
    return Report(report | both)
