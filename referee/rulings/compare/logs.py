"""The facts that two scribes wrote down about the same evening, line by line, and the differences
between two lines.

Only play at the table is compared; notes, disputes and lines about the record are ignored. An
optional fact counts as written if the rest of the log implies it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging.corrections import REVISING, Event, correction, insertion, without_line
from referee.judging.names import fold
from referee.judging.replay import ReplayedLog
from referee.rulings.whatif import outcome
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

CARDS: Final = ("card", "cards", "drawn")

KINDS: Final = {
    "card": (*CARDS, "hands"),
    "player": ("player", "dealer", "by", "from", "to", "after", "owner", "winner", "out"),
    "amount": ("amount", "bet", "bets"),
}
"""The kinds of contradictions about fields; any others are ``other``."""

OPTIONAL: Final = frozenset(
    {"cut", "deal", "look", "pass", "win", "end", "show", "score", "reshuffle", "turn_up"}
)
"""Events that a scribe may leave out: their absence proves nothing."""


@dataclass
class ComparedLine:
    """One line after corrections: its number, its facts, and whether it may be left out."""

    number: int
    event: Event
    facts: Mapping[str, Any]
    may_be_left_out: bool = False

    @property
    def type(self) -> str:
        """The type of the event."""
        return str(self.event["type"])

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """All that the line says, to compare."""
        return self.type, *sorted(self.facts.items())


class ComparedLog:
    """A scribe's log, ready to compare: ``hands`` are the lines before the first hand, then those
    of each hand."""

    def __init__(self, replay: ReplayedLog, strict_melds: bool, spell: SpellCard = letters) -> None:
        self.replay, self.spell = replay, spell
        self.report = replay.report(spell)
        self.hands: list[list[ComparedLine]] = [[]]
        players = [*map(fold, replay.opening["players"])]
        for number, event in replay.events[1:]:
            if event["type"] in RECORD:
                continue
            if event["type"] == "hand":
                self.hands.append([])
            event = self._with_points(event)
            facts = _facts_of(event, players, strict_melds)
            players = _seated(players, event)
            self.hands[-1].append(ComparedLine(number, event, facts))
        for lines in self.hands:
            for at, line in enumerate(lines):
                line.may_be_left_out = _may_be_left_out(lines, at)

    def _with_points(self, event: Event) -> Event:
        """Return a written score with the points that follow from the totals."""
        hand = self.result(len(self.hands) - 1)
        if event["type"] != "score" or hand is None:
            return event
        known = {name: count for name, count in hand["scores"].items() if count is not None}
        return {**event, "points": {**known, **event.get("points", {})}}

    def reads(self, line: ComparedLine, event: Event | None) -> Event:
        """Return the line that gives one of its events another reading; None strikes it out."""
        return correction(line.number, self.replay.lines[line.number - 1], event, _(WHY))

    def has(self, event: Event, hand: int, at: int) -> Event:
        """Return the line that inserts an event at a position of a hand."""
        _after, before = self.around(hand, at)
        return insertion(before, event, _(WHY)) if before else without_line(event)

    def around(self, hand: int, at: int) -> tuple[int | None, int | None]:
        """Return the lines around a position of a hand; None after the last one."""
        numbers = [1, *(line.number for lines in self.hands for line in lines), None]
        place = sum(map(len, self.hands[:hand])) + at
        return numbers[place], numbers[place + 1]

    def result(self, hand: int) -> Mapping[str, Any] | None:
        """Return the report of this hand, or None if there is none."""
        reported = self.report["hands"]
        return reported[hand - 1] if 0 < hand <= len(reported) else None


def ends_alike(logs: Sequence[ComparedLog], hands: tuple[int, int]) -> bool:
    """Return whether two hands end in the same way with the same winner."""
    both = [log.result(hand) for log, hand in zip(logs, hands, strict=True)]
    ends = [outcome(result) for result in both if result is not None]
    return len(ends) == 2 and len({(end["kind"], fold(end["winner"] or "")) for end in ends}) == 1


def _seated(players: list[str], event: Event) -> list[str]:
    """Return the players in turn order after a line of the log."""
    player = fold(event.get("player", ""))
    if event["type"] == "leave":
        return [name for name in players if name != player]
    if event["type"] != "join" or player in players:
        return players
    after = fold(event["after"])
    at = players.index(after) + 1 if after in players else len(players)
    return [*players[:at], player, *players[at:]]


def _facts_of(event: Event, players: Sequence[str], strict_melds: bool) -> dict[str, Any]:
    """Return the facts of an event in a form that can be compared."""
    plain: dict[str, Any] = {}
    for field, value in event.items():
        says_none = value in ([], {}, ()) and event["type"] != "result"
        if field in OF_THE_RECORD or field.startswith("x_") or value is None or says_none:
            continue
        plain[field] = _plain(field, value, strict_melds and event["type"] == "meld")
    next_player = dict(zip(players, [*players[1:], *players[:1]], strict=True))
    match event["type"]:
        case "cambio" if plain.get("to") == next_player.get(plain["player"]):
            plain.pop("to", None)
        case "side_bet" if set(plain.get("players", ())) == set(players):
            plain.pop("players", None)
        case "hand" if "bets" in plain:
            plain["bets"] = tuple(each for each in plain["bets"] if each[1] != plain["bet"])
            if not plain["bets"]:
                del plain["bets"]
        case "end" if event.get("why") == "abandoned":
            plain["why"] = "abandoned"
    return plain


def _plain(field: str, value: Any, in_order: bool) -> Any:
    """Return a value in a form that can be compared: names folded, and lists without their order
    unless cards lie ``in_order``."""
    match value:
        case int() if field == "hands":
            return (UNRECORDED,) * value
        case Mapping():
            named = ((fold(name), _plain(field, each, in_order)) for name, each in value.items())
            # one winner or option may stand without a list
            listed = ((name, (each,) if isinstance(each, str) else each) for name, each in named)
            return tuple(sorted((name, () if each is None else each) for name, each in listed))
        case list() | tuple():
            values = value if field in KINDS["card"] else map(fold, value)
            return tuple(values if in_order else sorted(values))
        case str():
            return (value,) if field in CARDS else fold(value)
    return value


def _may_be_left_out(lines: Sequence[ComparedLine], at: int) -> bool:
    """Return whether a line of a hand is optional, or implied by the lines around it: a discard of
    the card just drawn, a claim before the player's meld."""
    line = lines[at]
    if line.type == "discard":
        before = [each for each in lines[:at] if each.type in ("draw", "pay", "discard")]
        is_drawn = bool(before) and before[-1].type == "draw"
        return is_drawn and not line_difference(before[-1], line)[0]
    if line.type == "claim":
        after = [each for each in lines[at:] if each.type not in ("claim", "pass", "gap")]
        is_used = bool(after) and after[0].type == "meld"
        return is_used and bool(after[0].facts["player"] == line.facts["player"])
    return line.type in OPTIONAL and "why" not in line.facts


MAY_BE_MISSING: Final = frozenset(
    {("claim", "card"), ("announce", "cards"), ("declare", "cards"), ("offence", "by"),
     ("take", "card"), ("look", "cards"), ("beg", "card"), ("beg", "drawn"),
     ("result", "bonuses"), ("result", "up_the_tree"),
     ("hand", "agreed_by"), ("house", "agreed_by"), ("forgive", "agreed_by")}
)  # fmt: skip
"""Fields that a scribe may leave out without contradicting a scribe who wrote them."""

OF_EACH: Final = frozenset({"points", "totals", "side_games"})
"""Fields of which a scribe may leave out any part."""


def line_difference(line: ComparedLine, other: ComparedLine) -> tuple[list[str], set[int]]:
    """Return the fields in which two lines differ, and the sides (0 or 1) that say more in other
    fields."""
    differing, more = [], set[int]()
    for field in dict.fromkeys([*line.facts, *other.facts]):
        this, that = line.facts.get(field), other.facts.get(field)
        if this == that:
            continue
        agree, sides = _compared(line.type, field, this, that)
        if agree:
            more |= sides
        else:
            differing.append(field)
    return differing, more


def _compared(kind: str, field: str, this: Any, that: Any) -> tuple[bool, set[int]]:
    """Return whether two different readings of a field agree, and the sides that say more."""
    if field == "hands":
        each = [cards_compared(*hands) for _, *hands in by_player(this, that)]
        return all(agree for agree, _ in each), {side for _, more in each for side in more}
    if field in OF_EACH:
        both = dict(this or ()), dict(that or ())
        agree = both[0] | both[1] == both[1] | both[0]
        return agree, {side for side in (0, 1) if both[side].keys() - both[1 - side]}
    if this is None or that is None:
        return (kind, field) in MAY_BE_MISSING, {int(this is None)}
    return cards_compared(this, that) if field in CARDS else (False, set())


def by_player(this: Any, that: Any) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Return each player's dealt cards as both scribes wrote them, unseen if left out."""
    one, other = dict(this or ()), dict(that or ())
    return [
        (name, one.get(name) or (UNRECORDED,) * len(other[name]),
         other.get(name) or (UNRECORDED,) * len(one[name]))
        for name in sorted({*one, *other})
    ]  # fmt: skip


def cards_compared(this: Sequence[str], that: Sequence[str]) -> tuple[bool, set[int]]:
    """Return whether each list has room for the cards that only the other one names, and the sides
    that name such cards."""
    apart = mine, theirs = cards_apart(this, that)
    fit = len(mine) <= that.count(UNRECORDED) and len(theirs) <= this.count(UNRECORDED)
    in_other_order = this != that and sorted(this) == sorted(that)
    agree = fit and len(this) == len(that) and not in_other_order
    return agree, {side for side, cards in enumerate(apart) if cards}


def cards_apart(this: Sequence[str], that: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the cards that only the first and only the second list names.

    >>> cards_apart(["7h", "8h", "??"], ["8h", "9h", "Th"])
    (['7h'], ['9h', 'Th'])
    """
    one, other = Counter(this), Counter(that)
    del one[UNRECORDED], other[UNRECORDED]
    return list((one - other).elements()), list((other - one).elements())
