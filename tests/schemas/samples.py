"""One event of every type, with every field of the type."""

import json
from pathlib import Path
from typing import Any

from referee_schemas.events import protocol

from referee.judging.registry import find

COMMON: dict[str, Any] = {
    "at": "2026-05-02T20:00:13-06:00",
    "scribe": "Zoe",
    "note": "a remark",
    "id": "a1",
    "x_pen": {"colour": "blue", "width": 0.5},
}

WRITTEN = Path(__file__).with_name("samples.jsonl").read_text("utf-8")
SAMPLES = map(json.loads, WRITTEN.splitlines())
EVENTS: dict[str, dict[str, Any]] = {sample.pop("type"): sample for sample in SAMPLES}


def event(kind: str, **changes: Any) -> dict[str, Any]:
    """Return the sample of this type with some fields changed."""
    return {"type": kind, **EVENTS[kind], **changes}


def event_of(game: str, kind: str) -> dict[str, Any]:
    """Return the sample of this type as a game has it."""
    words = find(game).words
    own = protocol(game)[kind].fields
    told = {name: value for name, value in event(kind).items() if name in own}
    chosen = {name for name, value in told.items() if isinstance(value, str) and name in words}
    return told | {name: words[name][0] for name in chosen}


def whole_event(kind: str) -> dict[str, Any]:
    """Return the sample of this type with the fields that every event may have."""
    return event(kind, **COMMON)
