"""Several writers append to one game, and are killed at random moments.

The successor of a killed writer begins with the unacknowledged round, under the same ids. In the
end every round of every writer must be stored completely and exactly once.
"""

import random
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from referee.store.opening import Location, open_book
from tests.endurance.starting import ROOT, WRITER, Outcome, ids, place_for_a_book, troubles
from tests.endurance.writer import GAME, OPENING, round_of

WRITERS = 3
MOST_ROUNDS = 12
"""The most rounds of a writer before it is killed."""
LONGEST_PAUSE = 0.004
"""The most seconds between the last awaited acknowledgement and the kill."""
LOOK_EVERY = 25
"""Cycles between two checks, while the living writers go on."""


@dataclass
class Line:
    """Successive writers under one name, and their acknowledged rounds."""

    name: str
    path: Location
    acknowledged: int = 0
    heads: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    process: subprocess.Popen[str] | None = None

    def begin(self, *last: int) -> None:
        """Start the next writer, with the unacknowledged round."""
        asked = ("rounds", self.path, self.name, self.acknowledged + 1, *last)
        self.process = subprocess.Popen(
            [*WRITER, *map(str, asked)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def hear(self, line: str) -> None:
        number, head = line.split()
        self.acknowledged = int(number)
        self.heads.append(head)

    def kill_after(self, rounds: int, pause: float) -> None:
        """Wait for this many rounds and a moment, and kill the writer."""
        assert self.process is not None
        assert self.process.stdout is not None
        for _ in range(rounds):
            line = self.process.stdout.readline()
            if not line:
                break
            self.hear(line)
        moment = time.perf_counter() + pause
        while time.perf_counter() < moment:
            pass
        self.process.kill()
        self.end()

    def end(self, *, lost: bool = False) -> None:
        """Read the last acknowledgements of the killed writer, and its complaints unless the book
        was ``lost``."""
        assert self.process is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        for line in self.process.stdout:
            # the last line may be cut off
            if line.endswith("\n"):
                self.hear(line)
        errors = self.process.stderr.read()
        if errors and not (lost and "cannot be reached" in errors and "Traceback" not in errors):
            self.errors.append(errors)
        self.process.communicate()


def run(cycles: int, cuts: int = 0, db: str = "sqlite") -> Iterator[Outcome]:
    """Kill this many writers; on a PostgreSQL server also all of them together with the server,
    this many times."""
    cut_every = max(cycles // cuts, 1) if cuts and db != "sqlite" else 0
    with place_for_a_book(db) as (path, cut_power):
        yield kill_writers(path, cycles, random.Random(), cut_every, cut_power)


def kill_writers(
    path: Location,
    cycles: int,
    rng: random.Random,
    cut_every: int,
    cut_power: Callable[[], None],
) -> Outcome:
    with open_book(path) as book:
        book.open_game(GAME, OPENING)
    lines = [Line(f"w{number}", path) for number in range(WRITERS)]
    problems, stored_unacknowledged = [], 0
    for line in lines:
        line.begin()
    for cycle in range(1, cycles + 1):
        if cut_every and cycle % cut_every == 0:
            cut_power()
            for line in lines:
                # that the server went away is an expected complaint
                line.end(lost=True)
                stored_unacknowledged += next_is_there(line)
                line.begin()
        line = rng.choice(lines)
        line.kill_after(rng.randint(0, MOST_ROUNDS), rng.uniform(0, LONGEST_PAUSE))
        stored_unacknowledged += next_is_there(line)
        if cycle % LOOK_EVERY == 0:
            problems += troubles(path, [one.heads[-1] for one in lines if one.heads])
        line.begin()
    for line in lines:
        line.kill_after(rng.randint(0, MOST_ROUNDS), 0)
        line.begin(line.acknowledged + 1)
        line.end()
    problems += verdict(path, lines)
    rounds = sum(line.acknowledged for line in lines)
    events = len(ids(path))
    said = (
        f"{cycles} kills of {WRITERS} writers: {rounds} rounds acknowledged, {events} events; "
        f"{stored_unacknowledged} times a round was stored whose acknowledgement never came"
    )
    return Outcome(said, problems, {"rounds": rounds, "events": events})


def next_is_there(line: Line) -> bool:
    """Return whether the killed writer stored a round without acknowledging it."""
    unacknowledged = round_of(line.name, line.acknowledged + 1)[0].id
    return unacknowledged in ids(line.path)


def verdict(path: Location, lines: Sequence[Line]) -> list[str]:
    """Return the problems of the book: of all rounds each must be there once, and nothing else."""
    problems = [error for line in lines for error in line.errors]
    problems += troubles(path, [head for line in lines for head in line.heads[-200:]])
    stored = [str(one).rpartition("-")[0] for one in ids(path)[1:]]
    there = Counter((name, len(list(events))) for name, events in groupby(stored))
    written = Counter(
        (f"{line.name}-{number}", len(round_of(line.name, number)))
        for line in lines
        for number in range(1, line.acknowledged + 1)
    )
    if there != written:
        problems.append(f"rounds are missing: {written - there}, or too many: {there - written}")
    return problems
