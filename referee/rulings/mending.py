"""From another reading of a log to the lines that bring it about."""

from __future__ import annotations

from typing import Any, Final

from referee.corrections import Event
from referee.rulings.trials import Edit, Trials

OF_THE_LINE: Final = frozenset({"seq", "id"})
"""What belongs to a line of the log and not to the event that it tells of."""


def corrections(trials: Trials, edit: Edit, why: str) -> tuple[dict[str, Any], ...]:
    """The ``correct`` and ``insert`` lines that make the log read so."""
    old = trials.events[edit.start : edit.stop]
    if not old:
        before = trials.events[edit.start][0]
        brought = [event for _, event in edit.events]
        return tuple(
            {"type": "insert", "before": before, "event": dict(event), "why": why}
            for event in brought
        )
    now = dict(edit.events)
    return tuple(
        {"type": "correct", "event": seq, "with": _with(trials, seq, now.get(seq)), "why": why}
        for seq, event in old
        if now.get(seq) != event
    )


def _with(trials: Trials, seq: int, event: Event | None) -> dict[str, Any] | None:
    """What a correction of this line says: an inserted event is corrected inside its ``insert``."""
    if event is None:
        return None
    told = {key: value for key, value in event.items() if key not in OF_THE_LINE}
    line = trials.lines[seq - 1]
    if line["type"] == "insert":
        kept = {key: value for key, value in line.items() if key not in OF_THE_LINE}
        return {**kept, "event": told}
    return told
