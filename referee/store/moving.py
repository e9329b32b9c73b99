"""Import of games into a book, and transfer between books with their chains."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from referee.store.entries import Entry
from referee.store.errors import GameExists
from referee.store.record import RecordBook
from referee.store.reveals import Reveals
from referee.store.sqlite import is_there_already
from referee.store.sqlite_book import SQLiteBook


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


def back_up(source: RecordBook, target: Path) -> None:
    """Write all chains of a book, and its seals, into a new file, one by one. Raises BookUnwritable
    if the file exists."""
    if target.exists():
        raise is_there_already(target)
    gathered = target.with_name(f"{target.name}-gathered-{os.getpid()}")
    try:
        with SQLiteBook(gathered) as copy:
            # games only grow, so they include everything that was sealed before
            copy.take_seals(source.seals())
            for kept in source.chains():
                copy.adopt(kept.opening, source.read(kept.name))
            copy.back_up(target)
    finally:
        for part in ("", "-lock", "-wal", "-shm"):
            gathered.with_name(gathered.name + part).unlink(missing_ok=True)
