"""Eight writers in four processes write to one PostgreSQL server, compared with raw insertions.

Each writer has its own game, like the tables of a club. In turns of a few seconds they append to
the book, and write the same rows into an unguarded table, each in its own transaction: with an
INSERT and a COMMIT, and with an INSERT that commits by itself. Then all append to one game.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from threading import Thread

from referee.store import Entry, verified
from referee.store.opening import open_book
from tests.endurance.starting import ROOT

PROCESSES = 4
THREADS = 2
TURNS = 4
ONE_GAME = "everybody"


@dataclass(frozen=True)
class Outcome:
    """The rates per second: appends, an INSERT with its COMMIT, an INSERT that commits by itself,
    and appends to one game; and the problems."""

    appends: float
    committed: float
    by_itself: float
    to_one_game: float
    problems: list[str]


def run(seconds: float) -> Outcome:
    """Let the writers write for this many seconds."""
    # needs what only the extra ``checks`` installs
    import psycopg

    from tests.store.server import Server

    with Server() as server:
        address = server.database()
        names = [
            f"w{process}-{thread}" for process in range(PROCESSES) for thread in range(THREADS)
        ]
        with open_book(address) as book:
            for name in [*names, ONE_GAME]:
                book.open_game(name, [entry(name, 0)])
        with psycopg.connect(address) as connection:
            connection.execute(
                "CREATE TABLE raw (game text, seq bigint, id text, content bytea, salt bytea,"
                " hash bytea, PRIMARY KEY (game, seq))"
            )
        turn = seconds / (3 * TURNS)
        counted: dict[str, list[int]] = {"append": [], "commit": [], "insert": [], "one": []}
        problems: list[str] = []
        for number in range(TURNS):
            for how in ("commit", "append", "insert"):
                counted[how].append(in_turn(address, how, number, turn, problems))
        counted["one"].append(in_turn(address, "one", 0, turn * TURNS / 2, problems))
        with open_book(address) as book:
            there = 0
            for name in names:
                verdict = verified(book, name)
                there += verdict.events - 1
                problems += [verdict.problem] if verdict.problem else []
            problems += book.damage()
            if there != sum(counted["append"]):
                problems.append(f"{sum(counted['append'])} acknowledged, and {there} are there")
            if verified(book, ONE_GAME).events != 1 + sum(counted["one"]):
                problems.append("an event of the game of everybody is missing, or there twice")
        whole = turn * TURNS
        return Outcome(
            sum(counted["append"]) / whole,
            sum(counted["commit"]) / whole,
            sum(counted["insert"]) / whole,
            sum(counted["one"]) / (whole / 2),
            problems,
        )


def in_turn(address: str, how: str, number: int, seconds: float, problems: list[str]) -> int:
    """Return the number of events that all processes wrote in one turn."""
    words = [sys.executable, "-m", "tests.endurance.servers", address, how, str(number)]
    started = [
        subprocess.Popen(
            [*words, str(process), str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for process in range(PROCESSES)
    ]
    for process in started:
        assert process.stdout is not None
        process.stdout.readline()
    written = 0
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in started:
        said, errors = process.communicate()
        problems += [errors] if errors else []
        written += int(said or 0)
    return written


def entry(writer: str, number: int) -> Entry:
    return Entry.of({"type": "note", "note": f"{writer} {number}", "id": f"{writer}-{number}"})


def main(address: str, how: str, turn: str, process: str, seconds: str) -> None:
    """Run one process with its writers: print "ready", wait for a line, write for this many
    seconds, and print the number of events."""
    import psycopg

    done: list[int] = []
    names = [f"w{process}-{thread}" for thread in range(THREADS)]
    with open_book(address) as book:
        for name in names:
            # a writer that wrote before knows the head
            book.game(name)

        def raw(name: str) -> Callable[[int], object]:
            connection = psycopg.connect(address, autocommit=how == "insert")
            place = f"{name}/{turn}/{how}"

            def write(number: int) -> None:
                one = entry(name, number)
                row = (place, number, one.id, one.content, os.urandom(16), bytes(32))
                connection.execute("INSERT INTO raw VALUES (%s,%s,%s,%s,%s,%s)", row)
                if how == "commit":
                    connection.commit()

            return write

        def append(name: str) -> Callable[[int], object]:
            game = ONE_GAME if how == "one" else name
            return lambda number: book.append(game, [entry(f"{name}/{turn}", number)])

        acts = [(raw if how in ("commit", "insert") else append)(name) for name in names]
        print("ready", flush=True)
        sys.stdin.readline()
        end = time.monotonic() + float(seconds)

        def write(act: Callable[[int], object]) -> None:
            for number in count(1):
                if time.monotonic() >= end:
                    done.append(number - 1)
                    return
                act(number)

        threads = [Thread(target=write, args=(act,)) for act in acts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    print(sum(done))


def report(outcome: Outcome) -> None:
    """Print the results."""
    raw = {"INSERT and COMMIT": outcome.committed, "INSERT alone": outcome.by_itself}
    print(f"{PROCESSES * THREADS} writers on {PROCESSES} processes, a second:")
    print(f"{outcome.appends:,.0f} appends; all into one game {outcome.to_one_game:,.0f}")
    for how, rate in raw.items():
        print(f"{rate:,.0f} raw, {how}: ratio {outcome.appends / max(rate, 1):.2f}")
    print(*outcome.problems or ["no error, no gap, chains whole"], sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
