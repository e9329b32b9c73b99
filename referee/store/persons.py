"""Persons: several names in the games of a book, joined as one person on the record.

No game is changed. The book keeps a separate chain for this, which is sealed, verified, moved and
backed up like the games. A later event overrides an earlier one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from referee.judging.names import fold
from referee.store.chain import Appended
from referee.store.errors import BookError
from referee.store.naming import PERSONS
from referee.store.record import RecordBook

JOIN: Final = "join"
PART: Final = "part"

MOST_STEPS: Final = 64  # the longest chain of names that stand for each other


@dataclass(frozen=True, slots=True)
class Persons:
    """The joined names: ``spelled`` maps each name, by `fold`, to its person; ``last`` is the
    number of the newest event.

    >>> persons = Persons.of([{"type": "join", "name": "Ramon", "person": "Ramón"}])
    >>> persons.person("RAMON"), persons.person("Ana")
    ('Ramón', 'Ana')
    """

    spelled: Mapping[str, tuple[str, str]]
    last: int = 0

    @classmethod
    def of(cls, events: Sequence[Mapping[str, Any]]) -> Self:
        """Return the names that are joined after these events."""
        spelled: dict[str, tuple[str, str]] = {}
        for event in events:
            if event["type"] == JOIN:
                spelled[fold(event["name"])] = event["name"], event["person"]
            elif event["type"] == PART:
                spelled.pop(fold(event["name"]), None)
        return cls(spelled, len(events))

    def person(self, name: str) -> str:
        """Return the person with this name; the name itself if it is not joined."""
        for _step in range(MOST_STEPS):
            there = self.spelled.get(fold(name))
            if there is None:
                break
            name = there[1]
        return name

    def names(self) -> dict[str, list[str]]:
        """Return every person in alphabetical order, with the names joined to theirs."""
        found: dict[str, list[str]] = {}
        for name, _person in self.spelled.values():
            found.setdefault(self.person(name), []).append(name)
        return {person: sorted(names) for person, names in sorted(found.items())}


def persons_of(book: RecordBook) -> Persons:
    """Return the persons of a book. Raises BookError."""
    if PERSONS not in book:
        return Persons({})
    return Persons.of([game.raw() or {"type": None} for game in book.read(PERSONS)])


def join(book: RecordBook, name: str, person: str, why: str = "") -> Appended:
    """Record that a name means this person. Raises BookError if the person's name is itself joined
    to that name, and Conflict if others wrote in between."""
    known = persons_of(book)
    if fold(known.person(person)) == fold(name):
        text = '"{person}" is joined to "{name}" already. Separate them first.'
        raise BookError(text, person=person, name=name)
    event = {"type": JOIN, "name": name, "person": person, "why": why}
    return book.note(PERSONS, event, known.last)


def part(book: RecordBook, name: str, why: str = "") -> Appended:
    """Record that a joined name is a person of its own. Raises BookError if it is not joined, and
    Conflict if others wrote in between."""
    known = persons_of(book)
    if fold(name) not in known.spelled:
        raise BookError('"{name}" is joined to nobody.', name=name)
    return book.note(PERSONS, {"type": PART, "name": name, "why": why}, known.last)
