"""Import of games into a book, and transfer between books with their chains."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.store.entries import Entry
from referee.store.errors import GameExists
from referee.store.record import RecordBook
from referee.store.reveals import Reveals


def move(source: RecordBook, target: RecordBook, name: str) -> int:
    """Copy a game to another book with its chain and its heads, or only its new events; return the
    number of new events. The source keeps the game. A hand that its scribe keeps closed stays
    closed in the copy. Raises BookError."""
    decision = Reveals(source).of(name)
    if decision is not None and decision.is_closed:
        # before the game is copied, so that it is never shown open
        reveals = Reveals(target)
        known = reveals.of(name)
        if known is None or not known.is_closed:
            reveals.close(name, decision.line)
    return target.adopt(source.game(name).opening, source.read(name))


def keep(book: RecordBook, name: str, events: Iterable[Mapping[str, Any]]) -> int:
    """Store a log as a game, or the events that the game lacks; return the number of new events.
    Raises GameExists if the game has other events."""
    entries = [Entry.of(event) for event in events]
    if book.find(name) is None:
        return book.open_game(name, entries).last
    there = [stored.content for stored in book.read(name)]
    if there != [entry.content for entry in entries[: len(there)]]:
        raise GameExists(name)
    new = entries[len(there) :]
    if new:
        book.append(name, new, expects=len(there))
    return len(new)
