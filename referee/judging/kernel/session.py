"""The session around the hands: house rules, disputes, what was not written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.judging.kernel.acts import Act
from referee.judging.kernel.table import Table
from referee.judging.rulebook import agreed

AnyTable = Table[Any]

BETWEEN_HANDS: Final = frozenset({"join", "leave", "house"})
"""Events that show that the hand before is over, if its cards allow that."""


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


SESSION: Final[Mapping[str, Callable[[Any, Act], None]]] = {
    "house": _house,
    "dispute": _dispute,
    "ruling": _ruling,
    "forgive": _forgive,
    "gap": _gap,
    "position": _gap,
}
"""The effect of each event outside a hand, except the one that opens a hand."""
