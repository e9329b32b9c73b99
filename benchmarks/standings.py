"""The time to compute the season.

    python benchmarks/standings.py [--games 10000]

Copies the evenings of ``archive/`` into a new record book, each time on later days, until it has
this many, and prints the CPU seconds of the first answer, of the next one, of one after an event
was added to the newest game, and of one after two names were joined.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


from benchmarks.evenings import Log, evenings, games
from referee.season import Figures, Selection, standings
from referee.store import Entry, RecordBook, SQLiteBook
from referee.store.persons import join, persons_of

ROUNDS = 7
FIRST_DAY = date(2020, 1, 1)


def all_evenings() -> list[Log]:
    return [log for game in games() for log in evenings(game).measured]


def dated(logs: list[Log], count: int) -> Iterator[list[Entry]]:
    """Yield this many evenings, each on a later day than the one before."""
    for number, log in enumerate(islice(cycle(logs), count)):
        opening = json.loads(log[0]) | {"date": str(FIRST_DAY + timedelta(days=number // 4))}
        yield [Entry.of(opening), *(Entry.of(json.loads(line)) for line in log[1:])]


def fill(book: RecordBook, count: int) -> int:
    events = 0
    for number, entries in enumerate(dated(all_evenings(), count)):
        book.open_game(f"evening-{number}", entries)
        events += len(entries)
    return events


def answer(book: RecordBook) -> None:
    """Compute the answer as the command does, with everything opened anew."""
    figures = Figures(book)
    figures.keep_up(book)
    standings(figures, persons_of(book), Selection())


def timed(what: str, act: Callable[[], object], before: Callable[[], object] | None = None) -> None:
    """Print the median time of an act, with ``before`` called before each run."""
    used = []
    for _round in range(ROUNDS if before else 1):
        if before:
            before()
        begun = time.process_time()
        act()
        used.append(time.process_time() - begun)
    print(f"{what:<32} {median(used):8.3f} s of CPU", flush=True)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=10_000)
    count = asked.parse_args().games
    with TemporaryDirectory() as folder, SQLiteBook(Path(folder) / "book.db") as book:
        print(f"{count} games, {fill(book, count)} events")
        timed("the first answer", partial(answer, book))
        timed("the next one", partial(answer, book), lambda: None)
        newest = book.names()[-1]
        note = Entry(b'{"type":"note","note":"Good night."}')
        timed("after an event", partial(answer, book), lambda: book.append(newest, [note]))
        join(book, "Eva", "Inés")
        timed("after two names were joined", partial(answer, book))
        timed("the next one", partial(answer, book), lambda: None)


if __name__ == "__main__":
    main()
