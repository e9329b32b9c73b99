"""The result of an append, decided under the lock: a repetition, a conflict, or new events."""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from referee.store.chain import SALT_BYTES, Appended, Head, Kept, Opening, id_fits, link, verify
from referee.store.entries import Entry, Stored, same_content
from referee.store.errors import BookError, Conflict, DamagedRow, GameExists, IdTaken
from referee.store.naming import OWN_CHAINS, is_game
from referee.wording.language import Word
from referee.wording.sentences import Sentence

LARGEST_CONTENT: Final = 2**20  # bytes of one event, as in a log
NO_NUMBER: Final = 2**62  # a number above that of the events of any game

_fits_an_id = re.compile(r"[^\0\ud800-\udfff]{1,64}").fullmatch
_fits_a_name = re.compile(r"[^\W_][\w.-]{0,63}").fullmatch


class GameSoFar:
    """A game while its lock is held; ``events`` returns those that a condition in SQL selects."""

    def __init__(self, kept: Kept, events: Callable[..., list[Stored]]) -> None:
        self._kept = kept
        self._events = events

    def head(self) -> Head:
        """Return the game's last event."""
        if not self._kept.head.hash:
            text = 'the last event of "{name}" cannot be read'
            raise DamagedRow(Sentence(text, {"name": self._kept.name}))
        self._check_number(self._kept.head.seq)
        return self._kept.head

    def with_id(self, event_id: str) -> Stored | None:
        """Return the event with this id."""
        for stored in self._events("id = ?", event_id):
            self._check_number(stored.seq)
            return stored
        return None

    def _check_number(self, seq: object) -> None:
        """Refuse an event number that cannot be continued, as a damaged file may have."""
        if not isinstance(seq, int) or not 0 <= seq < NO_NUMBER:
            text = 'the number of an event of "{name}" cannot be read'
            raise DamagedRow(Sentence(text, {"name": self._kept.name}))

    def span(self, first: int, last: int = NO_NUMBER) -> list[Stored]:
        """Return the existing events with numbers from ``first`` to ``last``."""
        return self._events("seq BETWEEN ? AND ? ORDER BY seq", first, last)


def is_a_name(name: str) -> bool:
    """Return whether a game can have this name: one word that is easily typed.

    >>> is_a_name("2026-11-21-ana-beto"), is_a_name("../friday")
    (True, False)
    """
    return bool(_fits_a_name(name))


def check_name(name: str) -> None:
    """Refuse a name that neither a game nor one of the book's own chains can have. Raises
    BookError."""
    if name not in OWN_CHAINS and not is_a_name(name):
        raise _unfit(name)


def _unfit(name: str) -> BookError:
    text = (
        '"{name}" cannot be the name of a game: a name has 1 to 64 letters, digits, '
        "dots, hyphens or underscores, and begins with a letter or digit."
    )
    return BookError(text, name=name)


def _begins_a_game(entries: Sequence[Entry]) -> bool:
    """Return whether these are the events of a game, which the book's own chains cannot have."""
    try:
        return any(json.loads(entry.content)["type"] == "game" for entry in entries[:1])
    except (ValueError, TypeError, KeyError, RecursionError):
        return True


@contextmanager
def beginning(name: str, entries: Sequence[Entry]) -> Iterator[None]:
    """Begin a game in this block: a conflict there means that the name is taken. Raises BookError
    for a name that no game can have, GameExists for a taken one."""
    check_name(name)
    if not is_game(name) and _begins_a_game(entries):
        raise _unfit(name)
    try:
        yield
    except Conflict:
        raise GameExists(name) from None


def decide(
    name: str, entries: Sequence[Entry], expects: int | None, so_far: GameSoFar
) -> Appended | list[Stored]:
    """Return the events to write, or the stored events if these entries were written before.

    Raises Conflict, IdTaken, and BookError if an entry is empty or too long.
    """
    check(entries)
    repeated = _repeated(entries, so_far)
    if repeated is not None:
        return repeated
    head = so_far.head()
    if expects is not None and expects != head.seq:
        between = so_far.span(max(expects, 0) + 1, head.seq) if expects < head.seq else []
        raise Conflict(name, expects, head.seq, between)
    return linked(head, entries)


def check(entries: Sequence[Entry]) -> None:
    """Refuse entries that no book accepts. Raises BookError."""
    if not entries:
        raise BookError(Word("There is nothing to write."))
    ids: dict[str, int] = {}
    for index, entry in enumerate(entries, 1):
        if not 2 <= len(entry.content) <= LARGEST_CONTENT:
            raise BookError(
                "Event {index} that you sent has {bytes} bytes; an event has 2 to {most}.",
                index=index,
                bytes=f"{len(entry.content):,}",
                most=f"{LARGEST_CONTENT:,}",
            )
        if not id_fits(entry.id, entry.content):
            raise BookError(
                "The id inside event {index} is not the id that you sent with it.", index=index
            )
        if entry.id is not None and not (isinstance(entry.id, str) and _fits_an_id(entry.id)):
            raise BookError(
                "The id of event {index} that you sent does not work: an id has 1 to 64 "
                "characters, without NUL.",
                index=index,
            )
        if entry.id is not None and ids.setdefault(entry.id, index) != index:
            raise BookError(
                'You sent the id "{id}" twice. An id is for one event only.', id=entry.id
            )


def _repeated(entries: Sequence[Entry], so_far: GameSoFar) -> Appended | None:
    for index, entry in enumerate(entries):
        known = so_far.with_id(entry.id) if entry.id is not None else None
        if known is None:
            continue
        assert entry.id is not None
        first = known.seq - index
        there = so_far.span(first, first + len(entries) - 1)
        same = len(there) == len(entries) and all(
            same_content(stored.content, sent.content)
            for stored, sent in zip(there, entries, strict=True)
        )
        if not same:
            raise IdTaken(entry.id, known.seq, same_content(known.content, entry.content))
        return Appended(first, there[-1].seq, Head(there[-1].seq, there[-1].hash), repeated=True)
    return None


def linked(head: Head, entries: Sequence[Entry]) -> list[Stored]:
    """Return the entries as events after this head, with fresh salts."""
    salts = os.urandom(SALT_BYTES * len(entries))
    before, made = head.hash, []
    for index, entry in enumerate(entries):
        salt = salts[index * SALT_BYTES : (index + 1) * SALT_BYTES]
        before = link(before, salt, entry.content)
        made.append(Stored(head.seq + 1 + index, entry.id, entry.content, salt, before))
    return made


def decide_adoption(
    opening: Opening, events: Sequence[Stored], kept: Kept | None, there: Sequence[Stored]
) -> Sequence[Stored]:
    """Return the new events of a game from another book, given the events stored under its name.

    Raises GameExists if those are another game's, BookError if the chain does not verify.
    """
    check_name(opening.name)
    verdict = verify(opening, events)
    if not verdict.whole:
        text = 'The game "{name}" was changed after it was written: {problem}. It was not copied.'
        raise BookError(text, name=opening.name, problem=verdict.problem)
    if kept is None:
        return events
    shorter = min(len(there), len(events))
    if kept.opening != opening or list(there[:shorter]) != list(events[:shorter]):
        raise GameExists(opening.name)
    return events[len(there) :]
