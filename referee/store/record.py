"""The interface of a record book: the types that go in, are kept, and come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol, Self

from referee.store.chain import Head, NotedHead, Opening, Verdict, verify
from referee.store.entries import Entry, Stored
from referee.wording.language import _


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
    """A game in the book: how it was opened, its last event, and its ``place`` among the chains of
    this book, counted from 1."""

    opening: Opening
    head: Head
    place: int

    @property
    def name(self) -> str:
        """The game's name."""
        return self.opening.name

    @property
    def opened_at(self) -> str:
        """When it was opened: UTC, to the second."""
        return self.opening.opened_at

    @property
    def format(self) -> int:
        """The log format in which its events are written."""
        return self.opening.format


def misnumbered(places: Sequence[int], stray: Sequence[int]) -> list[str]:
    """Return what is wrong with the numbers of a book's games, in words: ``places`` are those of
    the games that are there, ``stray`` those of games that only have events.

    >>> misnumbered([1, 2, 4], [7])
    ['there are events of a game 7 that is not there', 'the game with the number 3 is missing']
    """
    misplaced = _("there are events of a game {number} that is not there")
    missing = _("the game with the number {number} is missing")
    gone = sorted(set(range(1, max(places, default=0) + 1)) - set(places))
    return [
        *(misplaced.format(number=number) for number in stray),
        *(missing.format(number=number) for number in gone),
    ]


def now() -> str:
    """This moment, as the book writes it: UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class RecordBook(Protocol):
    """Games, each an append-only sequence of events numbered from 1 without gaps.

    All methods raise a `BookError`, which tells people what to do. What an append answered is kept
    for good; an append that raised has kept nothing, or all of it where the answer was lost: asking
    again with the same ids is always safe. ``place`` says to people where the book lies.
    """

    @property
    def place(self) -> str:
        """Where the book lies."""

    def open_game(self, name: str, entries: Sequence[Entry]) -> Appended:
        """Begin a game with these events. Raises GameExists where the name is taken by another."""

    def append(self, name: str, entries: Sequence[Entry], expects: int | None = None) -> Appended:
        """Write events at the end of a game, all or none.

        ``expects`` is the number of the last event that the writer knows of; raises Conflict if
        there are others by now. Events whose ids lie in the book are not written again: the answer
        is the first one. Raises IdTaken if something else has such an id, NoSuchGame.
        """

    def adopt(self, opening: Opening, events: Iterable[Stored]) -> int:
        """Take in a game of another book as it lies there, with its salts and hashes, or what it
        has grown by since; gives the number of new events. Raises GameExists where another game
        has the name, BookError where the chain does not hold."""

    def read(self, name: str, after: int = 0, at_most: int | None = None) -> Iterator[Stored]:
        """The events of a game behind number ``after``, so many. Raises NoSuchGame."""

    def game(self, name: str) -> Kept:
        """Return what the book knows of one game. Raises NoSuchGame."""

    def find(self, name: str) -> Kept | None:
        """Return what the book knows of one game; None where there is no such game."""

    def games(self, after: int = 0, at_most: int | None = None) -> list[Kept]:
        """Return at most so many games with a place greater than ``after``, oldest first. The
        book's own chains have places too, so the places of games may have gaps."""

    def names(self) -> list[str]:
        """Return the names of all games, oldest first."""

    def chains(self) -> list[Kept]:
        """Return everything that is chained, oldest first: the games, and the book's own chains,
        which `games`, `names` and `heads` leave out."""

    def __contains__(self, name: object) -> bool:
        """Return whether there is a chain of this name."""

    def heads(self) -> dict[int, bytes]:
        """Return the hash of the last event of every game that has any, by the game's place. A
        changed hash shows that a game has grown."""

    def seal(self) -> Head:
        """Keep how far each game is now, in a chain of its own; gives its head, which stands for
        the whole book. Without news since the last seal nothing is written."""

    def seals(self) -> Iterator[Stored]:
        """The seals, as a chain of events."""

    def damage(self) -> list[str]:
        """Return what the store itself finds wrong with the book, in words; empty if nothing is."""

    def health(self) -> dict[str, Any]:
        """Return what the book rests on, as plain data."""

    def back_up(self, target: Path) -> None:
        """Write a copy as the book is at one moment, as a SQLite book, while others go on writing.
        Raises BookUnwritable where something lies at the target already."""

    def close(self) -> None:
        """Let go of whatever the book holds open."""

    def __enter__(self) -> Self:
        """The book, to be closed at the end of the block."""

    def __exit__(self, *_: object) -> None:
        """Let go of it."""


def verified(book: RecordBook, name: str, noted: Sequence[NotedHead] = ()) -> Verdict:
    """Check a game of a book, against heads written down elsewhere. Raises NoSuchGame."""
    return verify(book.game(name).opening, book.read(name), noted)
