"""Two scribes' logs of the same hands: where they contradict each other, and whether it matters.

Each contradiction is a question to the table, with what would change in either log if the other
one were right. The referee does not decide which is; it only says where the rest of a scribe's own
record speaks against what he wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.corrections import Event
from referee.findings import RECORD, InOrder, Sentence, SpellCard, letters
from referee.notation.names import fold
from referee.report import Report
from referee.rulebooks import find
from referee.rulings.aligning import (
    Pairing,
    Sides,
    Step,
    hands_side_by_side,
    lines_side_by_side,
    no_knocks,
)
from referee.rulings.asking import Asker
from referee.rulings.evening import Evening
from referee.rulings.playing import Outcome
from referee.rulings.scribes import (
    AMOUNTS,
    CARDS,
    NAMES,
    Line,
    Log,
    by_player,
    cards_apart,
    is_strict,
    likeness,
)
from referee.rulings.whatif import Difference as Apart

CARD: Final = "card"
PLAYER: Final = "player"
MISSING: Final = "missing"
ORDER: Final = "order"
AMOUNT: Final = "amount"
OTHER: Final = "other"

ONE, THE_OTHER = 0, 1
SIDES: Final = ("one", "other")

WHY: Final = "as the other scribe wrote it"
OF_THE_LINE: Final = frozenset({"seq", "id"})


@dataclass(frozen=True, slots=True)
class Reading:
    """What one log has at a difference.

    ``events`` are the numbers of its lines, none where it has none; then ``after`` and ``before``
    are the lines between which it would stand. ``corrections`` are the lines that make this log
    read as the other one does, and ``apart`` is what would change in it by them; both are None
    where the reading of the other log cannot be taken over.
    """

    events: tuple[int, ...]
    after: int | None = None
    before: int | None = None
    corrections: tuple[dict[str, Any], ...] | None = None
    apart: Apart | None = None

    @property
    def contradictions(self) -> int:
        """How many contradictions the record would have more (or less) if the other were right."""
        if self.apart is None:
            return 0
        new, gone = self.apart.findings_new, self.apart.findings_gone
        return _contradictions(new) - _contradictions(gone)

    @property
    def moves_winner_or_money(self) -> bool:
        """Whether a winner, the way of winning or money changes if the other is right."""
        apart = self.apart
        if apart is None:
            return False
        hands = any(
            hand.outcomes or hand.moves or not (hand.was and hand.would_be) for hand in apart.hands
        )
        return bool(hands or apart.moves or apart.middle)

    def as_dict(self) -> dict[str, Any]:
        """The reading as plain data."""
        return {
            "events": list(self.events),
            "after": self.after,
            "before": self.before,
            "corrections": None if self.corrections is None else list(self.corrections),
            "if_the_other_is_right": None if self.apart is None else self.apart.as_dict(),
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """One contradiction between two logs, as a question to the table.

    ``hands`` are the numbers of the hand in both logs, 0 before the first hand.
    """

    kind: str
    hands: tuple[int, int]
    question: Sentence
    readings: tuple[Reading, Reading]
    names: tuple[str, str]

    @property
    def can_be_tried(self) -> bool:
        """Whether it is known what changes with the answer."""
        return any(reading.apart is not None for reading in self.readings)

    @property
    def matters(self) -> bool:
        """Whether a winner or money hangs on the answer."""
        return any(reading.moves_winner_or_money for reading in self.readings)

    @property
    def fits(self) -> int | None:
        """Which log's reading (0 or 1) fits the rest of the records better; None where neither
        does."""
        one, other = (reading.contradictions for reading in self.readings)
        if one == other:
            return None
        return ONE if other < one else THE_OTHER

    def as_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The difference as plain data."""
        return {
            "kind": self.kind,
            "hand": dict(zip(SIDES, self.hands, strict=True)),
            "question": self.question.told(spell),
            "matters": self.matters if self.can_be_tried else None,
            "fits": None if self.fits is None else SIDES[self.fits],
            **{side: reading.as_dict() for side, reading in zip(SIDES, self.readings, strict=True)},
        }

    def consequences(self) -> list[Sentence]:
        """Whether and how the answer matters, as people are told it."""
        told = []
        one, other = (reading.apart for reading in self.readings)
        both_ways = one is not None and other is not None and _undo_each_other(one, other)
        for side, reading in enumerate(self.readings[:1] if both_ways else self.readings):
            facts = {"right": self.names[1 - side], "log": self.names[side]}
            if reading.apart:
                told.append(Sentence("If {right} is right, then in {log}:", facts))
                told += reading.apart.sentences()
        if not self.can_be_tried:
            told.append(Sentence("What hangs on it cannot be tried out.", {}))
        elif not self.matters:
            told.append(Sentence("It does not matter for winners and money.", {}))
        if self.fits is not None:
            text = (
                "What {better} wrote fits the rest of the record better, and what {worse} wrote "
                "contradicts it; the table decides."
            )
            facts = {"better": self.names[self.fits], "worse": self.names[1 - self.fits]}
            told.append(Sentence(text, facts))
        return told


@dataclass(frozen=True, slots=True)
class Addition:
    """Something that only one log says, without contradicting the other one.

    ``side`` is the log that says it, ``event`` its line, ``count`` how many such lines there are.
    """

    side: int
    hand: int
    event: int
    says: tuple[Sentence, ...]
    name: str
    count: int = 1

    def as_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The addition as plain data."""
        return {
            "log": SIDES[self.side],
            "hand": self.hand,
            "event": self.event,
            "count": self.count,
            "message": " ".join(one.told(spell) for one in self.sentences()),
        }

    def sentences(self) -> list[Sentence]:
        """The addition as people are told it."""
        facts = {"name": self.name, "event": self.event, "count": self.count}
        if self.count > 1:
            return [Sentence("Only {name} wrote knocks down, {count} of them.", facts)]
        return [Sentence("Only {name} wrote at event {event}:", facts), *self.says]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two logs side by side: the contradictions, what only one of them says, and the results.

    ``hands`` are the numbers of the same hand in both logs; None where a log does not have it.
    """

    names: tuple[str, str]
    logs: tuple[Log, Log]
    hands: Pairing
    differences: tuple[Difference, ...]
    additions: tuple[Addition, ...]

    @property
    def missing_hands(self) -> list[tuple[int, int]]:
        """The hands that only one log has: which log (0 or 1), and its number there."""
        return [
            (side, number)
            for pair in self.hands
            for side, number in enumerate(pair)
            if number is not None and pair[1 - side] is None
        ]

    @property
    def agree(self) -> bool:
        """Whether the logs do not contradict each other, and have the same hands."""
        return not self.differences and not self.missing_hands

    @property
    def same_players(self) -> bool:
        """Whether the same players sat at the table, whoever sat first."""
        one, other = ({fold(name) for name in log.report["players"]} for log in self.logs)
        return one == other

    @property
    def same_totals(self) -> bool:
        """Whether everybody has won or lost the same in both logs."""
        one, other = (_totals(log.report) for log in self.logs)
        return one == other

    @property
    def other_winners(self) -> list[tuple[int, int]]:
        """The hands that both logs have and that end otherwise, by their numbers in both."""
        one, other = self.logs
        return [
            (this, that)
            for this, that in self.hands
            if this is not None and that is not None and not _ends_alike(one, other, this, that)
        ]

    def as_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The comparison as plain data."""
        return {
            "agree": self.agree,
            "same_players": self.same_players,
            "same_winners": not self.other_winners and not self.missing_hands,
            "same_totals": self.same_totals,
            "logs": {
                side: {"name": name, **_result(log.report)}
                for side, name, log in zip(SIDES, self.names, self.logs, strict=True)
            },
            "hands": [dict(zip(SIDES, pair, strict=True)) for pair in self.hands],
            "differences": [one.as_dict(spell) for one in self.differences],
            "additions": [one.as_dict(spell) for one in self.additions],
        }

    def sentences(self) -> list[Sentence]:
        """The overall picture as people are told it."""
        facts: dict[str, object] = {"one": self.names[0], "other": self.names[1]}
        told = []
        if not self.same_players:
            told.append(Sentence("The players are not the same in {one} and {other}.", facts))
        for side, number in self.missing_hands:
            about = {"has": self.names[side], "lacks": self.names[1 - side], "hand": number}
            told.append(Sentence("{lacks} does not have hand {hand} of {has}.", about))
        for pair in self.other_winners:
            told += [_winner(self.names[at], self.logs[at], pair[at]) for at in (ONE, THE_OTHER)]
        if self.same_totals:
            told.append(Sentence("Both logs come to the same totals.", facts))
            return told
        for name, log in zip(self.names, self.logs, strict=True):
            amounts = [f"{who} {amount:+}" for who, amount in log.report["totals"].items()]
            told.append(Sentence("Totals of {name}: {totals}.", {"name": name, "totals": amounts}))
        return told


def _undo_each_other(one: Apart, other: Apart) -> bool:
    """Whether the second would bring back just what the first would change."""

    def rules(findings: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
        return sorted((each["rule"], fold(each["player"] or "")) for each in findings)

    return (
        {fold(name): -amount for name, amount in one.moves.items()}
        == {fold(name): amount for name, amount in other.moves.items()}
        and one.middle == -other.middle
        and rules(one.findings_gone) == rules(other.findings_new)
        and rules(one.findings_new) == rules(other.findings_gone)
        and [hand.number for hand in one.hands] == [hand.number for hand in other.hands]
    )


def _contradictions(findings: Iterable[Mapping[str, Any]]) -> int:
    return sum(one["kind"] == RECORD for one in findings)


def _winner(name: str, log: Log, hand: int) -> Sentence:
    outcome = Outcome.of(log.result(hand) or {})
    facts = {"name": name, "hand": hand, "winner": outcome.winner, "kind": outcome.kind}
    if outcome.winner:
        return Sentence("Hand {hand} of {name}: {winner} wins.", facts)
    return Sentence("Hand {hand} of {name}: nobody wins.", facts)


def _result(report: Report) -> dict[str, Any]:
    return {
        "players": report["players"],
        "hands": [
            {"hand": hand["hand"], "outcome": Outcome.of(hand).as_dict()}
            for hand in report["hands"]
        ],
        "totals": report["totals"],
        "carried": report["carried"],
        "side_carried": report["side_carried"],
    }


def _totals(report: Report) -> dict[str, int]:
    return {fold(name): amount for name, amount in report["totals"].items()}


def _ends_alike(one: Log, other: Log, this: int, that: int) -> bool:
    ends = []
    for log, hand in ((one, this), (other, that)):
        result = log.result(hand)
        if result is None:
            return False
        outcome = Outcome.of(result)
        ends.append((outcome.kind, outcome.winner and fold(outcome.winner)))
    return ends[0] == ends[1]


def compare(
    one: Iterable[Event],
    other: Iterable[Event],
    names: tuple[str, str] = ("A", "B"),
    spell: SpellCard = letters,
) -> Comparison:
    """Compare two logs of the same hands, which are told by these names.

    >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    >>> hand = {"type": "hand", "dealer": "Beto", "bet": 5}
    >>> found = compare([opening, hand], [opening, {**hand, "bet": 10}])
    >>> found.differences[0].question.told()
    'Did Beto open a hand with a bet of 5 (as A wrote at event 2) or 10 (as B wrote at event 2)?'
    >>> found.differences[0].matters
    True
    """
    evenings = Evening(list(one), spell), Evening(list(other), spell)
    strict = any(map(is_strict, evenings))
    logs = Log(evenings[0], strict), Log(evenings[1], strict)
    return _Comparing(logs, names).compared()


@dataclass(frozen=True, slots=True)
class _Take:
    """How one log would read as the other one does: other events in the place of some lines (None
    leaves one out), and events put in before the line at a place."""

    instead: tuple[tuple[Line, Event | None], ...]
    put_in: tuple[int, Event] | None = None


class _Comparing:
    """Two logs while they are compared."""

    def __init__(self, logs: tuple[Log, Log], names: tuple[str, str]) -> None:
        self.logs, self.names = logs, names
        self.asker = Asker(names, find(logs[0].opening["game"]).sayings)
        self.hands: Pairing = hands_side_by_side(*logs)
        self.steps: list[tuple[tuple[int, int], list[Step]]] = []
        self.same_line: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def compared(self) -> Comparison:
        """Everything that differs."""
        self._align()
        differences = [*self._openings()]
        additions: list[Addition] = []
        for hands, steps in self.steps:
            for step in steps:
                differences += self._differences(hands, step)
                additions += self._additions(hands, step)
        return Comparison(
            self.names, self.logs, self.hands, tuple(differences), tuple(_gathered(additions))
        )

    def _align(self) -> None:
        one, other = self.logs
        knocks = no_knocks(one, other)
        for this, that in [(0, 0), *self.hands]:
            if this is None or that is None:
                continue
            alike = this > 0 and _ends_alike(one, other, this, that)
            sides = Sides(one.hands[this], other.hands[that], knocks, alike)
            steps = lines_side_by_side(sides)
            self.steps.append(((this, that), steps))
            for step in steps:
                others = step.others[::-1] if len(step.ones) == 2 else step.others
                for mine, theirs in zip(step.ones, others, strict=False):
                    self.same_line[ONE][mine.number] = theirs.number
                    self.same_line[THE_OTHER][theirs.number] = mine.number

    # what differs when the log is opened

    def _openings(self) -> Iterator[Difference]:
        one, other = (log.opening for log in self.logs)
        if one["game"] != other["game"]:
            question = self.asker.which_event("", (1, one), (1, other))
            yield Difference(OTHER, (0, 0), question, (Reading((1,)), Reading((1,))), self.names)
            return
        if [*map(fold, one["players"])] != [*map(fold, other["players"])]:
            question = self.asker.who_played(list(one["players"]), list(other["players"]))
            changes = tuple({"players": opening["players"]} for opening in (other, one))
            yield self._opened_otherwise(PLAYER, question, changes)
        for rule, option in self.logs[ONE].house.items():
            instead = self.logs[THE_OTHER].house[rule]
            if (set(option) == set(instead)) if isinstance(option, tuple) else option == instead:
                continue
            question = self.asker.which_rule(rule, _in_words(option), _in_words(instead))
            houses = tuple(
                {"house": {**opening.get("house", {}), rule: _as_written(taken)}}
                for opening, taken in ((one, instead), (other, option))
            )
            yield self._opened_otherwise(OTHER, question, houses)

    def _opened_otherwise(
        self, kind: str, question: Sentence, changes: Sequence[Mapping[str, Any]]
    ) -> Difference:
        readings = []
        for log, change in zip(self.logs, changes, strict=True):
            opening = {**_told(log.opening), **change}
            line = {"type": "correct", "event": 1, "with": opening, "why": WHY}
            readings.append(self._tried(log, (1,), (line,)))
        return Difference(kind, (0, 0), question, (readings[0], readings[1]), self.names)

    # what differs between two lines, or where only one log has a line

    def _differences(self, hands: tuple[int, int], step: Step) -> Iterator[Difference]:
        if not step.quarrel:
            return
        if step.moved or len(step.ones) == 2:
            yield self._other_order(hands, step)
        elif not step.ones or not step.others:
            yield self._only_one(hands, step)
        elif step.ones[0].key != step.others[0].key:
            yield from self._other_reading(hands, step.ones[0], step.others[0])
        if len(step.ones) == len(step.others) == 1:
            yield from self._other_reference(hands, step.ones[0], step.others[0])

    def _other_order(self, hands: tuple[int, int], step: Step) -> Difference:
        ones, others = ([(line.number, line.event) for line in lines]
                        for lines in (step.ones, step.others))  # fmt: skip
        takes: list[_Take | None] = []
        if step.moved:
            question = self.asker.when(ones[0], others[0])
            for side, (line,) in enumerate((step.ones, step.others)):
                place = self._place(side, hands[side], step.at[side])
                takes.append(_Take(((line, None),), (place, line.event)))
        else:
            question = self.asker.which_was_first(ones, others)
            for first, second in (step.ones, step.others):
                takes.append(_Take(((first, second.event), (second, first.event))))
        numbers = (tuple(n for n, _ in ones), tuple(n for n, _ in others))
        return self._taken(ORDER, hands, question, numbers, takes)

    def _only_one(self, hands: tuple[int, int], step: Step) -> Difference:
        has = ONE if step.ones else THE_OTHER
        lacks = 1 - has
        (line,) = step.ones or step.others
        there, at = self.logs[lacks].hands[hands[lacks]], step.at[lacks]
        after = there[at - 1].number if 0 < at <= len(there) else None
        before = there[at].number if at < len(there) else None
        told = (line.number, line.event)
        question = self.asker.did_it_happen(has == ONE, told, after, before)
        place = self._place(lacks, hands[lacks], at)
        brought = self._in_the_words_of(lacks, line.event)
        takes: list[_Take | None] = [None, None]
        takes[has] = _Take(((line, None),))
        takes[lacks] = _Take((), (place, brought)) if brought else None
        numbers: list[tuple[int, ...]] = [(), ()]
        numbers[has] = (line.number,)
        found = self._taken(MISSING, hands, question, (numbers[0], numbers[1]), takes)
        readings = list(found.readings)
        without = readings[lacks]
        readings[lacks] = Reading((), after, before, without.corrections, without.apart)
        return Difference(MISSING, hands, question, (readings[0], readings[1]), self.names)

    def _other_reading(
        self, hands: tuple[int, int], one: Line, other: Line
    ) -> Iterator[Difference]:
        numbers = ((one.number,), (other.number,))
        this, that = (one.number, one.event), (other.number, other.event)
        if one.type != other.type:
            question = self.asker.which_event("", this, that)
            takes: list[_Take | None]
            events = [self._in_the_words_of(side, line.event)
                      for side, line in ((ONE, other), (THE_OTHER, one))]  # fmt: skip
            takes = [_Take(((line, event),)) if event else None
                     for line, event in zip((one, other), events, strict=True)]  # fmt: skip
            yield self._taken(OTHER, hands, question, numbers, takes)
            return
        fields = likeness(one, other).differing
        if not fields:
            return
        if fields == ("hands",):
            yield from self._dealt_otherwise(hands, one, other)
            return
        if len(fields) == 1:
            question = self.asker.which_reading(fields[0], this, that)
        else:
            question = self.asker.which_event("", this, that)
        written = ["why" if field == "ending" else field for field in fields]
        takes = [_Take(((mine, _with(mine.event, theirs.event, written)),))
                 for mine, theirs in ((one, other), (other, one))]  # fmt: skip
        yield self._taken(_kind(fields), hands, question, numbers, takes)

    def _dealt_otherwise(
        self, hands: tuple[int, int], one: Line, other: Line
    ) -> Iterator[Difference]:
        for player, this, that in by_player(one.tells.get("hands"), other.tells.get("hands")):
            mine, theirs = cards_apart(this, that)
            cards: tuple[object, object]
            if len(this) != len(that):
                kind, cards = AMOUNT, (f"{len(this)} cards", f"{len(that)} cards")
            elif len(mine) > that.count("??") or len(theirs) > this.count("??"):
                kind, cards = CARD, (_cards(mine), _cards(theirs))
            else:
                continue
            lines = (one, other)
            name = next(
                (n for line in lines for n in line.event["hands"] if fold(n) == player), player
            )
            question = self.asker.dealt(name, cards, one.number, other.number)
            takes = [_Take(((line, _dealt_as(line.event, lines[1 - side].event, player)),))
                     for side, line in enumerate(lines)]  # fmt: skip
            yield self._taken(kind, hands, question, ((one.number,), (other.number,)), takes)

    def _other_reference(
        self, hands: tuple[int, int], one: Line, other: Line
    ) -> Iterator[Difference]:
        this, that = one.event.get("event"), other.event.get("event")
        if this is None or that is None or self.same_line[ONE].get(this, that) == that:
            return
        if self.same_line[THE_OTHER].get(that, this) == this:
            return
        question = self.asker.flagged_where((one.number, this), (other.number, that))
        takes = [
            _Take(((line, {**line.event, "event": there}),)) if there else None
            for line, there in (
                (one, self.same_line[THE_OTHER].get(that)),
                (other, self.same_line[ONE].get(this)),
            )
        ]
        yield self._taken(OTHER, hands, question, ((one.number,), (other.number,)), takes)

    # what one log would be if the other is right

    def _taken(
        self,
        kind: str,
        hands: tuple[int, int],
        question: Sentence,
        numbers: tuple[tuple[int, ...], tuple[int, ...]],
        takes: Sequence[_Take | None],
    ) -> Difference:
        readings = [
            self._tried(log, events, _lines(log, take)) if take is not None else Reading(events)
            for log, events, take in zip(self.logs, numbers, takes, strict=True)
        ]
        return Difference(kind, hands, question, (readings[0], readings[1]), self.names)

    def _tried(
        self, log: Log, events: tuple[int, ...], lines: tuple[dict[str, Any], ...]
    ) -> Reading:
        would_be = log.evening.with_lines(lines)
        return Reading(events, None, None, lines, Apart(log.report, would_be))

    def _place(self, side: int, hand: int, at: int) -> int:
        """The number of the line before which something would stand; 0 at the end of the log."""
        for lines in (self.logs[side].hands[hand][at:], *self.logs[side].hands[hand + 1 :]):
            if lines:
                return lines[0].number
        return 0

    def _in_the_words_of(self, side: int, event: Event) -> dict[str, Any] | None:
        """An event of the other log as this one would write it; None where it names a line that
        this log does not have."""
        told = _told(event)
        if isinstance(told.get("event"), int):
            there = self.same_line[1 - side].get(told["event"])
            if there is None:
                return None
            told["event"] = there
        return told

    # what is no contradiction

    def _additions(self, hands: tuple[int, int], step: Step) -> Iterator[Addition]:
        if step.moved or len(step.ones) == 2:
            return
        if step.ones and step.others:
            (one,), (other,) = step.ones, step.others
            if one.key == other.key or one.type != other.type:
                return
            found = likeness(one, other)
            if found.one_tells_more:
                yield self._addition(ONE, hands, one)
            if found.other_tells_more:
                yield self._addition(THE_OTHER, hands, other)
        elif not step.quarrel:
            side = ONE if step.ones else THE_OTHER
            yield self._addition(side, hands, (step.ones or step.others)[0])

    def _addition(self, side: int, hands: tuple[int, int], line: Line) -> Addition:
        says = tuple(self.asker.sayings(line.event))
        if line.type == "pass":
            says = ()
        return Addition(side, hands[side], line.number, says, self.names[side])


def _gathered(additions: Iterable[Addition]) -> Iterator[Addition]:
    """The additions, all knocks that only one scribe wrote down told at once."""
    knocks: dict[int, list[Addition]] = {}
    for one in additions:
        if one.says:
            yield one
        else:
            knocks.setdefault(one.side, []).append(one)
    for side, several in knocks.items():
        first = several[0]
        yield Addition(side, first.hand, first.event, (), first.name, len(several))


def _kind(fields: Sequence[str]) -> str:
    for kind, named in ((CARD, CARDS), (PLAYER, NAMES), (AMOUNT, AMOUNTS)):
        if all(field in named for field in fields):
            return kind
    return OTHER


def _told(event: Event) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in OF_THE_LINE}


def _with(event: Event, other: Event, fields: Iterable[str]) -> dict[str, Any]:
    """The event with these fields as the other one has them."""
    told = {key: value for key, value in event.items() if key not in fields}
    return told | {field: other[field] for field in fields if field in other}


def _dealt_as(event: Event, other: Event, player: str) -> dict[str, Any]:
    """The deal with the cards of one player as the other log has them."""
    hands = {name: cards for name, cards in event["hands"].items() if fold(name) != player}
    hands |= {name: cards for name, cards in other["hands"].items() if fold(name) == player}
    return {**event, "hands": hands}


def _lines(log: Log, take: _Take) -> tuple[dict[str, Any], ...]:
    """The lines that make a log read so."""
    lines: list[dict[str, Any]] = []
    for line, event in take.instead:
        told = None if event is None else _told(event)
        written = log.events[line.number - 1]
        if written["type"] == "insert" and told is not None:
            told = {**_told(written), "event": told}
        lines.append({"type": "correct", "event": line.number, "with": told, "why": WHY})
    if take.put_in is not None:
        before, brought = take.put_in
        told = _told(brought)
        put_in = {"type": "insert", "before": before, "event": told, "why": WHY}
        lines.append(put_in if before else told)
    return tuple(lines)


def _cards(cards: Sequence[str]) -> object:
    return InOrder(cards) if cards else "cards that nobody saw"


def _in_words(option: Any) -> str:
    return option if isinstance(option, str) else ", ".join(option) or "none"


def _as_written(option: Any) -> Any:
    return list(option) if isinstance(option, tuple) else option
