"""The facts that two scribes wrote down about the same evening, line by line, and the differences
between two lines.

Only play at the table is compared; notes, disputes and lines about the record are ignored. An
optional fact counts as written if the rest of the log implies it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging.corrections import REVISING, Event, correction, insertion, without_line
from referee.judging.names import fold
from referee.judging.replay import ReplayedLog
from referee.rulings.whatif.whatif import Outcome
from referee.wording.language import N_, _
from referee.wording.sentences import SpellCard, letters

WHY: Final = N_("as the other scribe wrote it")
"""The reason for a line that makes one log read like the other."""

RECORD: Final = REVISING | {"note", "dispute", "ruling"}
"""Events about the record, not about play."""

OF_THE_RECORD: Final = frozenset(
    {"type", "at", "scribe", "id", "seq", "note", "event", "text", "why", "melds", "stock", "unit",
     "title", "place", "date", "warnings"}
)  # fmt: skip
"""Fields that are not compared; event numbers differ from log to log."""

NAMES: Final = ("player", "dealer", "by", "from", "to", "after", "owner", "winner", "out")
CARDS: Final = ("card", "cards", "hands")
AMOUNTS: Final = ("amount", "bet", "bets", "count")

OPTIONAL: Final = frozenset(
    {"cut", "deal", "pass", "win", "end", "show", "score", "reshuffle", "turn_up"}
)
"""Events that a scribe may leave out: their absence proves nothing."""


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One line after corrections: its number, its facts, and whether it may be left out."""

    number: int
    event: Event
    tells: Mapping[str, Any]
    key: tuple[Any, ...]
    may_be_left_out: bool = False

    @property
    def type(self) -> str:
        """The type of the event."""
        kind: str = self.event["type"]
        return kind


class PlayersSoFar:
    """The players at the table in turn order, updated line by line."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = [fold(name) for name in players]

    def after(self, event: Event) -> None:
        """Update the seats after a ``join`` or ``leave`` event."""
        player = fold(event.get("player", ""))
        if event["type"] == "leave" and player in self.players:
            self.players.remove(player)
        if event["type"] == "join" and player not in self.players:
            after = fold(event["after"])
            at = self.players.index(after) + 1 if after in self.players else len(self.players)
            self.players.insert(at, player)

    def right_of(self, player: str) -> str | None:
        """Return the player on the right; None if ``player`` is not seated."""
        if player not in self.players:
            return None
        return self.players[(self.players.index(player) + 1) % len(self.players)]


class ComparedLog:
    """A scribe's log, ready to compare: ``opening`` is the opening line, ``hands`` are the lines
    before the first hand, then those of each hand."""

    def __init__(self, replay: ReplayedLog, strict_melds: bool, spell: SpellCard = letters) -> None:
        self.replay, self.spell = replay, spell
        self.report = replay.report(spell)
        self.opening = replay.opening
        self.hands: list[list[ComparedLine]] = [[]]
        seats = PlayersSoFar(self.opening["players"])
        for number, event in replay.events[1:]:
            if event["type"] in RECORD:
                continue
            if event["type"] == "hand":
                self.hands.append([])
            tells = _telling(event, seats, strict_melds)
            seats.after(event)
            key = (event["type"], *sorted(tells.items()))
            self.hands[-1].append(ComparedLine(number, event, tells, key))
        self.hands = [list(_marked(lines)) for lines in self.hands]

    @property
    def house(self) -> dict[str, Any]:
        """The house rules in force at the start."""
        return self.replay.rulebook.house(self.opening.get("house", {}))

    def reads(self, line: ComparedLine, event: Event | None) -> dict[str, Any]:
        """Return the line that gives one of its events another reading; None strikes it out."""
        return correction(line.number, self.replay.lines[line.number - 1], event, _(WHY))

    def has(self, event: Event, hand: int, at: int) -> dict[str, Any]:
        """Return the line that inserts an event at a position of a hand."""
        for lines in (self.hands[hand][at:], *self.hands[hand + 1 :]):
            if lines:
                return insertion(lines[0].number, event, _(WHY))
        return without_line(event)

    def result(self, hand: int) -> Mapping[str, Any] | None:
        """Return the report of this hand, or None if there is none."""
        reported = self.report["hands"]
        return reported[hand - 1] if 0 < hand <= len(reported) else None


def is_strict(replay: ReplayedLog) -> bool:
    """Return whether this table cares about the order of cards in a meld."""
    return any(
        event.get("house", {}).get("meld_order") == "strict"
        for _, event in replay.events
        if event["type"] in ("game", "house")
    )


def ends_alike(one: ComparedLog, other: ComparedLog, this: int, that: int) -> bool:
    """Return whether two hands end in the same way with the same winner."""
    ends = []
    for log, hand in ((one, this), (other, that)):
        result = log.result(hand)
        if result is None:
            return False
        outcome = Outcome.of(result)
        ends.append((outcome.kind, outcome.winner and fold(outcome.winner)))
    return ends[0] == ends[1]


def _telling(event: Event, seats: PlayersSoFar, strict_melds: bool) -> dict[str, Any]:
    """Return the facts of an event in a form that can be compared."""
    plain: dict[str, Any] = {}
    for field, value in event.items():
        if field in OF_THE_RECORD or field.startswith("x_") or value in (None, [], {}, ()):
            continue
        plain[field] = _plain(field, value, strict_melds and event["type"] == "meld")
    match event["type"]:
        case "cambio" if plain.get("to") == seats.right_of(plain["player"]):
            plain.pop("to", None)
        case "side_bet" if set(plain.get("players", ())) == set(seats.players):
            plain.pop("players", None)
        case "hand" if "bets" in plain:
            plain["bets"] = tuple(each for each in plain["bets"] if each[1] != plain["bet"])
            if not plain["bets"]:
                del plain["bets"]
        case "end" if event.get("why") == "abandoned":
            plain["ending"] = "abandoned"
    return plain


def _plain(field: str, value: Any, in_order: bool) -> Any:
    match field:
        case "cards":
            return tuple(value) if in_order else tuple(sorted(value))
        case "hands":
            return tuple(sorted((fold(name), _seen(cards)) for name, cards in value.items()))
        case "bets" | "points" | "totals" | "bonuses":
            return tuple(sorted((fold(name), amount) for name, amount in value.items()))
        case "players" | "agreed_by" | "up_the_tree":
            return tuple(sorted(map(fold, value)))
        case "side_games":
            return tuple(sorted((game, _folded(names or [])) for game, names in value.items()))
        case "house":
            return tuple(sorted((rule, _option(option)) for rule, option in value.items()))
    return fold(value) if field in NAMES else value


def _folded(names: str | list[str]) -> tuple[str, ...]:
    return tuple(sorted(map(fold, [names] if isinstance(names, str) else names)))


def _seen(cards: Sequence[str] | int) -> tuple[str, ...]:
    return (UNRECORDED,) * cards if isinstance(cards, int) else tuple(sorted(cards))


def _option(option: Any) -> tuple[str, ...]:
    return (option,) if isinstance(option, str) else tuple(sorted(option))


def _marked(lines: Sequence[ComparedLine]) -> Iterator[ComparedLine]:
    """Mark the lines of a hand that are optional or implied by the lines around them."""
    for at, line in enumerate(lines):
        implied = (
            (line.type in OPTIONAL and "ending" not in line.tells)
            or (line.type == "discard" and _discards_drawn_card(lines, at))
            or (line.type == "claim" and _melds_at_once(lines, at))
        )
        yield replace(line, may_be_left_out=implied)


def _discards_drawn_card(lines: Sequence[ComparedLine], at: int) -> bool:
    laid = lines[at].tells
    for line in reversed(lines[:at]):
        if line.type in ("pay", "discard", "hand"):
            return False
        if line.type == "draw":
            return bool(line.tells == laid)
    return False


def _melds_at_once(lines: Sequence[ComparedLine], at: int) -> bool:
    claimed = lines[at].tells
    for line in lines[at + 1 :]:
        if line.type == "meld":
            return bool(line.tells["player"] == claimed["player"])
        if line.type not in ("claim", "pass"):
            return False
    return False


MAY_BE_UNTOLD: Final = frozenset(
    {("claim", "card"), ("announce", "cards"), ("declare", "cards"), ("offence", "by"),
     ("take", "card"), ("look", "cards"), ("beg", "card"), ("beg", "drawn"), ("score", "totals"),
     ("hand", "agreed_by"), ("house", "agreed_by"), ("forgive", "agreed_by")}
)  # fmt: skip
"""Fields that a scribe may leave out without contradicting a scribe who wrote them."""


@dataclass(frozen=True, slots=True)
class LineDifference:
    """The fields in which two lines of one type differ, and which of the lines says more."""

    differing: tuple[str, ...]
    one_tells_more: bool
    other_tells_more: bool


def line_difference(line: ComparedLine, other: ComparedLine) -> LineDifference:
    """Return the difference between two lines of one type."""
    differing, more = [], [False, False]
    for field in dict.fromkeys([*line.tells, *other.tells]):
        this, that = line.tells.get(field), other.tells.get(field)
        if this == that:
            continue
        agree, telling = _compared(line.type, field, this, that)
        if not agree:
            differing.append(field)
        more = [more[0] or telling[0], more[1] or telling[1]]
    return LineDifference(tuple(differing), *more)


AGREE_NOT: Final = (False, (False, False))


def _compared(kind: str, field: str, this: Any, that: Any) -> tuple[bool, tuple[bool, bool]]:
    """Return whether two readings of a field agree, and which of the two says more."""
    if field == "hands":
        each = [_cards_compared(*hands) for _, *hands in by_player(this, that)]
        agree = all(same for same, _ in each)
        return agree, (any(more for _, (more, _) in each), any(more for _, (_, more) in each))
    if this is None or that is None:
        is_optional = (kind, field) in MAY_BE_UNTOLD
        return is_optional, (is_optional and that is None, is_optional and this is None)
    if field == "card":
        unseen = UNRECORDED in (this, that)
        return unseen, (unseen and that == UNRECORDED, unseen and this == UNRECORDED)
    return _cards_compared(this, that) if field == "cards" else AGREE_NOT


def by_player(this: Any, that: Any) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Return each player's dealt cards as both scribes wrote them, unseen if left out."""
    one, other = dict(this or ()), dict(that or ())
    return [
        (name, one.get(name) or _unseen(other[name]), other.get(name) or _unseen(one[name]))
        for name in sorted({*one, *other})
    ]


def _unseen(cards: Sequence[str]) -> tuple[str, ...]:
    """Return as many unseen cards as the other scribe listed."""
    return (UNRECORDED,) * len(cards)


def _cards_compared(
    this: Sequence[str], that: Sequence[str]
) -> tuple[bool, tuple[bool, bool]]:  # fmt: skip
    if len(this) != len(that) or (this != that and sorted(this) == sorted(that)):
        return this == that, (False, False)
    mine, theirs = cards_apart(this, that)
    unseen_here, unseen_there = this.count(UNRECORDED), that.count(UNRECORDED)
    if len(mine) > unseen_there or len(theirs) > unseen_here:
        return AGREE_NOT
    return True, (bool(mine), bool(theirs))


def cards_apart(this: Sequence[str], that: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the cards that only the first and only the second list names.

    >>> cards_apart(["7h", "8h", "??"], ["8h", "9h", "Th"])
    (['7h'], ['9h', 'Th'])
    """
    one, other = Counter(this), Counter(that)
    del one[UNRECORDED], other[UNRECORDED]
    return list((one - other).elements()), list((other - one).elements())
