"""The record book for Python programs."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

from referee_schemas.log_so_far import LogSoFar

from referee.library import Log, Source, checked, read_log
from referee.store.chain import Appended, Verdict
from referee.store.entries import Entry
from referee.store.moving import keep
from referee.store.opening import open_book
from referee.store.reading import events_of
from referee.store.record import RecordBook, verified


class Book:
    """A record book: games stored event by event, so that every change is detected.

    ``place`` is a file, which is created if necessary, or ``postgresql://...``; by default the book
    of the commands. Close it, or use it in a ``with`` block.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Book(f"{folder}/club.db") as book:
    ...     book.add("friday", "golf players Ana, Beto*\\n")
    ...     last = book.append("friday", [{"type": "hand", "dealer": "Beto"}]).last
    ...     last, list(book), book["friday"].players, book.verify("friday").whole
    1
    (2, ['friday'], ['Ana', 'Beto'], True)

    All methods raise BookError with advice.
    """

    def __init__(self, place: str | Path | None = None) -> None:
        self._book: RecordBook = open_book(place)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, or the connection."""
        self._book.close()

    def __iter__(self) -> Iterator[str]:
        return iter(self._book.names())

    def __len__(self) -> int:
        return len(self._book.names())

    def __contains__(self, name: object) -> bool:
        return name in self._book.names()

    def __getitem__(self, name: str) -> Log:
        return Log(events_of(self._book, self._book.game(name)))

    def add(self, name: str, source: Source) -> int:
        """Store a log under a name, or only its new events; return the number of new events. Raises
        Unreadable, and GameExists if the name is another game's."""
        return keep(self._book, name, read_log(source))

    def append(self, name: str, events: Iterable[object], expects: int | None = None) -> Appended:
        """Write events at the end of a game, all or none; return their numbers.

        ``expects`` is the number of the last event that you know; Conflict is raised if others have
        written since. Raises Unreadable for an event that does not fit.
        """
        gate = LogSoFar(ids=False)
        for _event in events_of(self._book, self._book.game(name), gate):
            pass
        last = gate.events if expects is None else expects
        return self._book.append(name, [*map(Entry.of, checked(events, gate))], last)

    def verify(self, name: str) -> Verdict:
        """Verify that a game is unchanged since it was written. Raises NoSuchGame."""
        return verified(self._book, name)
