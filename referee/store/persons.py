"""Persons: several names in the games of a book, joined as one person on the record.

No game is changed. The book keeps a separate chain for this beside the games, so that it is sealed,
verified, moved and backed up as they are. A later event undoes an earlier one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from referee.judging.names import fold
from referee.store.chain import Appended, now
from referee.store.entries import Entry
from referee.store.errors import BookError
from referee.store.naming import PERSONS
from referee.store.record import RecordBook

JOIN: Final = "join"
PART: Final = "part"

MOST_STEPS: Final = 64
"""From a name to a name that stands for it to the next: nobody has so many."""


@dataclass(frozen=True, slots=True)
class Persons:
    """The names that are joined: ``spelled`` has the person for each name, by `fold`; ``last`` is
    the number of the newest event.

    >>> persons = Persons.of([{"type": "join", "name": "Ramon", "person": "Ramón"}])
    >>> persons.person("RAMON"), persons.person("Ana")
    ('Ramón', 'Ana')
    """

    spelled: Mapping[str, tuple[str, str]]
    last: int = 0

    @classmethod
    def of(cls, events: Sequence[Mapping[str, Any]]) -> Self:
        """Those that are joined after these events."""
        spelled: dict[str, tuple[str, str]] = {}
        for event in events:
            if event["type"] == JOIN:
                spelled[fold(event["name"])] = event["name"], event["person"]
            elif event["type"] == PART:
                spelled.pop(fold(event["name"]), None)
        return cls(spelled, len(events))

    def person(self, name: str) -> str:
        """Return whose name this is; the name itself where it is joined to none."""
        for _step in range(MOST_STEPS):
            there = self.spelled.get(fold(name))
            if there is None:
                break
            name = there[1]
        return name

    def names(self) -> dict[str, list[str]]:
        """Every person with the names that are joined to theirs, by letters."""
        found: dict[str, list[str]] = {}
        for name, _person in self.spelled.values():
            found.setdefault(self.person(name), []).append(name)
        return {person: sorted(names) for person, names in sorted(found.items())}


def persons_of(book: RecordBook) -> Persons:
    """The persons of a book. Raises BookError."""
    if PERSONS not in book:
        return Persons({})
    return Persons.of([one.raw() or {"type": None} for one in book.read(PERSONS)])


def join(book: RecordBook, name: str, person: str, why: str = "") -> Appended:
    """Write down that a name means this person. Raises BookError where the person's name itself
    is joined to that name, and Conflict where somebody else wrote in between."""
    known = persons_of(book)
    if fold(known.person(person)) == fold(name):
        text = '"{person}" is joined to "{name}" already. Part them first.'
        raise BookError(text, person=person, name=name)
    return _write(book, known, {"type": JOIN, "name": name, "person": person, "why": why})


def part(book: RecordBook, name: str, why: str = "") -> Appended:
    """Write down that a name that was joined to a person is a person of its own. Raises BookError
    where it is joined to none, and Conflict where somebody else wrote in between."""
    known = persons_of(book)
    if fold(name) not in known.spelled:
        raise BookError('"{name}" is joined to nobody.', name=name)
    return _write(book, known, {"type": PART, "name": name, "why": why})


def _write(book: RecordBook, known: Persons, event: dict[str, Any]) -> Appended:
    written = Entry.of({**event, "at": now()})
    if not known.last:
        return book.open_game(PERSONS, [written])
    return book.append(PERSONS, [written], known.last)
