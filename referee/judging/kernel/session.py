"""The session around the hands: house rules, disputes, what was not written down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.judging.kernel.acts import Act
from referee.judging.kernel.table import Table
from referee.judging.rulebook import Event, agreed

AnyTable = Table[Any]

EVENTS = ("house", "join", "leave", "dispute", "ruling", "gap", "correct", "insert", "forgive")
"""Events around the hands, and about the record."""


def read(table: AnyTable, seq: int, event: Event) -> Act:
    """A session event, with the first name in it that nobody at the table has."""
    named = {
        "hand": [event.get("dealer")],
        "house": event.get("agreed_by", ()),
        "forgive": event.get("agreed_by", ()),
        "dispute": [event.get("by")],
        "leave": [event.get("player")],
        "join": [event.get("after")],
        "gap": event.get("melds", ()),
    }.get(event["type"], ())
    stranger = next((name for name in named if table.known(name) is None), "")
    return Act(seq, event["type"], event, stranger=stranger)


def _house(table: AnyTable, act: Act) -> None:
    table.house = agreed(table.house, act.event["house"])


def _dispute(table: AnyTable, act: Act) -> None:
    table.disputes[act.seq] = act.event["event"]


def _ruling(table: AnyTable, act: Act) -> None:
    """A table that rules "forgiven" forgives what was flagged at the disputed event."""
    contested = table.disputes.get(act.event["dispute"])
    if contested is not None and act.event["decision"] == "forgiven":
        table.forgiven.add(contested)


def _forgive(table: AnyTable, act: Act) -> None:
    table.forgiven.add(act.event["event"])


def _gap(table: AnyTable, act: Act) -> None:
    table.blurred = table.hands_missing = True


SESSION: dict[str, Callable[[AnyTable, Act], None]] = {
    "house": _house,
    "dispute": _dispute,
    "ruling": _ruling,
    "forgive": _forgive,
    "gap": _gap,
}
"""What each event outside a hand does, but for the one that opens a hand."""
