"""What a record book is: the words for what goes in, what lies in it, and what comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from referee.store.chain import Head
from referee.store.entries import Entry, Stored


@dataclass(frozen=True, slots=True)
class Appended:
    """The answer to an append: the numbers that its events have, and the head after them.

    ``repeated`` if these events lay in the book already: somebody asked again.
    """

    first: int
    last: int
    head: Head
    repeated: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data, its head as it is noted on paper."""
        return {
            "first": self.first,
            "last": self.last,
            "repeated": self.repeated,
            "head": self.head.on_paper(),
        }


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the book: its name, when it was opened, its log format, and its last event."""

    name: str
    opened_at: str
    format: int
    head: Head


def now() -> str:
    """This moment, as the book writes it: UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class RecordBook(Protocol):
    """Games, each an append-only sequence of events numbered from 1 without gaps.

    All methods raise a `BookError`, which tells people what to do. What an append answered is kept
    for good; an append that raised has kept nothing, or all of it where the answer was lost: asking
    again with the same ids is always safe.
    """

    def open_game(self, name: str, entries: Sequence[Entry]) -> Appended:
        """Begin a game with these events. Raises GameExists where the name is taken by another."""

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        """Write events at the end of a game, all or none.

        ``expects`` is the number of the last event that the writer knows of; raises Conflict if
        there are others by now. Events whose ids lie in the book are not written again: the answer
        is the first one. Raises IdTaken if something else has such an id, NoSuchGame.
        """

    def read(self, name: str, after: int = 0) -> Iterator[Stored]:
        """The events of a game behind number ``after``. Raises NoSuchGame."""

    def game(self, name: str) -> Kept:
        """What the book knows of one game. Raises NoSuchGame."""

    def games(self) -> list[Kept]:
        """All games, in the order in which they were opened."""

    def close(self) -> None:
        """Let go of whatever the book holds open."""
