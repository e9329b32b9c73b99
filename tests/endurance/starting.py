"""Helpers that start the programs of this package, and check a book afterwards."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from referee.store import verified
from referee.store.chain import NotedHead
from referee.store.opening import Location, open_book
from tests.endurance.writer import GAME

ROOT = Path(__file__).parent.parent.parent
WRITER = [sys.executable, "-m", "tests.endurance.writer"]


def writer(*words: object) -> subprocess.Popen[str]:
    """Start a writer, with pipes to it."""
    return subprocess.Popen(
        [*WRITER, *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def troubles(path: Location, heads: Sequence[str] = ()) -> list[str]:
    """Return the problems of a book, compared with acknowledged heads; empty if there are none."""
    with open_book(path) as book:
        found = book.damage()
        if not book.games():
            return found
        noted = [one for one in map(NotedHead.read, heads) if one is not None]
        verdict = verified(book, GAME, noted)
        return found + ([verdict.problem] if verdict.problem else [])


def ids(path: Location) -> list[str | None]:
    """Return the ids of all events in the game, in order."""
    with open_book(path) as book:
        return [stored.id for stored in book.read(GAME)] if book.games() else []
