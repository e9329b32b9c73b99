"""Eight programs write into one book at the same time, as fast as they can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.store import SQLiteBook
from tests.endurance.starting import troubles, writer
from tests.endurance.writer import GAME, OPENING

WRITERS = 8
ASKED = 0.1
"""The longest acceptable wait in seconds, at the 99.9th percentile."""


@dataclass(frozen=True)
class Outcome:
    """The seconds that each append of each writer took, and the problems."""

    waits: list[list[float]]
    problems: list[str]


def run(seconds: float) -> Outcome:
    """Let the writers write for this many seconds."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        with SQLiteBook(path) as book:
            book.open_game(GAME, OPENING)
        crowd = [writer("crowd", path, f"w{number}", seconds) for number in range(WRITERS)]
        for process in crowd:
            assert process.stdout is not None
            process.stdout.readline()
        for process in crowd:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        waits, problems = [], []
        for process in crowd:
            said, errors = process.communicate()
            waits.append([float(word) for word in said.split()])
            problems += [errors] if errors else []
        problems += troubles(path)
        with SQLiteBook(path) as book:
            there = book.game(GAME).head.seq
        written = 1 + sum(map(len, waits))
        if there != written:
            problems.append(f"{written} events were acknowledged, and {there} are there")
        return Outcome(waits, problems)


def percentile(waits: Sequence[float], part: float) -> float:
    """Return the percentile of the waits."""
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * part))]


def report(outcome: Outcome) -> None:
    """Print the results."""
    for number, waits in enumerate(outcome.waits):
        print(f"writer {number}: {len(waits):7,} appends, worst {max(waits, default=0):.3f} s")
    together = [wait for waits in outcome.waits for wait in waits]
    if together:
        print(
            f"all together: {len(together):,} appends; wait: half under "
            f"{percentile(together, 0.5) * 1000:.1f} ms, 99.9% under "
            f"{percentile(together, 0.999) * 1000:.1f} ms (asked: {ASKED * 1000:.0f}), worst "
            f"{max(together) * 1000:.1f} ms"
        )
    print(*outcome.problems or ["no error, no gap, chain whole"], sep="\n")
