"""Eight programs write into one book at the same time, as fast as they can."""

from collections.abc import Iterator

from referee.store.opening import Location, open_book
from tests.endurance.starting import Outcome, ids, place_for_a_book, troubles, writer
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
        for game in dict.fromkeys(games):
            book.open_game(game, OPENING)
    crowd = [
        writer("crowd", path, name, seconds, game)
        for name, game in zip(WRITERS, games, strict=True)
    ]
    for process in crowd:
        assert process.stdout is not None
        process.stdout.readline()
    for process in crowd:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    done = [process.communicate() for process in crowd]
    problems = [errors for _, errors in done if errors]
    counts = {name: len(told.split()) for name, (told, _) in zip(WRITERS, done, strict=True)}
    there = 0
    for game in dict.fromkeys(games):
        problems += troubles(path, game=game)
        there += len(ids(path, game)) - 1
    written = sum(counts.values())
    if there != written:
        problems.append(f"{written} events were acknowledged, and {there} are there")
    waits = sorted(float(wait) * 1000 for told, _ in done for wait in told.split())
    half, most, worst = (waits[int((written - 1) * part)] for part in (0.5, 0.999, 1))
    said = (
        f"{written:,} appends, {written / seconds:,.0f} a second; half of them within "
        f"{half:.1f} ms, 99.9% within {most:.1f} ms, the slowest {worst:.1f} ms"
    )
    return Outcome(said, problems, counts)
