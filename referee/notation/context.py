"""The context of a line: the table, the seats and the names after the lines before it.

After a correction all lines are gone through again. A log with more corrections than any real one
is not: its table and its seats are then unknown.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from referee.judging.corrections import REVISING, Event, as_they_should_read
from referee.judging.forms import DRAW
from referee.judging.names import LONGEST, fold, plainly
from referee.judging.registry import USUAL_GAME, find
from referee.judging.sheet_table import SheetTable
from referee.notation.cards import Script, begins_with_cards, reads_as_cards
from referee.notation.scanner import Scanner, is_letter
from referee.notation.words import ONTO, Act, Signs, is_reserved, signs
from referee.wording.visible import visible_json

_AND: Final = re.compile(r"(?:y|e|and) (?=[^\W\d])")  # between two names

_JOINTS: Final = " '’.-"  # characters allowed, one at a time, between the letters of a bare name


class Names:
    """The names of the players of a log, in their first spelling. Known ones are written bare, in
    any case or shortened; all others in quotes.

    ``reserves`` returns whether a bare word has a meaning, and cannot be part of a name.
    """

    def __init__(self, reserves: Callable[[str], bool]) -> None:
        self._reserves = reserves
        self._known: dict[str, str] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._known.values())

    def know(self, name: str) -> None:
        """Allow this name to be written bare from now on."""
        self._known.setdefault(fold(name), name)

    def spelling(self, name: str) -> str | None:
        """Return the first spelling of a known name."""
        return self._known.get(fold(name))

    def ends(self, line: str, at: int) -> list[int]:
        """Return the positions where a bare name that begins here may end, longest first.

        >>> Names(["after"].__contains__).ends("Doña Carla after Ana", 0)
        [10, 4]
        """
        ends, end = list[int](), at
        while end - at < LONGEST and line[at : at + 1].isalpha():
            start = end
            while end < len(line) and is_letter(line[end]):
                end += 1
            if self._reserves(line[start:end]) or _AND.match(line, start):
                break
            if end - at <= LONGEST:
                ends.append(end)
            if line[end : end + 1] not in _JOINTS or not is_letter(line[end + 1 : end + 2]):
                break
            end += 1
        return ends[::-1]

    def is_plain(self, name: str, *, before_word: bool = False) -> bool:
        """Return whether a name can be written bare without being mistaken for anything else;
        ``before_word`` if a word follows it.

        >>> names = Names(["Mano"].__contains__)
        >>> [names.is_plain(name) for name in ("Doña Carla", "7h", "An", "Ana (mi tía)", "Mano")]
        [True, False, False, False, False]
        """
        line = f"{name} x" if before_word else name
        return len(name) in self.ends(line, 0) and not begins_with_cards(name)

    def whole(self, line: str, at: int) -> tuple[str, int] | None:
        """Return the known player whose full name is here, and its end."""
        for end in self.ends(line, at):
            name = self._known.get(fold(line[at:end]))
            if name is not None:
                return name, end
        return None

    def find(self, line: str, at: int, script: Script) -> tuple[str, int] | None:
        """Return the known player named here, by the full name or a unique beginning, and its end.
        Accents may be left out, unless they alone tell two players apart.

        >>> names = Names(["after"].__contains__)
        >>> names.know("Ana"); names.know("Doña Carla"); names.know("Doña Luz")
        >>> english = Script("en")
        >>> names.find("ana +7h", 0, english), names.find("doña c +7h", 0, english)
        (('Ana', 3), ('Doña Carla', 6))
        >>> names.find("doña +7h", 0, english)
        >>> names.find("dona luz +7h", 0, english)
        ('Doña Luz', 8)
        """
        found = self.whole(line, at)
        if found:
            return found
        for end in self.ends(line, at):
            for normal in (fold, plainly):
                known = {normal(folded): name for folded, name in self._known.items()}
                typed = normal(fold(line[at:end]))
                fitting = [name for spelled, name in known.items() if spelled.startswith(typed)]
                name = known.get(typed) or (fitting[0] if len(fitting) == 1 else None)
                told_apart = len(known) == len(self._known)
                if name is not None and told_apart and not reads_as_cards(line[at:end], script):
                    return name, end
        return None

    def write(self, name: str, *, before_word: bool = False) -> str:
        """Write the name so that it reads back; ``before_word`` if a word or number follows it.

        >>> names = Names(["after"].__contains__)
        >>> names.know("Ana"); names.know("Ana Luz")
        >>> names.write("Ana"), names.write("Ana", before_word=True), names.write("ana")
        ('Ana', '"Ana"', '"ana"')
        """
        longer = tuple(fold(name) + joint for joint in _JOINTS) if before_word else ()
        bare = self.spelling(name) == name and self.is_plain(name, before_word=before_word)
        is_one = bare and not any(known.startswith(longer) for known in self._known)
        return name if is_one else visible_json(name)

    def write_new(self, name: str, *, before_word: bool = False) -> str:
        """Write the name of a player who sits down, perhaps again."""
        is_spelled_so = self.spelling(name) in (None, name)
        bare = is_spelled_so and self.is_plain(name, before_word=before_word)
        return name if bare else visible_json(name)

    def write_before(self, name: str, act: str) -> str:
        """Write the name with an act of this player."""
        return self.write(name) + ("" if act.startswith(".") else " ") + act


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
        match event:
            case {"type": "game", "players": players}:
                self.players = list(players)
                self.house = dict(event.get("house", {}))
            case {"type": "hand", "dealer": dealer}:
                self.dealer, self.next_dealer = dealer, self._after(dealer)
            case {"type": "join", "player": player, "after": after}:
                if self._after(player) is None and self._after(after) is not None:
                    self.players.insert(self._folded().index(fold(after)) + 1, player)
                    if self.dealer and fold(self.dealer) == fold(after):
                        self.next_dealer = player
            case {"type": "leave", "player": player}:
                if self.next_dealer and fold(self.next_dealer) == fold(player):
                    self.next_dealer = self._after(player)
                self.players = [name for name in self.players if fold(name) != fold(player)]
            case {"type": "house", "house": house}:
                self.house |= house

    def _folded(self) -> list[str]:
        return list(map(fold, self.players))

    def _after(self, player: str) -> str | None:
        """Return the next player in turn order; None if this one is not at the table."""
        pairs = zip(self._folded(), [*self.players[1:], *self.players[:1]], strict=True)
        return dict(pairs).get(fold(player))


MOST_READ_AGAIN: Final = 1_000_000  # the most lines to go through again after corrections
REVISED: Final = {"correct": ("event", "with"), "insert": ("before", "event")}
"""The fields of a correction or insertion with the number of a line, and with the event there."""


def _nested(event: Event | None) -> Iterator[Event]:
    """Yield an event, and those that it brings into the log, from the outside in."""
    while event is not None:
        yield event
        event = event[REVISED[event["type"]][1]] if event["type"] in REVISING else None


class Context:
    """The log so far, as needed by the sheet.

    ``rulebook`` is that of the log's game, or any until the game is known. ``first_dealer`` is the
    player with the star. ``lost`` is true after a line that could not be read: references to
    earlier lines are then not checked. ``nameless`` is true if that line should have named players.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.lines: list[Event] = []
        self.names = Names(self.reserves)
        self.first_dealer: str | None = None
        self.lost = False
        self.nameless = False
        self._last: dict[tuple[str, Act], int] = {}
        self._laid_onto: dict[int, tuple[str, ...]] = {}
        self._inserted: dict[int, Event] = {}
        self.open(USUAL_GAME)

    def open(self, game: str) -> None:
        """Begin the log of this game."""
        self.rulebook = find(game)
        self._table, self._seats = self.rulebook.sheet_table(), SeatOrder()
        self._is_corrected = False
        self._read_again = 0

    @property
    def game(self) -> str:
        """The name of the game that is played."""
        return self.rulebook.name

    @property
    def signs(self) -> Signs:
        """The marks of the game's acts."""
        return signs(self.game)

    def reserves(self, word: str) -> bool:
        """Return whether a bare word has a meaning here, and cannot be part of a name."""
        return is_reserved(word, self.game)

    @property
    def table(self) -> SheetTable:
        """The table of the hand that is being played, corrections included."""
        self._catch_up()
        return self._table

    def _catch_up(self) -> None:
        if not self._is_corrected:
            return
        self._table, self._seats = self.rulebook.sheet_table(), SeatOrder()
        self._is_corrected = False
        self._read_again += len(self.lines)
        if self._read_again > MOST_READ_AGAIN:
            self._table.forget()
            return
        for _, event in as_they_should_read(self.lines):
            self._apply(event)

    def _apply(self, event: Event) -> None:
        self._seats.apply(event)
        if event["type"] == "game":
            self._table = self.rulebook.sheet_table()
        elif event["type"] == "hand":
            house = self.rulebook.house(self._seats.house)
            self._table = self.rulebook.sheet_table(self._seats.players, house)
        else:
            self._table.apply(event)

    def detached_table(self, before: int = 0) -> SheetTable:
        """Return a table for a line from elsewhere in the log. At most the draw just before event
        ``before`` is known."""
        table = self.rulebook.sheet_table()
        table.forget()
        last = self._inserted.get(before) or self.event(before - 1)
        if last is not None and last["type"] == DRAW.type:
            table.apply(last)
        return table

    def take(self, event: Event) -> None:
        """Add this event to the log."""
        kind, seq = event["type"], len(self.lines) + 1
        if kind in self.signs.of:
            if kind == self.signs.onto and (onto := self.onto(event["player"], event["cards"])[0]):
                self._laid_onto[seq] = onto
            *others, act = self.acts(seq, event)
            same = (
                (self.signs.of[other], act[1])
                for other, meant in self.table.also.items()
                if meant == kind and self.table.lays_unused(event["player"], event["card"])
            )
            for each in (*others, act, *same):
                self._last[fold(event["player"]), each] = seq
        elif kind == "insert":
            self._inserted[event["before"]] = event["event"]
        for inner in _nested(event):
            for name in inner["players"] if inner["type"] == "game" else ():
                self.names.know(name)
            if inner["type"] == "join":
                self.names.know(inner["player"])
        self.lines.append(event)
        if kind == "game":
            self.rulebook = find(event["game"])
        if kind in REVISING:
            self._is_corrected = True
        elif not self._is_corrected:
            self._apply(event)

    def event(self, seq: int) -> Event | None:
        """Return the event of this number, as it was written."""
        return self.lines[seq - 1] if 0 < seq <= len(self.lines) else None

    def acts(self, seq: int, event: Event) -> list[Act]:
        """Return the ways to refer to an act by its text: with ``>`` if possible, and the usual
        one."""
        act = self.signs.act_of(event)
        return [(ONTO, self._laid_onto[seq]), act] if seq in self._laid_onto else [act]

    def earlier(self, player: str, act: Act) -> int | None:
        """Return the number of this player's latest act with this text; None if there is none."""
        return self._last.get((fold(player), act))

    def dealer(self) -> str | None:
        """Return the default dealer of the next hand."""
        self._catch_up()
        return self._seats.next_dealer if self._seats.dealer else self.first_dealer

    def onto(self, player: str, cards: list[str]) -> tuple[tuple[str, ...], str | None]:
        """Return the cards of a meld if it can be written as laid onto an existing one.

        They are empty if the meld must be written in full; the second value is a card that
        identifies the existing meld, if two are possible.
        """
        for lying in self.table.melds(player):
            added = list(cards)
            for card in lying:
                if card in added:
                    added.remove(card)
            if not added or self.table.laid(lying, added) != cards:
                continue
            takers = self.table.takers(player, added)
            if lying in takers:
                named = next(card for card in lying if card != "??")
                return tuple(added), named if len(takers) > 1 else None
        return (), None


class Line(Scanner):
    """A line of a sheet with its context.

    ``subject`` is the event that a correction is about.
    """

    def __init__(self, line: str, context: Context) -> None:
        super().__init__(line)
        self.context = context
        self.subject: Event | None = None

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
