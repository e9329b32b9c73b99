"""A club with some evenings of several games in its record book."""

from collections.abc import Sequence
from random import Random

from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import read_log

from referee.store import Entry, RecordBook
from tests.evenings import Event, evening
from tests.lawful import lawful
from tests.slips import RECORDED

UNDECIDED = (
    {"type": "game", "game": "desmoche", "players": ["Yara", "Zita"]},
    {"type": "hand", "dealer": "Zita", "bet": 5},
    {"type": "gap"},
    {"type": "end"},
)
"""An evening that nobody else has come to, with an end that nobody saw."""


def evenings(count: int, seed: object = "club") -> list[list[Event]]:
    """Return this many evenings of Desmoche, every second one with a slip and every third one with
    another unit of money, and a game of Golf and one of Dimes for every four of them."""
    made: list[list[Event]] = []
    for number in range(count):
        rng = Random(f"{seed}/{number}")
        one_slip = number % 2
        made.append([*read_log(rng.choice(RECORDED))] if one_slip else lawful(rng))
        if number % 4 == 0:
            made += [
                evening("golf", f"{seed}/{number}", 9),
                evening("dimes", f"{seed}/{number}", 3),
            ]
    made.insert(1, [*UNDECIDED])
    return [_dated(events, number) for number, events in enumerate(made)]


def _dated(events: Sequence[Event], number: int) -> list[Event]:
    about = {"date": f"2024-{1 + number % 12:02}-{1 + number % 28:02}"}
    if number % 3 == 0:
        about["unit"] = "lempiras"
    bare = [{key: value for key, value in event.items() if key != "seq"} for event in events]
    return [bare[0] | about, *bare[1:]]


def fill(book: RecordBook, made: Sequence[Sequence[Event]]) -> list[str]:
    """Store evenings in a book; return their names."""
    names = []
    for number, events in enumerate(made):
        so_far = LogSoFar(ids=False)
        names.append(f"evening-{number}")
        book.open_game(names[-1], [Entry.of(so_far.add(event)) for event in events])
    return names
