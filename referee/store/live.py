"""A game while it is being recorded: what lies in the book, and the table that it makes.

The table is kept and moved on by each new event, so that the ten-thousandth costs what the tenth
did; it is made from the book when a program opens the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from referee.replay import Replay
from referee.store.record import Appended, Entry, RecordBook

Event = dict[str, Any]


class Gate(Protocol):
    """What every event has to pass before it is kept, in its place in the log."""

    def add(self, value: object) -> Event:
        """The event as it is kept. Raises where it cannot be read."""

    def back_to(self, events: int) -> None:
        """Forget what came behind this number of events."""


class LiveGame:
    """One game of a book. ``replay`` is its table after the events that this program knows.

    Raises NoSuchGame, and whatever the gate raises.
    """

    def __init__(self, book: RecordBook, name: str, gate: Gate) -> None:
        self.book = book
        self.name = name
        self.replay = Replay()
        self._gate = gate
        self._format = book.game(name).format
        self.catch_up()

    @property
    def lines(self) -> Sequence[Mapping[str, Any]]:
        """The events that this program knows."""
        return self.replay.lines

    def catch_up(self) -> list[Event]:
        """Take what others have written in the meantime; gives these events."""
        stored = self.book.read(self.name, after=len(self.lines))
        news = [self._gate.add(one.event(self._format)) for one in stored]
        self.replay.feed_all(news)
        return news

    def write(self, values: Sequence[object]) -> Appended:
        """Check these events, keep them in the book behind those that this program knows, and let
        them happen. All of them or none.

        Raises Conflict where somebody else wrote in between, and whatever the gate raises.
        """
        known = len(self.lines)
        try:
            events = [self._gate.add(value) for value in values]
            answer = self.book.append(self.name, [Entry.of(event) for event in events], known)
        except BaseException:
            self._gate.back_to(known)
            raise
        if answer.repeated:
            self._gate.back_to(known)
        else:
            self.replay.feed_all(events)
        return answer
