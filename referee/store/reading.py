"""Readers of games in a book that may be damaged, or unknown to this program."""

from collections.abc import Iterator
from typing import Any

from referee_schemas.log_so_far import LogSoFar

from referee.judging.corrections import Event
from referee.store.chain import Kept
from referee.store.entries import FORMAT
from referee.store.errors import GameUnreadable
from referee.store.record import RecordBook
from referee.wording.language import Word
from referee.wording.sentences import Sentence
from referee.wording.unreadable import Unreadable


def events_of(
    book: RecordBook, kept: Kept, so_far: LogSoFar | None = None, after: int = 0
) -> Iterator[Event]:
    """Yield the events of a game after number ``after``; ``so_far`` has checked those before.
    Raises GameUnreadable if the record is damaged, or is of an unknown game or format."""
    log = LogSoFar(ids=False) if so_far is None else so_far
    written_in = kept.opening.format
    if written_in > FORMAT:
        text = "it is written in format {format}, and this program reads formats up to {newest}"
        raise GameUnreadable(kept.name, Sentence(text, {"format": written_in, "newest": FORMAT}))
    if not kept.head.seq:
        raise GameUnreadable(kept.name, Word("it has no events"))
    for seq, stored in enumerate(book.read(kept.name, after), after + 1):
        if stored.seq != seq:
            raise GameUnreadable(kept.name, Word("something is missing"), seq)
        try:
            yield log.add(stored.event())
        except Unreadable as problem:
            text = "found {found}, expected {expected}"
            facts = {"found": problem.found, "expected": problem.expected}
            raise GameUnreadable(kept.name, Sentence(text, facts), seq) from problem
        except (ValueError, TypeError, AttributeError, RecursionError) as problem:
            raise GameUnreadable(kept.name, Word("it is not JSON in UTF-8"), seq) from problem


def opening_of(book: RecordBook, name: str) -> dict[str, Any]:
    """Return the first event of a game as written; empty if it is damaged. Raises NoSuchGame."""
    first = next(book.read(name, at_most=1), None)
    opening = (first.raw() if first else None) or {}
    match opening:
        case {"type": "game", "game": str(), "players": [*players]}:
            return opening if all(isinstance(player, str) for player in players) else {}
    return {}
