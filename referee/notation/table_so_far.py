"""The table and the seats after the events so far, with corrections applied.

A correction costs at most the replay of the hand in which it is written. A hand with more lines or
corrections than any real one is not replayed: its table is then unknown.
"""

from collections.abc import Mapping
from typing import Any, Final

from referee.judging.corrections import REVISING, Event, as_they_should_read
from referee.judging.names import fold
from referee.judging.registry import find
from referee.judging.sheet_table import SheetTable

SEATING: Final = frozenset({"game", "join", "leave", "hand", "house"})
"""The events about seats, dealers and house rules."""


class SeatOrder:
    """The seats in turn order after some events of a log.

    >>> seats = SeatOrder()
    >>> seats.apply({"type": "game", "players": ["Ana", "Beto"]})
    >>> seats.apply({"type": "hand", "dealer": "Ana"})
    >>> seats.next_dealer
    'Beto'
    """

    def __init__(self) -> None:
        self.players: list[str] = []
        self.next_dealer: str | None = None
        self.house: dict[str, Any] = {}  # the house rules that the table has chosen
        self.dealer: str | None = None

    def apply(self, event: Mapping[str, Any]) -> None:
        """Apply an event to the seats, the order of the deal or the house rules."""
        match event["type"]:
            case "game":
                self.players = list(event["players"])
                self.house = dict(event.get("house", {}))
            case "hand":
                self.dealer = event["dealer"]
                self.next_dealer = self._after(event["dealer"])
            case "join":
                place = self._place(event["after"])
                if place is None or self._place(event["player"]) is not None:
                    return
                self.players.insert(place + 1, event["player"])
                if self.dealer and fold(self.dealer) == fold(event["after"]):
                    self.next_dealer = event["player"]
            case "leave":
                place = self._place(event["player"])
                if place is None:
                    return
                if self.next_dealer and fold(self.next_dealer) == fold(event["player"]):
                    self.next_dealer = self._after(event["player"])
                del self.players[place]
            case "house":
                self.house |= event["house"]

    def _place(self, player: str) -> int | None:
        folded = [fold(name) for name in self.players]
        return folded.index(fold(player)) if fold(player) in folded else None

    def _after(self, player: str) -> str | None:
        place = self._place(player)
        return None if place is None else self.players[(place + 1) % len(self.players)]


MOST_LINES: Final = 500
MOST_CORRECTIONS: Final = 50
_NUMBER: Final = {"correct": "event", "insert": "before"}
_BROUGHT: Final = {"correct": "with", "insert": "event"}


class TableSoFar:
    """The table and the seats after the lines of a log that grows. ``rulebook`` is that of the
    log's game, or any until the game is known."""

    def __init__(self, game: str) -> None:
        self.lines: list[Event] = []
        self.open(game)

    def open(self, game: str) -> None:
        """Begin the log of this game."""
        self.rulebook = find(game)
        self._begun = 0
        self._forgotten = False
        self._corrections = 0
        self._reseated = 0
        self._table: SheetTable | None = self.rulebook.sheet_table()
        self._seats: SeatOrder | None = SeatOrder()

    @property
    def table(self) -> SheetTable:
        """The table of the hand that is being played, corrections included."""
        if self._table is None:
            self._table = self._laid()
            if self._forgotten:
                self._table.forget()
            for _, event in as_they_should_read(self._lines_of_the_hand()):
                self._table.apply(event)
        return self._table

    @property
    def seats(self) -> SeatOrder:
        """The players in their seats; none in a log with too many corrections of them."""
        if self._seats is None:
            self._seats = SeatOrder()
            if self._reseated <= MOST_CORRECTIONS:
                for _, event in as_they_should_read(self.lines):
                    self._seats.apply(event)
        return self._seats

    def take(self, event: Event) -> None:
        """Add this event to the log."""
        self.lines.append(event)
        if event["type"] in REVISING:
            self._revise(event)
            return
        if event["type"] in SEATING and self._seats is not None:
            self._seats.apply(event)
        if event["type"] == "game":
            self.rulebook = find(event["game"])
            self._table = self.rulebook.sheet_table()
        elif event["type"] == "hand":
            self._begin(len(self.lines) - 1, forgotten=False)
            self._table = self._laid()
        elif self._table is not None:
            self._table.apply(event)

    def _laid(self) -> SheetTable:
        """Return the table of a hand that is opened now."""
        house = self.rulebook.house(self.seats.house)
        return self.rulebook.sheet_table(self.seats.players, house)

    def _begin(self, line: int, *, forgotten: bool) -> None:
        self._begun, self._forgotten, self._corrections = line, forgotten, 0

    def _revise(self, revision: Event) -> None:
        self._table = None
        self._corrections += 1
        if self._concerns_seats(revision):
            self._seats = None
            self._reseated += 1
        lines = len(self.lines) - self._begun
        if lines > MOST_LINES or self._corrections > MOST_CORRECTIONS:
            self._begin(len(self.lines), forgotten=True)

    def _concerns_seats(self, revision: Event) -> bool:
        brought: Event | None = revision
        while brought is not None and brought["type"] in REVISING:
            number = brought[_NUMBER[brought["type"]]]
            old = self.lines[number - 1]["type"] if number <= len(self.lines) else ""
            if old in SEATING or old in REVISING:
                return True
            brought = brought[_BROUGHT[brought["type"]]]
        return brought is not None and brought["type"] in SEATING

    def _lines_of_the_hand(self) -> list[Event]:
        """Return the lines of the hand, renumbered after one that stands for all before them."""
        earlier = self._begun - 1
        return [{"type": "game", "players": []}] + [
            _renumbered(event, earlier) if event["type"] in REVISING else event
            for event in self.lines[self._begun :]
        ]


def _renumbered(revision: Event, earlier: int) -> Event:
    number, brought = _NUMBER[revision["type"]], _BROUGHT[revision["type"]]
    event = revision[brought]
    if event is not None and event["type"] in REVISING:
        event = _renumbered(event, earlier)
    return {**revision, number: revision[number] - earlier, brought: event}
