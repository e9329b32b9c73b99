"""The context of a line, from the lines before it."""

from collections.abc import Iterator

from referee.judging.corrections import Event
from referee.judging.forms import DRAW
from referee.judging.names import fold
from referee.judging.registry import INSTALLED
from referee.judging.sheet_table import SheetTable
from referee.notation.cards import Script
from referee.notation.names import Names
from referee.notation.scanner import Scanner
from referee.notation.table_so_far import TableSoFar
from referee.notation.words import ONTO, Act, Signs, is_reserved, signs


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
