"""What a report amounts to: the exit status of a log, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.judging.findings import MISSED, RECORD
from referee.judging.ledger import Transfer

Report = Mapping[str, Any]
"""The report object of ``report.md``."""

ReportedFinding = Mapping[str, Any]
"""One of the findings of a report."""

CLEAN: Final = 0
FINDINGS: Final = 1
UNREADABLE: Final = 3
CONTRADICTORY: Final = 4

WORST_FIRST = (UNREADABLE, CONTRADICTORY, FINDINGS, CLEAN)


def exit_status(report: Report) -> int:
    """0 where nothing was found (or only missed chances), 1 for findings, 4 where the log
    contradicts itself.

    >>> exit_status({"findings": [{"kind": "missed"}]}), exit_status({"findings": []})
    (0, 0)
    """
    kinds = {finding["kind"] for finding in report["findings"]}
    if RECORD in kinds:
        return CONTRADICTORY
    return FINDINGS if kinds - {MISSED} else CLEAN


def worst(statuses: set[int]) -> int:
    """The exit status of several logs: the worst of theirs, 0 where there are none.

    >>> worst({0, 1, 4})
    4
    """
    return next((status for status in WORST_FIRST if status in statuses), CLEAN)


def in_the_middle(report: Report) -> int:
    """The money that stays in the middle: the pot that is carried, and the side pots."""
    carried: int = report["carried"] + sum(report["side_carried"].values())
    return carried


def who_pays_whom(report: Report) -> list[Transfer]:
    """The fewest payments that settle what is still owed after those that were written down. What
    stays in the middle is paid into it, too: ``pot`` is its name, as payments have it."""
    owed = report["account"]["still_owed"] if "account" in report else ()
    return [Transfer(one["from"], one["to"], one["amount"]) for one in owed]


def closing_payments(report: Report) -> list[dict[str, Any]]:
    """The events that write down what is still owed as paid."""
    return [
        {"type": "payment", "from": one.giver, "to": one.taker, "amount": one.amount}
        for one in who_pays_whom(report)
    ]
