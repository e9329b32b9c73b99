"""A program that writes into a book; the others start it.

    python -m tests.endurance.writer begin BOOK
    python -m tests.endurance.writer rounds BOOK WRITER FIRST [LAST]
    python -m tests.endurance.writer crowd BOOK WRITER SECONDS GAME

``begin`` opens the game. ``rounds`` appends rounds of one to three events with ids, and prints the
number of each round and the head once it is acknowledged. ``crowd`` prints "ready", waits for a
line, appends single events for this many seconds, at least one, and prints how long each took. If
the book refuses an event, the reason goes to standard error, and the exit status is 3.
"""

import sys
import time
from itertools import count

from referee.store import BookError, Entry, RecordBook
from referee.store.opening import open_book

GAME = "friday"
REFUSED = 3


def round_of(writer: str, number: int) -> list[Entry]:
    """Return the events of one round, always the same for a writer and number."""
    return [
        Entry.of({"type": "note", "note": f"{writer} {number}", "id": f"{writer}-{number}-{part}"})
        for part in range(1 + number % 3)
    ]


OPENING = [Entry.of({"type": "game", "players": ["Ana", "Beto"], "id": "opening"})]


def begin(book: RecordBook) -> None:
    print(0, book.open_game(GAME, OPENING).head.hash.hex(), flush=True)


def rounds(book: RecordBook, writer: str, first: str, last: str | None = None) -> None:
    for number in range(int(first), int(last) + 1) if last else count(int(first)):
        head = book.append(GAME, round_of(writer, number)).head
        print(number, head.hash.hex(), flush=True)


def crowd(book: RecordBook, writer: str, seconds: str, game: str) -> None:
    waits = []
    book.game(game)  # a writer that wrote before knows the head
    print("ready", flush=True)
    sys.stdin.readline()
    begun = time.monotonic()
    end = begun + float(seconds)
    for number in count(1):
        book.append(game, [Entry.of({"type": "note", "note": f"{writer} {number}"})])
        done = time.monotonic()
        waits.append(done - begun)
        if done >= end:
            break
        begun = done
    print(*waits)


def main(how: str, path: str, *words: str) -> int:
    try:
        with open_book(path) as book:
            {"begin": begin, "rounds": rounds, "crowd": crowd}[how](book, *words)
    except BookError as problem:
        print(problem, file=sys.stderr)
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
