"""The errors of a record book, each with advice."""

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cached_property

from referee.wording.language import N_
from referee.wording.sentences import Phrase, Sentence, SpokenError


class BookError(SpokenError):
    """A request that the record book cannot fulfil."""


class NoSuchGame(BookError):
    """The book has no game of that name; ``names`` are those of its games. The most similar one is
    looked up only when the message is read, because that is slow in a large book."""

    def __init__(self, name: str, names: Sequence[str]) -> None:
        super().__init__(name)
        self.name = name
        self._names = names

    @property
    def phrase(self) -> Phrase:
        """Return the problem and the advice."""
        said = 'There is no game "{name}" in the record book. {remedy}'
        return Sentence(said, {"name": self.name, "remedy": self.remedy})

    @cached_property
    def remedy(self) -> Sentence:
        """The most similar name, if there is one; else the command that lists the games."""
        nearest = get_close_matches(self.name, self._names, n=1)
        if nearest:
            text = 'Did you mean "{nearest}"?'
        elif self._names:
            text = "To see the games of the record book: referee book list"
        else:
            text = "The record book is empty: referee new begins a game."
        return Sentence(text, {"nearest": nearest[0] if nearest else ""})


class GameUnreadable(BookError):
    """A game in the book that this program cannot read; the other games are unaffected."""

    def __init__(self, name: str, problem: Phrase, event: int | None = None) -> None:
        if event is None:
            text = (
                'The game "{name}" cannot be read here: {problem}. Its lines are printed by: '
                "referee export {name}"
            )
        else:
            text = (
                'Event {event} of "{name}" cannot be read here: {problem}. Print the '
                "readable events with: referee export {name}"
            )
        super().__init__(text, name=name, problem=problem, event=event)
        self.name = name


class GameExists(BookError):
    """The name of a new game is taken."""

    def __init__(self, name: str) -> None:
        text = (
            'The record book has a game "{name}" already. Choose another name, or go on with '
            "that game."
        )
        super().__init__(text, name=name)
        self.name = name


class Conflict(BookError):
    """Another writer was first: the expected and the actual last event."""

    def __init__(self, name: str, wanted: int, actual: int) -> None:
        came = actual - wanted
        if came == 1:
            text = (
                'The last event of "{name}" is {actual}, not {wanted}: 1 event came in '
                "between. Look at it, and write again if yours still fits."
            )
        elif came > 1:
            text = (
                'The last event of "{name}" is {actual}, not {wanted}: {came} events came in '
                "between. Look at them, and write again if yours still fits."
            )
        else:
            text = (
                'The last event of "{name}" is {actual}, not {wanted}. Read the game again '
                "before you write."
            )
        super().__init__(text, name=name, wanted=wanted, actual=actual, came=came)
        self.wanted = wanted
        self.actual = actual


class IdTaken(BookError):
    """The game already has an event with this id, but with other content or among other events."""

    def __init__(self, event_id: str, seq: int, same: bool) -> None:
        text = (
            'The id "{id}" belongs to event {seq}, but the events around it are not those that '
            "you sent with it. An id is for one event only: give this event a new one."
            if same
            else 'The id "{id}" belongs to event {seq}, which says something else. An id is '
            "for one event only: give this event a new one."
        )
        super().__init__(text, id=event_id, seq=seq)
        self.id = event_id
        self.seq = seq


class DamagedRow(Exception):
    """A row that an intact book cannot have; the argument is a phrase."""


class BookMissing(BookError):
    """The expected book does not exist."""

    def __init__(self, location: object) -> None:
        text = (
            "There is no record book at {path} yet. referee new begins one; --db or REFEREE_DB "
            "names another."
        )
        super().__init__(text, path=location)


class BookForeign(BookError):
    """The file is not a record book."""


class BookNewer(BookError):
    """The book was written by a newer program."""


class BookUnreadable(BookError):
    """The file is damaged, or may not be read."""


class BookUnwritable(BookError):
    """The disk is full, or the folder is read-only."""


class BookUnreachable(BookError):
    """The server does not answer."""


class BookBusy(BookError):
    """Another program has held the book for too long."""


BUSY = N_(
    "Another program has kept the record book {path} busy for {seconds} seconds. Nothing was "
    "written: try again."
)
DISK_FULL = N_(
    "The disk is full: nothing was written to the record book {path}. Make room, and try again."
)

UNUSABLE = (BookForeign, BookNewer, BookUnreachable, BookUnreadable, BookUnwritable, BookBusy)
"""Errors of the book itself, not of the request."""
