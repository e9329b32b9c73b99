"""Calls in Cambio, or Cabo: they are read as knocks, and stored as knocks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from referee_schemas.reading import read_log
from referee_schemas.unreadable import Unreadable


def called(game: str, folder: Path) -> Path:
    """Return a log with a call, and with a corrected line."""
    call = {"type": "call", "player": "Ana"}
    log = folder / "called.jsonl"
    events = [
        {"type": "game", "game": game, "players": ["Ana", "Beto"]},
        {"type": "hand", "dealer": "Beto"},
        call,
        {"type": "correct", "event": 3, "with": call, "why": "as it was"},
    ]
    log.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    return log


def test_a_call_is_a_knock(tmp_path: Path) -> None:
    *_, call, correction = read_log(called("cambio_cabo", tmp_path))
    assert call == correction["with"] == {"type": "knock", "player": "Ana"}


def test_nobody_calls_in_golf(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="call"):
        list(read_log(called("golf", tmp_path)))
