"""The time to import a club's archive into a record book, and to compute the season.

    python benchmarks/importing.py [--games 1000 2000] [--folder FOLDER]

Simulates this many evenings of nine hands of Desmoche (about 350 events each), and prints how long
the commands take: ``referee book import`` of the folder into a new book, the first ``standings``,
the next one, one after an event was added, and one of a book whose evenings were never judged.
Prints seconds by the clock and of processor time, which other programs do not change. For each
number of games but the first it prints the ratio to the one before: 2.0 for twice as many games is
linear.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

HANDS = 9
ASKED = "asked for 10,000 games on two cores: import 480 s, standings 20 s"


Seconds = tuple[float, float]
"""Seconds by the clock, and of processor time."""


def referee(*words: object, book: Path) -> Seconds:
    """Run a command, and return how long it took with all its processes."""
    begun, used = time.perf_counter(), _used()
    subprocess.run(
        [sys.executable, "-m", "referee", *map(str, words)],
        env=os.environ | {"REFEREE_DB": str(book)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - begun, _used() - used


def _used() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def measured(games: int, folder: Path) -> dict[str, Seconds]:
    """Return the time of each command with this many evenings."""
    logs, book = folder / f"logs-{games}", folder / f"book-{games}.db"
    referee("simulate", logs, "--hands", HANDS * games, book=book)
    events = sum(path.read_bytes().count(b"\n") for path in logs.iterdir())
    print(f"{games:,} games, {events:,} events", flush=True)
    took: dict[str, Seconds] = {}

    def take(what: str, seconds: Seconds) -> None:
        took[what] = seconds
        clock, used = seconds
        print(f"  {what:<34} {clock:8.1f} s, {used:8.1f} s of CPU", flush=True)

    take("import", referee("import", logs, book=book))
    take("first standings", referee("standings", book=book))
    take("the next ones", referee("standings", book=book))
    newest = max(logs.iterdir()).stem
    referee("add", newest, '{"type": "note", "note": "Good night."}', book=book)
    take("standings after an event", referee("standings", book=book))
    book.with_name(f"{book.name}-season").unlink()
    take("standings of evenings never judged", referee("standings", book=book))
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, nargs="+", default=[1_000, 2_000])
    parser.add_argument("--folder", type=Path, help="on the disk to be measured")
    asked = parser.parse_args()
    with TemporaryDirectory(dir=asked.folder) as folder:
        first, *others = asked.games
        before = measured(first, Path(folder))
        for games in others:
            for what, (_clock, used) in measured(games, Path(folder)).items():
                print(f"  {what}: {used / before[what][1]:.1f} times as much CPU")
    print(ASKED)


if __name__ == "__main__":
    main()
