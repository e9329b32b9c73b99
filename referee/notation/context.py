"""The context of a line: the table, the seats and the names after the lines before it.

A correction costs at most the replay of the hand in which it is written. A hand with more lines or
corrections than any real one is not replayed: its table is then unknown.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from referee.judging.corrections import REVISING, Event, as_they_should_read
from referee.judging.forms import DRAW
from referee.judging.names import fold
from referee.judging.registry import INSTALLED, find
from referee.judging.sheet_table import SheetTable
from referee.notation.cards import Script
from referee.notation.names import Names
from referee.notation.scanner import Scanner
from referee.notation.words import ONTO, Act, Signs, is_reserved, signs

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


class Context(TableSoFar):
    """The log so far, as needed by the sheet.

    ``first_dealer`` is the player with the star. ``lost`` is true after a line that could not be
    read: references to earlier lines are then not checked. ``nameless`` is true if that line should
    have named players.
    """

    def __init__(self, lang: str) -> None:
        super().__init__(INSTALLED.usual)
        self.lang = lang
        self.names = Names(self.reserves)
        self._last: dict[tuple[str, Act], int] = {}
        self._laid_onto: dict[int, tuple[str, ...]] = {}
        self.first_dealer: str | None = None
        self.lost = False
        self.nameless = False
        self._inserted: dict[int, Event] = {}

    @property
    def signs(self) -> Signs:
        """The marks of the game's acts."""
        return signs(self.rulebook.name)

    def some_table(self, before: int = 0) -> SheetTable:
        """Return the table of another moment, of which only a draw directly before the event of
        number ``before`` is known."""
        table = self.rulebook.sheet_table()
        table.forget()
        last = self._inserted.get(before) or self.event(before - 1)
        if last is not None and last["type"] == DRAW.type:
            table.apply(last)
        return table

    def reserves(self, word: str) -> bool:
        """Return whether a bare word has a meaning here, and cannot be part of a name."""
        return is_reserved(word, self.rulebook.name)

    def take(self, event: Event) -> None:
        """Add this event to the log."""
        kind = event["type"]
        seq = len(self.lines) + 1
        if kind in self.signs.of:
            if kind == self.signs.onto and (onto := self.onto(event["player"], event["cards"])[0]):
                self._laid_onto[seq] = onto
            for act in (*self._written(event), *self.acts(seq, event)):
                self._last[fold(event["player"]), act] = seq
        elif kind == "insert":
            self._inserted[event["before"]] = event["event"]
        for name in _named(event):
            self.names.know(name)
        super().take(event)

    def _written(self, event: Event) -> list[Act]:
        """Return every way to write an act that was just added, except for the one with ``>``."""
        kind, act = event["type"], self.signs.act_of(event)
        same = (
            (self.signs.of[other], act[1])
            for other, meant in self.table.also.items()
            if meant == kind and self.table.lays_unused(event["player"], event["card"])
        )
        return [act, *same]

    def event(self, seq: int) -> Event | None:
        """Return the event of this number, as it was written."""
        return self.lines[seq - 1] if 0 < seq <= len(self.lines) else None

    def acts(self, seq: int, event: Event) -> list[Act]:
        """Return every way to refer to an act by its text, the best one first."""
        act = self.signs.act_of(event)
        return [(ONTO, self._laid_onto[seq]), act] if seq in self._laid_onto else [act]

    def earlier(self, player: str, act: Act) -> int | None:
        """Return the number of this player's latest act with this text; None if there is none."""
        return self._last.get((fold(player), act))

    def dealer(self) -> str | None:
        """Return the default dealer of the next hand."""
        return self.seats.next_dealer if self.seats.dealer else self.first_dealer

    def onto(self, player: str, cards: list[str]) -> tuple[tuple[str, ...], str | None]:
        """Return the cards of a meld if it can be written as laid onto an existing one.

        They are empty if the meld must be written in full; the second value is a card that
        identifies the existing meld, if two are possible.
        """
        for lying in self.table.melds(player):
            added = _without(cards, lying)
            if not added or self.table.laid(lying, added) != cards:
                continue
            takers = self.table.takers(player, added)
            if lying in takers:
                named = next(card for card in lying if card != "??")
                return tuple(added), named if len(takers) > 1 else None
        return (), None


class Line(Scanner):
    """A line of a sheet with its context.

    ``subject`` is the event that a correction is about; ``inside`` is true if the line is about
    another moment of the log.
    """

    def __init__(self, line: str, context: Context) -> None:
        super().__init__(line)
        self.context = context
        self.subject: Event | None = None
        self.inside = False

    @property
    def lang(self) -> str:
        """The language of the sheet."""
        return self.context.lang

    @property
    def script(self) -> Script:
        """The spelling of cards on the sheet."""
        return Script(self.context.lang, self.context.rulebook.jokers)

    def ends(self) -> bool:
        """Return whether the rest of the line does not belong to the form of the event."""
        return self.peek() in ("", "{", "[", ",")


def _named(event: Event | None) -> Iterator[str]:
    while event is not None:
        if event["type"] == "game":
            yield from event["players"]
        elif event["type"] == "join":
            yield event["player"]
        event = event.get("with") if event["type"] == "correct" else event.get("event")
        if not isinstance(event, dict):
            return


def _without(cards: list[str], lying: tuple[str, ...]) -> list[str]:
    """Return the other cards of a meld; empty if it lacks one of these."""
    left = list(cards)
    for card in lying:
        if card not in left:
            return []
        left.remove(card)
    return left
