"""Goes through two logs line by line, and asks about the differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.judging.corrections import Event, correction, without_line
from referee.judging.names import fold
from referee.rulings.compare.aligning import (
    AlignedLines,
    Pairing,
    Sides,
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
from referee.rulings.compare.line_differences import by_player, cards_apart, line_difference
from referee.rulings.compare.logs import (
    AMOUNTS,
    CARDS,
    NAMES,
    ComparedLine,
    ComparedLog,
    ends_alike,
)
from referee.rulings.compare.questions import Asker
from referee.rulings.compare.rereading import WHY, Rereading, dealt_as, lines_to_add, with_fields
from referee.rulings.whatif import Difference as Apart
from referee.rulings.whatif import supposing
from referee.wording.language import Plural, Word, _
from referee.wording.sentences import InOrder, Sentence


class SideBySide:
    """Two logs under comparison; ``hands`` are pairs of hand numbers."""

    def __init__(self, logs: tuple[ComparedLog, ComparedLog], names: tuple[str, str]) -> None:
        self.logs, self.names = logs, names
        self.asker = Asker(names, logs[0].replay.rulebook.sayings)
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
            sides = Sides(log.hands[this], other.hands[that], alike)
            steps = lines_side_by_side(sides)
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
    ) -> Contradiction:
        readings = []
        for log, change in zip(self.logs, changes, strict=True):
            line = correction(1, log.opening, {**log.opening, **change}, _(WHY))
            readings.append(self._tried(log, (1,), (line,)))
        return Contradiction(kind, (0, 0), question, (readings[0], readings[1]), self.names)

    # differences between two lines, or lines in only one log

    def _differences(self, hands: tuple[int, int], step: AlignedLines) -> Iterator[Contradiction]:
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

    def _other_order(self, hands: tuple[int, int], step: AlignedLines) -> Contradiction:
        ones, others = ([(line.number, line.event) for line in lines]
                        for lines in (step.ones, step.others))  # fmt: skip
        rereadings: list[Rereading | None] = []
        if step.moved:
            question = self.asker.when(ones[0], others[0])
            for side, (line,) in enumerate((step.ones, step.others)):
                place = self._place(side, hands[side], step.at[side])
                rereadings.append(Rereading(((line, None),), (place, line.event)))
        else:
            question = self.asker.which_was_first(ones, others)
            for first, second in (step.ones, step.others):
                rereadings.append(Rereading(((first, second.event), (second, first.event))))
        numbers = (tuple(n for n, _ in ones), tuple(n for n, _ in others))
        return self._reread(ORDER, hands, question, numbers, rereadings)

    def _only_one(self, hands: tuple[int, int], step: AlignedLines) -> Contradiction:
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
        rereadings: list[Rereading | None] = [None, None]
        rereadings[has] = Rereading(((line, None),))
        rereadings[lacks] = Rereading((), (place, brought)) if brought else None
        numbers: list[tuple[int, ...]] = [(), ()]
        numbers[has] = (line.number,)
        found = self._reread(MISSING, hands, question, (numbers[0], numbers[1]), rereadings)
        readings = list(found.readings)
        without = readings[lacks]
        readings[lacks] = LogReading((), after, before, without.corrections, without.apart)
        return Contradiction(MISSING, hands, question, (readings[0], readings[1]), self.names)

    def _other_reading(
        self, hands: tuple[int, int], one: ComparedLine, other: ComparedLine
    ) -> Iterator[Contradiction]:
        numbers = ((one.number,), (other.number,))
        this, that = (one.number, one.event), (other.number, other.event)
        if one.type != other.type:
            question = self.asker.which_event("", this, that)
            rereadings: list[Rereading | None]
            events = [self._in_the_words_of(side, line.event)
                      for side, line in ((ONE, other), (THE_OTHER, one))]  # fmt: skip
            rereadings = [
                Rereading(((line, event),)) if event else None
                for line, event in zip((one, other), events, strict=True)
            ]
            yield self._reread(OTHER, hands, question, numbers, rereadings)
            return
        fields = line_difference(one, other).differing
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
        rereadings = [
            Rereading(((mine, with_fields(mine.event, theirs.event, written)),))
            for mine, theirs in ((one, other), (other, one))
        ]
        yield self._reread(_kind(fields), hands, question, numbers, rereadings)

    def _dealt_otherwise(
        self, hands: tuple[int, int], one: ComparedLine, other: ComparedLine
    ) -> Iterator[Contradiction]:
        for player, this, that in by_player(one.tells.get("hands"), other.tells.get("hands")):
            mine, theirs = cards_apart(this, that)
            cards: tuple[object, object]
            if len(this) != len(that):
                kind, cards = AMOUNT, (_how_many(this), _how_many(that))
            elif len(mine) > that.count("??") or len(theirs) > this.count("??"):
                kind, cards = CARD, (_cards(mine), _cards(theirs))
            else:
                continue
            lines = (one, other)
            name = next(
                (n for line in lines for n in line.event["hands"] if fold(n) == player), player
            )
            question = self.asker.dealt(name, cards, one.number, other.number)
            rereadings = [
                Rereading(((line, dealt_as(line.event, lines[1 - side].event, player)),))
                for side, line in enumerate(lines)
            ]
            yield self._reread(kind, hands, question, ((one.number,), (other.number,)), rereadings)

    def _other_reference(
        self, hands: tuple[int, int], one: ComparedLine, other: ComparedLine
    ) -> Iterator[Contradiction]:
        this, that = one.event.get("event"), other.event.get("event")
        if this is None or that is None or self.same_line[ONE].get(this, that) == that:
            return
        if self.same_line[THE_OTHER].get(that, this) == this:
            return
        question = self.asker.flagged_where((one.number, this), (other.number, that))
        rereadings = [
            Rereading(((line, {**line.event, "event": there}),)) if there else None
            for line, there in (
                (one, self.same_line[THE_OTHER].get(that)),
                (other, self.same_line[ONE].get(this)),
            )
        ]
        yield self._reread(OTHER, hands, question, ((one.number,), (other.number,)), rereadings)

    # the effect on one log if the other is right

    def _reread(
        self,
        kind: str,
        hands: tuple[int, int],
        question: Sentence,
        numbers: tuple[tuple[int, ...], tuple[int, ...]],
        rereadings: Sequence[Rereading | None],
    ) -> Contradiction:
        readings = [
            self._tried(log, events, lines_to_add(log, rereading))
            if rereading is not None
            else LogReading(events)
            for log, events, rereading in zip(self.logs, numbers, rereadings, strict=True)
        ]
        return Contradiction(kind, hands, question, (readings[0], readings[1]), self.names)

    def _tried(
        self, log: ComparedLog, events: tuple[int, ...], lines: tuple[dict[str, Any], ...]
    ) -> LogReading:
        would_be = supposing(log.replay, besides=lines, spell=log.spell)
        return LogReading(events, None, None, lines, Apart(log.report, would_be))

    def _place(self, side: int, hand: int, at: int) -> int:
        """Return the number of the line before a position; 0 at the end of the log."""
        for lines in (self.logs[side].hands[hand][at:], *self.logs[side].hands[hand + 1 :]):
            if lines:
                return lines[0].number
        return 0

    def _in_the_words_of(self, side: int, event: Event) -> dict[str, Any] | None:
        """Return an event of the other log with this log's event numbers; None if it refers to a
        line that this log lacks."""
        told = without_line(event)
        if isinstance(told.get("event"), int):
            there = self.same_line[1 - side].get(told["event"])
            if there is None:
                return None
            told["event"] = there
        return told

    # additions

    def _additions(self, hands: tuple[int, int], step: AlignedLines) -> Iterator[Addition]:
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

    def _addition(self, side: int, hands: tuple[int, int], line: ComparedLine) -> Addition:
        says = tuple(self.asker.sayings(line.event))
        if line.type == "pass":
            says = ()
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
