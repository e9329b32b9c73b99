"""Measures whether the pages of a table get slower as the evening grows.

    python benchmarks/pages.py [--hands 10 1000]

Plays an evening of this many hands, and one more hand that is the same for all. After each line of
that hand every page is requested. Prints the median CPU milliseconds and the bytes of each page,
and the ratio of the longest evening to the shortest.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from referee_schemas.log_so_far import LogSoFar

from referee.simulating.desmoche import evening
from referee.store import Entry, SQLiteBook
from referee.store.links import Role
from tests.web.visitors import server, visitor

Event = dict[str, Any]

SEED = 37
LOOKS = 25

PAGES = {
    "the viewer's table": (Role.VIEWER, "/tables/long"),
    "the player's table": (Role.PLAYER, "/tables/long"),
    "the scribe's pad": (Role.SCRIBE, "/tables/long/pad"),
    "a line to fix": (Role.SCRIBE, "/tables/long/pad/fix"),
    "the links": (Role.SCRIBE, "/tables/long/links"),
    "how a game stands": (Role.VIEWER, "/api/v1/games/long"),
    "the newest events": (Role.VIEWER, "/api/v1/games/long/events?after={last}"),
    "what may come next": (Role.VIEWER, "/api/v1/games/long/expected"),
    "the start page": (Role.VIEWER, "/"),
}
WHOLE = {
    "the report": (Role.VIEWER, "/tables/long/report"),
    "the replay": (Role.VIEWER, "/tables/long/replay"),
}
"""Pages that show the whole evening."""

Looks = dict[str, tuple[float, int]]


def hands_of(log: Sequence[Event]) -> list[list[Event]]:
    """Return the lines of each hand, after those before the first hand."""
    hands: list[list[Event]] = [[]]
    for line in log:
        if line["type"] == "hand":
            hands.append([])
        hands[-1].append(line)
    return hands


def looked(
    count: int,
    hands: Sequence[Sequence[Event]],
    clock: Callable[[], float] = time.process_time,
) -> Looks:
    """Return the time and the size of every page after this many hands."""
    before = [line for hand in hands[: count + 1] for line in hand]
    last = hands[1][: LOOKS + 10]
    took = defaultdict[str, list[float]](list)
    size: dict[str, int] = {}
    so_far = LogSoFar()
    with TemporaryDirectory() as folder:
        with SQLiteBook(Path(folder) / "book.db") as book:
            book.open_game("long", [Entry.of(so_far.add(line)) for line in before])
        app = server(Path(folder) / "book.db")
        tables = app.extensions["referee-tables"]
        player = before[0]["players"][0]
        guests = {
            role: visitor(app, "long", role, player if role is Role.PLAYER else None)
            for role in Role
        }
        for number, line in enumerate(last):
            tables.find("long").game.write([line])
            for what, (role, path) in (PAGES | WHOLE).items():
                if what in WHOLE and number < len(last) - 3:
                    continue
                begun = clock()
                answer = guests[role].get(path.format(last=len(before) + number))
                if number >= 10:
                    took[what].append(clock() - begun)
                    size[what] = len(answer.data)
                if answer.status_code != 200:
                    raise SystemExit(f"{path}: {answer.status}")
        tables.close()
    return {what: (median(times), size[what]) for what, times in took.items()}


def main() -> None:
    """Play, measure, and print the results."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--hands", type=int, nargs="+", default=[10, 1000])
    counts = sorted(asked.parse_args().hands)
    hands = hands_of(evening("desmoche", Random(SEED), counts[-1]))
    found = {count: looked(count, hands) for count in counts}
    print(f"{'':<22}", *(f"{f'{count} hands':>22}" for count in counts), f"{'times':>14}")
    for what in PAGES | WHOLE:
        pages = [found[count][what] for count in counts]
        told = [f"{took * 1000:10.1f} ms {size:6,} B" for took, size in pages]
        more = [last / first for first, last in zip(pages[0], pages[-1], strict=True)]
        print(f"{what:<22}", *(f"{one:>22}" for one in told), f"{more[0]:7.1f} {more[1]:6.1f}")


if __name__ == "__main__":
    main()
