"""What a record book is: the words for what goes in, what lies in it, and what comes out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol, Self

from referee.store.chain import Head
from referee.store.upcasting import FORMAT, upcast


@dataclass(frozen=True, slots=True)
class Entry:
    """An event on its way into the book: its exact bytes, and the id that its writer gave it."""

    content: bytes
    id: str | None = None

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Self:
        """The entry of an event: one line of JSON in UTF-8; ``seq`` is left out, the book gives it.

        >>> Entry.of({"type": "end", "seq": 7, "id": "e7"})
        Entry(content=b'{"type":"end","id":"e7"}', id='e7')
        """
        kept = {name: value for name, value in event.items() if name != "seq"}
        line = json.dumps(kept, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return cls(line.encode(), event.get("id"))


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as it lies in the book: ``hash`` covers ``salt``, ``content`` and all before it."""

    seq: int
    id: str | None
    content: bytes
    salt: bytes
    hash: bytes

    def event(self, written_in: int = FORMAT) -> dict[str, Any]:
        """The event, in the words of today's log format."""
        return upcast(json.loads(self.content), written_in)


@dataclass(frozen=True, slots=True)
class Appended:
    """The answer to an append: the numbers that its events have, and the head after them.

    ``repeated`` if these events lay in the book already: somebody asked again.
    """

    first: int
    last: int
    head: Head
    repeated: bool = False


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


def same_content(one: bytes, other: bytes) -> bool:
    """Whether two contents say the same, whatever the order of their fields.

    >>> same_content(b'{"a":1,"b":2}', b'{"b":2, "a":1}'), same_content(b'{"a":1}', b'{"a":true}')
    (True, False)
    """
    if one == other:
        return True
    try:
        return _sorted(one) == _sorted(other)
    except (TypeError, ValueError, RecursionError):
        # what a damaged file gives says nothing
        return False


def _sorted(content: bytes) -> str:
    return json.dumps(json.loads(content), sort_keys=True)


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
