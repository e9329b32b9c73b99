"""A program that writes into a book; the others start it.

    python -m tests.endurance.writer begin BOOK
    python -m tests.endurance.writer rounds BOOK WRITER FIRST [LAST]

``begin`` opens the game. ``rounds`` appends rounds of one to three events with ids, and prints the
number of each round and the head once it is acknowledged. If the book refuses an event, the reason
goes to standard error, and the exit status is 3.
"""

import sys
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


def main(how: str, path: str, *words: str) -> int:
    try:
        with open_book(path) as book:
            {"begin": begin, "rounds": rounds}[how](book, *words)
    except BookError as problem:
        print(problem, file=sys.stderr)
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
