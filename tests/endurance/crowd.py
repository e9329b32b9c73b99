"""Eight programs write into one book at the same time, as fast as they can."""

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from referee.store import Entry
from referee.store.opening import Location, open_book
from tests.endurance.starting import Outcome, ids, place_for_a_book, troubles
from tests.endurance.writer import GAME, OPENING

WRITERS = [f"w{number}" for number in range(8)]


def run(seconds: float, db: str = "sqlite") -> Iterator[Outcome]:
    """Let the writers write into one game for this many seconds; on a server first each into its
    own, like the tables of a club."""
    for games in (WRITERS,) * (db != "sqlite") + ([GAME] * len(WRITERS),):
        with place_for_a_book(db) as (path, _):
            yield write_together(path, seconds, games)


def write_together(path: Location, seconds: float, games: list[str]) -> Outcome:
    with open_book(path) as book:
        for game in set(games):
            book.open_game(game, OPENING)
    with ProcessPoolExecutor(len(games)) as crowd:
        told = crowd.map(partial(write, path, seconds), games)
        waits = sorted(wait for each in told for wait in each)
    problems = [one for game in set(games) for one in troubles(path, game=game)]
    written, there = len(waits), sum(len(ids(path, game)) - 1 for game in set(games))
    if there != written:
        problems.append(f"{written} events were acknowledged, and {there} are there")
    half, most, worst = (waits[int((written - 1) * part)] for part in (0.5, 0.999, 1))
    said = (
        f"{written:,} appends, {written / seconds:,.0f} a second; half of them within "
        f"{half:.1f} ms, 99.9% within {most:.1f} ms, the slowest {worst:.1f} ms"
    )
    return Outcome(said, problems)


def write(path: Location, seconds: float, game: str) -> list[float]:
    """Append single events for this many seconds; return how many milliseconds each took."""
    waits = []
    with open_book(path) as book:
        book.game(game)  # a writer that wrote before knows the head
        begun = time.monotonic()
        end = begun + seconds
        while begun < end:
            book.append(game, [Entry.of({"type": "note", "note": "a remark"})])
            done = time.monotonic()
            waits.append((done - begun) * 1000)
            begun = done
    return waits
