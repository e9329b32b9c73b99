"""What an event costs, counted: calls, and the processor's instructions. Noise does not touch it.

    python benchmarks/counting.py [--instructions] [GAME...]    compare with budget.json
    python benchmarks/counting.py [--instructions] --record     write what was counted as the budget
    python benchmarks/counting.py --profile dam                 where the calls of a game go

Reads and judges the evenings in ``archive/`` with warm caches, a fixed hash seed and the garbage
collector off, and divides by their events. Calls are those of functions, in Python or built in.
Instructions are counted by valgrind where it is installed, which takes a minute or two. Ends with 1
if a count is more than 2 % above the budget that was recorded for this Python.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import json
import os
import platform
import pstats
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

from referee_schemas.reading import read_lines

from benchmarks.evenings import Evenings, Log, evenings, games
from referee.judging import replay
from referee.judging.replay import judge

BUDGET = Path(__file__).parent / "budget.json"
TOLERANCE = 0.02
STEPS = ("reading", "judging")
FIXED = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
"""What makes a process count the same every time."""

SHOWN = 40
"""Functions in a profile."""

Event = dict[str, Any]
Work = Callable[[], object]
Counts = dict[str, dict[str, float]]
"""For each game, for each step: how many an event."""


def read(logs: Iterable[Log]) -> list[list[Event]]:
    return [list(read_lines(log, "archive")) for log in logs]


def steps(chosen: Evenings) -> Iterator[tuple[str, Work]]:
    """What is measured of a game, with warm caches: each step's name, and its work."""
    for log in read(chosen.warming):
        judge(log)
    logs = read(chosen.measured)
    yield "reading", lambda: read(chosen.measured)
    yield "judging", lambda: [judge(log) for log in logs]


def calls_of(work: Work) -> cProfile.Profile:
    """The work's profile, counted without turns of the garbage collector."""
    gc.collect()
    gc.disable()
    profile = cProfile.Profile()
    profile.runcall(work)
    gc.enable()
    return profile


def count_calls(names: list[str]) -> Counts:
    """Calls an event."""
    counts: Counts = {}
    for chosen in map(evenings, names):
        counts[chosen.game] = {
            step: pstats.Stats(calls_of(work)).total_calls / chosen.events  # type: ignore[attr-defined] # typeshed leaves it out
            for step, work in steps(chosen)
        }
    return counts


def show_profile(game: str) -> None:
    """Print which functions are called most when this game is judged."""
    chosen = evenings(game)
    for step, work in steps(chosen):
        print(f"{game}, {step} {chosen.events} events")
        pstats.Stats(calls_of(work)).sort_stats("ncalls").print_stats(SHOWN)


# Instructions: this program runs under callgrind, which begins a new count at each mark.

MARK = "Py_SetRecursionLimit"
"""Nothing else calls it while a log is read or judged."""


def mark() -> None:
    sys.setrecursionlimit(sys.getrecursionlimit())


def run_between_marks(names: list[str]) -> None:
    """Every step of every game, each between two marks."""
    for chosen in map(evenings, names):
        for _, work in steps(chosen):
            gc.collect()
            gc.disable()
            mark()
            work()
            mark()
            gc.enable()


def count_instructions(names: list[str]) -> Counts:
    """Instructions an event; nothing where valgrind is not installed."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        print("\nInstructions are not counted: valgrind is not installed.")
        return {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        subprocess.run(
            [
                *(valgrind, "--tool=callgrind", f"--dump-before={MARK}"),
                *(f"--callgrind-out-file={out}", "--quiet"),
                *(sys.executable, __file__, "--between-marks", *names),
            ],
            env=os.environ | FIXED,
            check=True,
        )
        counted = [_instructions(dump) for dump in sorted(out.parent.iterdir(), key=_number)]
    # what was counted up to each mark: the start, a step, what lies between two steps, a step ...
    between = counted[2::2]
    if len(between) != len(names) * len(STEPS):
        raise RuntimeError("callgrind does not see the marks in this Python")
    each = iter(between)
    return {
        chosen.game: {step: next(each) / chosen.events for step in STEPS}
        for chosen in map(evenings, names)
    }


def _number(dump: Path) -> int:
    """Which dump of callgrind's this is; the one of the end has no number and comes first."""
    return int(dump.suffix[1:] or 0)


def _instructions(dump: Path) -> int:
    found = re.search(r"^(?:summary|totals): (\d+)", dump.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


# The budget


def build() -> str:
    """Whether the judging is compiled: then most calls are not seen by the profiler."""
    return "" if str(replay.__file__).endswith(".py") else ", compiled"


def of_calls() -> str:
    """What calls depend on, besides the code."""
    return ".".join(platform.python_version_tuple()[:2]) + build()


def of_instructions() -> str:
    """What instructions depend on, besides the code."""
    return f"{platform.python_version()} {platform.python_compiler()} {platform.machine()}{build()}"


def told(what: str, counts: Counts, budget: Counts) -> bool:
    """Print the counts beside the budget; whether all are within it."""
    print(f"\n{what + ' an event':24}" + "".join(f"{step:>20}" for step in STEPS))
    if counts and not budget:
        print("  (no budget is recorded for this Python)")
    within = True
    for game, of_steps in counts.items():
        row = f"  {game:22}"
        for step, count in of_steps.items():
            allowed = budget.get(game, {}).get(step)
            change = f"({count / allowed - 1:+.1%})" if allowed else ""
            row += f"{count:11,.1f} {change:>8}"
            within &= not allowed or count <= allowed * (1 + TOLERANCE)
        print(row)
    return within


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=games())
    parser.add_argument("--instructions", action="store_true", help="count these, too")
    parser.add_argument("--record", action="store_true", help="write what was counted as budget")
    parser.add_argument("--profile", metavar="GAME", help="where the calls of this game go")
    parser.add_argument("--between-marks", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if any(os.environ.get(name) != value for name, value in FIXED.items()):
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | FIXED)
    if asked.between_marks:
        run_between_marks(asked.games)
        return
    if asked.profile:
        show_profile(asked.profile)
        return
    counters = [("calls", count_calls, of_calls())]
    if asked.instructions:
        counters.append(("instructions", count_instructions, of_instructions()))
    budget = json.loads(BUDGET.read_text()) if BUDGET.exists() else {}
    within = True
    for what, count, basis in counters:
        counts = count(asked.games)
        recorded = budget.setdefault(what, {}).setdefault(basis, {})
        within &= told(what, counts, recorded)
        recorded.update(
            (game, {step: round(number, 1) for step, number in of_steps.items()})
            for game, of_steps in counts.items()
        )
    if asked.record:
        BUDGET.write_text(json.dumps(budget, indent=2) + "\n")
    elif not within:
        print(f"\nMore than {TOLERANCE:.0%} above the budget.")
        sys.exit(1)


if __name__ == "__main__":
    main()
