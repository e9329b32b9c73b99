"""From another reading of a log to the lines that bring it about."""

from __future__ import annotations

from typing import Any

from referee.judging.corrections import correction
from referee.rulings.trials import Edit, Trials


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
        correction(seq, trials.lines[seq - 1], now.get(seq), why)
        for seq, event in old
        if now.get(seq) != event
    )
