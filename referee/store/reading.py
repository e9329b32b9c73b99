"""Games read out of a book, where some may be damaged, or unknown to this program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from referee_schemas.unreadable import Unreadable

from referee.judging.corrections import Event
from referee.store.chain import Kept
from referee.store.entries import FORMAT
from referee.store.errors import GameUnreadable
from referee.store.record import RecordBook
from referee.wording.language import Word
from referee.wording.sentences import Sentence


class Gate(Protocol):
    """The checks that every event has to pass, in its place in the log, before it is kept."""

    def read(self, line: bytes) -> Event | None:
        """Return the event of a line that can be read at a glance; None where it has to be parsed
        and added. Raises where it cannot be read."""

    def add(self, value: object) -> Event:
        """The event as it is kept. Raises where it cannot be read."""

    def back_to(self, events: int) -> None:
        """Forget what came behind this number of events."""


def events_of(book: RecordBook, kept: Kept, gate: Gate, after: int = 0) -> Iterator[Event]:
    """The events of a game behind number ``after``, each through the gate. Raises GameUnreadable
    where the record was damaged, or is of a game or a format that this program does not know."""
    if kept.format > FORMAT:
        text = "it is written in format {format}, and this program reads formats up to {newest}"
        raise GameUnreadable(kept.name, Sentence(text, {"format": kept.format, "newest": FORMAT}))
    if not kept.head.seq:
        raise GameUnreadable(kept.name, Word("it has no events"))
    for seq, stored in enumerate(book.read(kept.name, after), after + 1):
        if stored.seq != seq:
            raise GameUnreadable(kept.name, Word("something is missing"), seq)
        try:
            event = gate.read(stored.content) if kept.format == FORMAT else None
            yield gate.add(stored.event(kept.format)) if event is None else event
        except Unreadable as problem:
            text = "found {found}, expected {expected}"
            facts = {"found": problem.found, "expected": problem.expected}
            raise GameUnreadable(kept.name, Sentence(text, facts), seq) from problem
        except (ValueError, TypeError, AttributeError, RecursionError) as problem:
            raise GameUnreadable(kept.name, Word("it is not JSON in UTF-8"), seq) from problem
