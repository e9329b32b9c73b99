"""Goes through two logs line by line, and asks the table about the differences."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from referee.judging.corrections import Event, correction
from referee.judging.names import fold
from referee.rulings.compare.aligning import (
    AlignedLines,
    Pairing,
    hands_side_by_side,
    lines_side_by_side,
)
from referee.rulings.compare.differences import (
    AMOUNT,
    CARD,
    MISSING,
    ONE,
    ORDER,
    OTHER,
    PLAYER,
    THE_OTHER,
    Addition,
    Contradiction,
    LogReading,
)
from referee.rulings.compare.logs import (
    AMOUNTS,
    CARDS,
    NAMES,
    WHY,
    ComparedLine,
    ComparedLog,
    by_player,
    cards_apart,
    ends_alike,
    line_difference,
)
from referee.rulings.whatif import Difference as Apart
from referee.rulings.whatif import supposing
from referee.wording.language import Plural, Word, _
from referee.wording.sentences import InOrder, OneAfterAnother, Sentence

Hands = tuple[int, int]
"""The number of a hand in both logs."""

Added = Sequence[Event] | None
"""The lines that make a log read like the other one; None if it cannot."""


DID_IT_HAPPEN: Final[Mapping[tuple[bool, bool], str]] = {
    (True, True): (
        "{has} wrote at event {event}: {it} "
        "{lacks} has no such line between events {after} and {before}. Did it happen?"
    ),
    (True, False): (
        "{has} wrote at event {event}: {it} "
        "{lacks} has no such line after event {after}. Did it happen?"
    ),
    (False, True): (
        "{has} wrote at event {event}: {it} "
        "{lacks} has no such line before event {before}. Did it happen?"
    ),
    (False, False): (
        "{has} wrote at event {event}: {it} {lacks} has no such line anywhere. Did it happen?"
    ),
}
"""The question about a line in only one log, by whether lines of the other stand around it."""


class SideBySide:
    """Two logs under comparison; ``hands`` are pairs of hand numbers."""

    def __init__(self, logs: tuple[ComparedLog, ComparedLog], names: tuple[str, str]) -> None:
        self.logs, self.names = logs, names
        self.sayings = logs[0].replay.rulebook.sayings
        self.hands: Pairing = hands_side_by_side(*logs)
        self.steps: list[tuple[tuple[int, int], list[AlignedLines]]] = []
        self.same_line: tuple[dict[int, int], dict[int, int]] = ({}, {})

        self._align()

    def found(self) -> tuple[tuple[Contradiction, ...], tuple[Addition, ...]]:
        """Return the contradictions and the additions."""
        differences = [*self._openings()]
        additions: list[Addition] = []
        for hands, steps in self.steps:
            for step in steps:
                differences += self._differences(hands, step)
                additions += self._additions(hands, step)
        return tuple(differences), tuple(_gathered(additions))

    def _align(self) -> None:
        log, other = self.logs
        for this, that in [(0, 0), *self.hands]:
            if this is None or that is None:
                continue
            alike = this > 0 and ends_alike(log, other, this, that)
            steps = lines_side_by_side(log.hands[this], other.hands[that], alike)
            self.steps.append(((this, that), steps))
            for step in steps:
                others = step.others[::-1] if len(step.ones) == 2 else step.others
                for mine, theirs in zip(step.ones, others, strict=False):
                    self.same_line[ONE][mine.number] = theirs.number
                    self.same_line[THE_OTHER][theirs.number] = mine.number

    # differences in the opening line

    def _openings(self) -> Iterator[Contradiction]:
        one, other = (log.opening for log in self.logs)
        if [*map(fold, one["players"])] != [*map(fold, other["players"])]:
            question = Sentence(
                "Did they sit in the order {players} (as {one} wrote) or {other_players} "
                "(as {other} wrote)?",
                self._named(players=[*one["players"]], other_players=[*other["players"]]),
            )
            changes = tuple({"players": opening["players"]} for opening in (other, one))
            yield self._opened_otherwise(PLAYER, question, changes)
        for rule, option in self.logs[ONE].house.items():
            instead = self.logs[THE_OTHER].house[rule]
            if (set(option) == set(instead)) if isinstance(option, tuple) else option == instead:
                continue
            options = {"option": _in_words(option), "other_option": _in_words(instead)}
            question = Sentence(
                "Did the table agree on {option} (as {one} wrote) or {other_option} (as {other} "
                "wrote) for the house rule {rule}?",
                self._named(rule=rule, **options),
            )
            houses = tuple(
                {"house": {**opening.get("house", {}), rule: _as_written(taken)}}
                for opening, taken in ((one, instead), (other, option))
            )
            yield self._opened_otherwise(OTHER, question, houses)

    def _opened_otherwise(
        self, kind: str, question: Sentence, changes: Sequence[Mapping[str, Any]]
    ) -> Contradiction:
        one, other = (
            self._read(log, (1,), [correction(1, log.opening, {**log.opening, **change}, _(WHY))])
            for log, change in zip(self.logs, changes, strict=True)
        )
        return Contradiction(kind, (0, 0), question, (one, other), self.names)

    # differences between two lines, or lines in only one log

    def _differences(self, hands: Hands, step: AlignedLines) -> Iterator[Contradiction]:
        if not step.quarrel:
            return
        if step.moved:
            yield self._moved(hands, step)
        elif len(step.ones) == 2:
            yield self._swapped(hands, step)
        elif not step.ones or not step.others:
            yield self._only_one(hands, step)
        elif step.ones[0].key != step.others[0].key:
            yield from self._other_reading(hands, step)
        if len(step.ones) == len(step.others) == 1:
            yield from self._other_reference(hands, step)

    def _moved(self, hands: Hands, step: AlignedLines) -> Contradiction:
        (one,), (other,) = step.ones, step.others
        added = [
            [log.reads(line, None), log.has(line.event, hand, at)]
            for log, line, hand, at in zip(self.logs, (one, other), hands, step.at, strict=True)
        ]
        question = Sentence(
            "{it} {one} wrote that at event {one_event}, and {other} at event {other_event}. "
            "When was it?",
            self._wrote(one, other, it=self._said(one)),
        )
        return self._reread(ORDER, hands, step, question, added)

    def _swapped(self, hands: Hands, step: AlignedLines) -> Contradiction:
        added = [
            [log.reads(first, second.event), log.reads(second, first.event)]
            for log, (first, second) in zip(self.logs, (step.ones, step.others), strict=True)
        ]
        first, then = map(self._said, step.ones)
        later = {"one_then": step.ones[1].number, "other_then": step.others[1].number}
        question = Sentence(
            "{one} wrote at events {one_event} and {one_then}: {first} {then} "
            "{other} wrote them the other way round, at events {other_event} and {other_then}. "
            "Which came first?",
            self._wrote(step.ones[0], step.others[0], first=first, then=then, **later),
        )
        return self._reread(ORDER, hands, step, question, added)

    def _only_one(self, hands: Hands, step: AlignedLines) -> Contradiction:
        has = ONE if step.ones else THE_OTHER
        lacks = 1 - has
        (line,) = step.ones or step.others
        there, at = self.logs[lacks].hands[hands[lacks]], step.at[lacks]
        after = there[at - 1].number if 0 < at <= len(there) else None
        before = there[at].number if at < len(there) else None
        brought = self._in_the_words_of(lacks, line.event)
        added: list[Added] = [None, None]
        added[has] = [self.logs[has].reads(line, None)]
        added[lacks] = [self.logs[lacks].has(brought, hands[lacks], at)] if brought else None
        facts = {
            "it": self._said(line), "has": self.names[has], "event": line.number,
            "lacks": self.names[lacks], "after": after, "before": before,
        }  # fmt: skip
        question = Sentence(DID_IT_HAPPEN[after is not None, before is not None], facts)
        found = self._reread(MISSING, hands, step, question, added)
        readings = list(found.readings)
        readings[lacks] = replace(readings[lacks], after=after, before=before)
        return replace(found, readings=(readings[0], readings[1]))

    def _other_reading(self, hands: Hands, step: AlignedLines) -> Iterator[Contradiction]:
        (one,), (other,) = step.ones, step.others
        question = self._which_reading(one, other)
        if one.type != other.type:
            events = (self._in_the_words_of(ONE, other.event),
                      self._in_the_words_of(THE_OTHER, one.event))  # fmt: skip
            yield self._reread(OTHER, hands, step, question, self._read_as(step, events))
            return
        fields = line_difference(one, other).differing
        if fields == ("hands",):
            yield from self._dealt_otherwise(hands, step)
        elif fields:
            written = ["why" if field == "ending" else field for field in fields]
            events = (with_fields(one.event, other.event, written),
                      with_fields(other.event, one.event, written))  # fmt: skip
            yield self._reread(_kind(fields), hands, step, question, self._read_as(step, events))

    def _dealt_otherwise(self, hands: Hands, step: AlignedLines) -> Iterator[Contradiction]:
        (one,), (other,) = step.ones, step.others
        for player, this, that in by_player(one.tells.get("hands"), other.tells.get("hands")):
            mine, theirs = cards_apart(this, that)
            cards: tuple[object, object]
            if len(this) != len(that):
                kind, cards = AMOUNT, (_how_many(this), _how_many(that))
            elif len(mine) > that.count("??") or len(theirs) > this.count("??"):
                kind, cards = CARD, (_cards(mine), _cards(theirs))
            else:
                continue
            names = (n for line in (one, other) for n in line.event["hands"] if fold(n) == player)
            facts = {"player": next(names, player), "this": cards[0], "that": cards[1]}
            question = Sentence(
                "Was {player} dealt {this} (as {one} wrote at event {one_event}) or "
                "{that} (as {other} wrote at event {other_event})?",
                self._wrote(one, other, **facts),
            )
            events = (dealt_as(one.event, other.event, player),
                      dealt_as(other.event, one.event, player))  # fmt: skip
            yield self._reread(kind, hands, step, question, self._read_as(step, events))

    def _other_reference(self, hands: Hands, step: AlignedLines) -> Iterator[Contradiction]:
        """Yield the contradiction between two lines that refer to different events."""
        (one,), (other,) = step.ones, step.others
        this, that = one.event.get("event"), other.event.get("event")
        if this is None or that is None or self.same_line[ONE].get(this, that) == that:
            return
        mine, theirs = self.same_line[THE_OTHER].get(that), self.same_line[ONE].get(this)
        if mine == this:
            return
        events = ({**one.event, "event": mine} if mine else None,
                  {**other.event, "event": theirs} if theirs else None)  # fmt: skip
        question = self._which_reading(one, other)
        yield self._reread(OTHER, hands, step, question, self._read_as(step, events))

    def _which_reading(self, one: ComparedLine, other: ComparedLine) -> Sentence:
        """Ask which of two lines about the same moment is right."""
        return Sentence(
            "{one} wrote at event {one_event}: {this} "
            "{other} wrote at event {other_event}: {that} Which is right?",
            self._wrote(one, other, this=self._said(one), that=self._said(other)),
        )

    def _named(self, **facts: object) -> dict[str, object]:
        return {**facts, "one": self.names[0], "other": self.names[1]}

    def _wrote(self, one: ComparedLine, other: ComparedLine, **facts: object) -> dict[str, object]:
        """Return the facts with the names of both logs and the numbers of their events."""
        return self._named(**facts, one_event=one.number, other_event=other.number)

    def _said(self, line: ComparedLine) -> OneAfterAnother:
        return OneAfterAnother(self.sayings(line.event))

    # the effect on one log if the other is right

    def _read_as(self, step: AlignedLines, events: Sequence[Event | None]) -> list[Added]:
        """Return the lines that give each log's line another reading, where there is one."""
        return [
            [log.reads(line, event)] if event else None
            for log, (line,), event in zip(self.logs, (step.ones, step.others), events, strict=True)
        ]

    def _reread(
        self,
        kind: str,
        hands: Hands,
        step: AlignedLines,
        question: Sentence,
        added: Sequence[Added],
    ) -> Contradiction:
        one, other = (
            self._read(log, tuple(line.number for line in lines), more)
            for log, lines, more in zip(self.logs, (step.ones, step.others), added, strict=True)
        )
        return Contradiction(kind, hands, question, (one, other), self.names)

    def _read(self, log: ComparedLog, events: tuple[int, ...], added: Added) -> LogReading:
        if added is None:
            return LogReading(events)
        would_be = supposing(log.replay, besides=added, spell=log.spell)
        return LogReading(events, None, None, tuple(added), Apart(log.report, would_be))

    def _in_the_words_of(self, side: int, event: Event) -> Event | None:
        """Return an event with this log's numbers; None if this log lacks the line it refers to."""
        if not isinstance(event.get("event"), int):
            return event
        there = self.same_line[1 - side].get(event["event"])
        return None if there is None else {**event, "event": there}

    # additions

    def _additions(self, hands: Hands, step: AlignedLines) -> Iterator[Addition]:
        if step.moved or len(step.ones) == 2:
            return
        if step.ones and step.others:
            (line,), (other,) = step.ones, step.others
            if line.key == other.key or line.type != other.type:
                return
            found = line_difference(line, other)
            if found.one_tells_more:
                yield self._addition(ONE, hands, line)
            if found.other_tells_more:
                yield self._addition(THE_OTHER, hands, other)
        elif not step.quarrel:
            side = ONE if step.ones else THE_OTHER
            yield self._addition(side, hands, (step.ones or step.others)[0])

    def _addition(self, side: int, hands: Hands, line: ComparedLine) -> Addition:
        says = () if line.type == "pass" else tuple(self.sayings(line.event))
        return Addition(side, hands[side], line.number, says, self.names[side])


def _gathered(additions: Iterable[Addition]) -> Iterator[Addition]:
    """Yield the additions, with all knocks that only one scribe wrote down merged into one."""
    knocks: dict[int, list[Addition]] = {}
    for addition in additions:
        if addition.says:
            yield addition
        else:
            knocks.setdefault(addition.side, []).append(addition)
    for side, several in knocks.items():
        first = several[0]
        yield Addition(side, first.hand, first.event, (), first.name, len(several))


def with_fields(event: Event, other: Event, fields: Iterable[str]) -> Event:
    """Return the event with these fields taken from the other event."""
    other_fields = {key: value for key, value in event.items() if key not in fields}
    return other_fields | {field: other[field] for field in fields if field in other}


def dealt_as(event: Event, other: Event, player: str) -> Event:
    """Return the deal with one player's cards taken from the other log."""
    hands = {name: cards for name, cards in event["hands"].items() if fold(name) != player}
    hands |= {name: cards for name, cards in other["hands"].items() if fold(name) == player}
    return {**event, "hands": hands}


def _kind(fields: Sequence[str]) -> str:
    for kind, named in ((CARD, CARDS), (PLAYER, NAMES), (AMOUNT, AMOUNTS)):
        if all(field in named for field in fields):
            return kind
    return OTHER


def _cards(cards: Sequence[str]) -> object:
    return InOrder(cards) if cards else Word("cards that nobody saw")


def _how_many(cards: Sequence[str]) -> Sentence:
    text = Plural("{count} card", "{count} cards", len(cards))
    return Sentence(text, {"count": len(cards)})


def _in_words(option: Any) -> str:
    return option if isinstance(option, str) else ", ".join(option) or Word("none")


def _as_written(option: Any) -> Any:
    return list(option) if isinstance(option, tuple) else option
