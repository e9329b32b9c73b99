"""What a record book cannot do, each error with a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.store.record import Stored


class BookError(Exception):
    """Something that the record book cannot do; its text is for people."""


class NoSuchGame(BookError):
    """The book has no game of that name."""

    def __init__(self, name: str, names: Sequence[str]) -> None:
        nearest = get_close_matches(name, names, n=1)
        if nearest:
            advice = f'Did you mean "{nearest[0]}"?'
        elif names:
            advice = "The games in it: referee games."
        else:
            advice = "It is empty: referee new begins a game."
        super().__init__(f'There is no game "{name}" in the record book. {advice}')
        self.name = name


class GameExists(BookError):
    """The name of a new game is taken."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f'The record book has a game "{name}" already. Choose another name, or go on with that '
            "game."
        )
        self.name = name


class Conflict(BookError):
    """Somebody else wrote first: what the writer expected, what there is, and what came between."""

    def __init__(self, name: str, wanted: int, actual: int, between: Sequence[Stored]) -> None:
        if actual > wanted:
            count = actual - wanted
            came = "1 event came" if count == 1 else f"{count} events came"
            what = f"{came} in between. Look at them, and write again if yours still fits."
        else:
            what = "Read the game again before writing."
        super().__init__(
            f'In "{name}" the last event was to be number {wanted} and is number {actual}: {what}'
        )
        self.wanted = wanted
        self.actual = actual
        self.between = tuple(between)


class IdTaken(BookError):
    """An event's id lies in the game already: with another content, or among other events."""

    def __init__(self, event_id: str, seq: int, same: bool) -> None:
        if same:
            what = "but the events around it are not those that were sent with it."
        else:
            what = "which says something else."
        super().__init__(
            f'The id "{event_id}" is that of event {seq}, {what} An id is for one event only: '
            "give this event a new one."
        )
        self.id = event_id
        self.seq = seq


class BookMissing(BookError):
    """There is no file where the book should be."""


class BookForeign(BookError):
    """The file is something else."""


class BookNewer(BookError):
    """The book was written by a newer program."""


class BookUnreadable(BookError):
    """The file is damaged, or may not be read."""


class BookUnwritable(BookError):
    """Nothing can be written: the disk is full, or the folder may only be read."""


class BookBusy(BookError):
    """Somebody else has held the book for too long."""


UNUSABLE = (BookForeign, BookNewer, BookUnreadable, BookUnwritable, BookBusy)
"""What is wrong with the book itself, and not with what was asked of it."""
