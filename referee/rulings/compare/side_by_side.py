"""Two logs line by line, and the questions to the table about their differences.

A question has the changes to either log if the other one were right. The referee does not decide
between them; it only reports if the rest of a scribe's own log contradicts what they wrote.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.replay import replayed
from referee.rulings.compare import logs as compared
from referee.rulings.compare.aligning import AlignedLines, hands_side_by_side, lines_side_by_side
from referee.rulings.compare.differences import (
    SIDES,
    Addition,
    Comparison,
    Contradiction,
    LogReading,
)
from referee.rulings.compare.logs import ComparedLine, ComparedLog, line_difference
from referee.rulings.whatif import Difference, supposing
from referee.wording.language import N_, Plural, Word
from referee.wording.sentences import (
    InOrder,
    Sentence,
    Sentences,
    SpellCard,
    SpokenError,
    letters,
    plain,
)

Added = Sequence[Event] | None
"""The lines that make a log read like the other one; None if it cannot."""

KINDS: Final = {"card": compared.CARDS, "player": compared.NAMES, "amount": compared.AMOUNTS}
"""The kinds of contradictions about fields; any others are ``other``."""

DID_IT_HAPPEN: Final = {
    (True, True): N_(
        "{has} wrote at event {event}: {it} "
        "{lacks} has no such line between events {after} and {before}. Did it happen?"
    ),
    (True, False): N_(
        "{has} wrote at event {event}: {it} "
        "{lacks} has no such line after event {after}. Did it happen?"
    ),
    (False, True): N_(
        "{has} wrote at event {event}: {it} "
        "{lacks} has no such line before event {before}. Did it happen?"
    ),
    (False, False): N_(
        "{has} wrote at event {event}: {it} {lacks} has no such line anywhere. Did it happen?"
    ),
}
"""The question about a line in only one log, by whether lines of the other stand around it."""


class DifferentGames(SpokenError, ValueError):  # noqa: N818 - it says what is wrong
    """Raised for two logs of different games, which have no hand in common."""


def compare(
    one: Iterable[Event],
    other: Iterable[Event],
    names: tuple[str, str] = ("A", "B"),
    spell: SpellCard = letters,
) -> Comparison:
    """Compare two logs of the same hands; ``names`` are the names of the logs. Raises
    DifferentGames.

    >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    >>> hand = {"type": "hand", "dealer": "Beto", "bet": 5}
    >>> found = compare([opening, hand], [opening, {**hand, "bet": 10}])
    >>> found.differences[0].question.render()
    'A wrote at event 2: Beto opens a hand; the bet is 5. B wrote at event 2: Beto opens a hand; \
the bet is 10. Which is right?'
    >>> found.differences[0].matters
    True
    """
    both = replayed(one), replayed(other)
    this, that = (replay.rulebook for replay in both)
    if this.name != that.name:
        text = (
            "{one} is a log of {this}, {other} a log of {that}: only logs of the same game can be "
            "compared."
        )
        titles = {"this": Word(this.title), "that": Word(that.title)}
        raise DifferentGames(Sentence(text, {"one": names[0], "other": names[1], **titles}))
    strict = any(map(compared.is_strict, both))
    logs = ComparedLog(both[0], strict, spell), ComparedLog(both[1], strict, spell)
    return SideBySide(logs, names).compared()


class SideBySide:
    """Two logs under comparison; ``hands`` are pairs of hand numbers."""

    def __init__(self, logs: tuple[ComparedLog, ComparedLog], names: tuple[str, str]) -> None:
        self.logs, self.names = logs, names
        self.sayings = logs[0].replay.rulebook.sayings
        self.hands = hands_side_by_side(*logs)
        one, other = (ComparedLine(1, log.opening, {}) for log in logs)
        self.opening = AlignedLines(((one,), (other,)), (0, 0))
        self.steps: list[AlignedLines] = []
        self.same_line: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for this, that in [(0, 0), *self.hands]:
            if this is None or that is None:
                continue
            alike = this > 0 and compared.ends_alike(*logs, this, that)
            for step in lines_side_by_side(logs[0].hands[this], logs[1].hands[that], alike):
                self.steps.append(replace(step, hands=(this, that)))
                ones, others = step.sides
                for mine, theirs in zip(ones, others[::-1], strict=False):
                    self.same_line[0][mine.number] = theirs.number
                    self.same_line[1][theirs.number] = mine.number

    def compared(self) -> Comparison:
        """Return the contradictions and the additions."""
        differences = [*self._openings()]
        additions: list[Addition] = []
        for step in self.steps:
            differences += self._differences(step)
            additions += self._additions(step)
        return Comparison(self.names, self.logs, self.hands, differences, [*_gathered(additions)])

    # differences in the opening line

    def _openings(self) -> Iterator[Contradiction]:
        one, other = (log.opening for log in self.logs)
        seats, others = ([*map(fold, opening["players"])] for opening in (one, other))
        # wherever the list begins, each is followed by the player on the right
        if seats not in [others[at:] + others[:at] for at in range(len(others))]:
            text = N_(
                "Did they sit in the order {players} (as {one} wrote) or {other_players} "
                "(as {other} wrote)?"
            )
            events = [with_fields(one, other, ["players"]), with_fields(other, one, ["players"])]
            yield self._other_event(
                "player", self.opening, text, events,
                players=[*one["players"]], other_players=[*other["players"]],
            )  # fmt: skip
        house_of = self.logs[0].replay.rulebook.house
        house, other_house = (house_of(opening.get("house", {})) for opening in (one, other))
        for rule, option in house.items():
            instead = other_house[rule]
            if (set(option) == set(instead)) if isinstance(option, tuple) else option == instead:
                continue
            text = N_(
                "Did the table agree on {option} (as {one} wrote) or {other_option} (as {other} "
                "wrote) for the house rule {rule}?"
            )
            events = [
                {**opening, "house": {**opening.get("house", {}), **plain({rule: taken})}}
                for opening, taken in ((one, instead), (other, option))
            ]
            yield self._other_event(
                "other", self.opening, text, events,
                option=_in_words(option), other_option=_in_words(instead), rule=rule,
            )  # fmt: skip

    # differences between two lines, or lines in only one log

    def _differences(self, step: AlignedLines) -> Iterator[Contradiction]:
        if step.moved:
            yield self._moved(step)
        elif step.only is not None:
            if step.quarrel:
                yield self._only_one(step, step.only)
        elif len(step.sides[0]) == 2:
            yield self._swapped(step)
        else:
            (one,), (other,) = step.sides
            if one.key != other.key:
                yield from self._other_reading(step)
        if len(step.sides[0]) == len(step.sides[1]) == 1:
            yield from self._other_reference(step)

    def _moved(self, step: AlignedLines) -> Contradiction:
        added = [
            [log.reads(line, None), log.has(line.event, hand, at)]
            for log, (line,), hand, at in zip(
                self.logs, step.sides, step.hands, step.at, strict=True
            )
        ]
        text = N_(
            "{it} {one} wrote that at event {one_event}, and {other} at event {other_event}. "
            "When was it?"
        )
        return self._reread("order", step, text, added, it=self._said(step.sides[0][0]))

    def _swapped(self, step: AlignedLines) -> Contradiction:
        added = [
            [log.reads(first, second.event), log.reads(second, first.event)]
            for log, (first, second) in zip(self.logs, step.sides, strict=True)
        ]
        text = N_(
            "{one} wrote at events {one_event} and {one_then}: {first} {then} "
            "{other} wrote them the other way round, at events {other_event} and {other_then}. "
            "Which came first?"
        )
        (first, then), (_other, last) = step.sides
        return self._reread(
            "order", step, text, added, first=self._said(first), then=self._said(then),
            one_then=then.number, other_then=last.number,
        )  # fmt: skip

    def _only_one(self, step: AlignedLines, has: int) -> Contradiction:
        lacks = 1 - has
        (line,) = step.sides[has]
        after, before = self._around(step, lacks)
        brought = self._in_the_words_of(lacks, line.event)
        added: list[Added] = [None, None]
        added[has] = [self.logs[has].reads(line, None)]
        if brought:
            added[lacks] = [self.logs[lacks].has(brought, step.hands[lacks], step.at[lacks])]
        return self._reread(
            "missing", step, DID_IT_HAPPEN[after is not None, before is not None], added,
            it=self._said(line), has=self.names[has], event=line.number,
            lacks=self.names[lacks], after=after, before=before,
        )  # fmt: skip

    def _around(self, step: AlignedLines, side: int) -> tuple[int | None, int | None]:
        """Return the lines of a log between which a missing line would stand."""
        there, at = self.logs[side].hands[step.hands[side]], step.at[side]
        after = there[at - 1].number if 0 < at <= len(there) else None
        return after, there[at].number if at < len(there) else None

    def _other_reading(self, step: AlignedLines) -> Iterator[Contradiction]:
        (one,), (other,) = step.sides
        if one.type != other.type:
            events = self._in_the_words_of(0, other.event), self._in_the_words_of(1, one.event)
            yield self._which_reading("other", step, events)
            return
        fields, _more = line_difference(one, other)
        if fields == ["hands"]:
            yield from self._dealt_otherwise(step)
        elif fields:
            written = ["why" if field == "ending" else field for field in fields]
            kinds = (kind for kind, named in KINDS.items() if set(fields).issubset(named))
            events = (with_fields(one.event, other.event, written),
                      with_fields(other.event, one.event, written))  # fmt: skip
            yield self._which_reading(next(kinds, "other"), step, events)

    def _dealt_otherwise(self, step: AlignedLines) -> Iterator[Contradiction]:
        (one,), (other,) = step.sides
        dealt = compared.by_player(one.facts.get("hands"), other.facts.get("hands"))
        for player, *both in dealt:
            kind, cards = "card", [*map(_cards, compared.cards_apart(*both))]
            if len(both[0]) != len(both[1]):
                kind, cards = "amount", [*map(_how_many, both)]
            elif compared.fit(*both):
                continue
            names = (n for line in (one, other) for n in line.event["hands"] if fold(n) == player)
            text = N_(
                "Was {player} dealt {this} (as {one} wrote at event {one_event}) or "
                "{that} (as {other} wrote at event {other_event})?"
            )
            events = (dealt_as(one.event, other.event, player),
                      dealt_as(other.event, one.event, player))  # fmt: skip
            facts = {"player": next(names, player), "this": cards[0], "that": cards[1]}
            yield self._other_event(kind, step, text, events, **facts)

    def _other_reference(self, step: AlignedLines) -> Iterator[Contradiction]:
        """Yield the contradiction between two lines that refer to different events."""
        one, other = (line.event for (line,) in step.sides)
        this, that = one.get("event"), other.get("event")
        if this is None or that is None or self.same_line[0].get(this, that) == that:
            return
        mine, theirs = self.same_line[1].get(that), self.same_line[0].get(this)
        if mine != this:
            events = ({**one, "event": mine} if mine else None,
                      {**other, "event": theirs} if theirs else None)  # fmt: skip
            yield self._which_reading("other", step, events)

    def _which_reading(
        self, kind: str, step: AlignedLines, events: Sequence[Event | None]
    ) -> Contradiction:
        """Ask which of two lines about the same moment is right."""
        text = N_(
            "{one} wrote at event {one_event}: {this} "
            "{other} wrote at event {other_event}: {that} Which is right?"
        )
        this, that = (self._said(line) for (line,) in step.sides)
        return self._other_event(kind, step, text, events, this=this, that=that)

    def _said(self, line: ComparedLine) -> Sentences:
        return Sentences(self.sayings(line.event))

    # the effect on one log if the other is right

    def _other_event(
        self, kind: str, step: AlignedLines, text: str, events: Sequence[Event | None], **facts: Any
    ) -> Contradiction:
        """Return the question about a line that each log can give another event, if it has one."""
        added = [
            [log.reads(line, event)] if event else None
            for log, (line,), event in zip(self.logs, step.sides, events, strict=True)
        ]
        return self._reread(kind, step, text, added, **facts)

    def _reread(
        self, kind: str, step: AlignedLines, text: str, added: Sequence[Added], **facts: object
    ) -> Contradiction:
        """Return the question about these lines, with the names of the logs and the numbers of
        their events among its facts."""
        for side, name, lines in zip(SIDES, self.names, step.sides, strict=True):
            facts[side] = name
            if lines:
                facts[f"{side}_event"] = lines[0].number
        readings = [self._reading(step, side, lines) for side, lines in enumerate(added)]
        return Contradiction(kind, step.hands, Sentence(text, facts), readings, self.names)

    def _reading(self, step: AlignedLines, side: int, added: Added) -> LogReading:
        log, events = self.logs[side], tuple(line.number for line in step.sides[side])
        around = (None, None) if events else self._around(step, side)
        if added is None:
            return LogReading(events, *around)
        would_be = supposing(log.replay, besides=added, spell=log.spell)
        return LogReading(events, *around, tuple(added), Difference(log.report, would_be))

    def _in_the_words_of(self, side: int, event: Event) -> Event | None:
        """Return an event with this log's numbers; None if this log lacks the line it refers to."""
        if not isinstance(event.get("event"), int):
            return event
        there = self.same_line[1 - side].get(event["event"])
        return None if there is None else {**event, "event": there}

    # additions

    def _additions(self, step: AlignedLines) -> Iterator[Addition]:
        ones, others = step.sides
        more: Iterable[int] = ()
        if step.only is not None:
            more = () if step.quarrel else (step.only,)
        elif not step.moved and len(ones) == 1 and ones[0].type == others[0].type:
            _fields, more = line_difference(ones[0], others[0])
        for side in sorted(more):
            (line,) = step.sides[side]
            says = () if line.type == "pass" else tuple(self.sayings(line.event))
            yield Addition(side, step.hands[side], line.number, says, self.names[side])


def _gathered(additions: Sequence[Addition]) -> Iterator[Addition]:
    """Yield the additions, with all knocks that only one scribe wrote down merged into one."""
    yield from (addition for addition in additions if addition.says)
    knocks = [addition for addition in additions if not addition.says]
    for side in dict.fromkeys(knock.side for knock in knocks):
        first, *more = (knock for knock in knocks if knock.side == side)
        yield replace(first, count=1 + len(more))


def with_fields(event: Event, other: Event, fields: Iterable[str]) -> Event:
    """Return the event with these fields taken from the other event."""
    other_fields = {key: value for key, value in event.items() if key not in fields}
    return other_fields | {field: other[field] for field in fields if field in other}


def dealt_as(event: Event, other: Event, player: str) -> Event:
    """Return the deal with one player's cards taken from the other log."""
    hands = {name: cards for name, cards in event["hands"].items() if fold(name) != player}
    hands |= {name: cards for name, cards in other["hands"].items() if fold(name) == player}
    return {**event, "hands": hands}


def _cards(cards: Sequence[str]) -> object:
    return InOrder(cards) if cards else Word("cards that nobody saw")


def _how_many(cards: Sequence[str]) -> Sentence:
    text = Plural("{count} card", "{count} cards", len(cards))
    return Sentence(text, {"count": len(cards)})


def _in_words(option: Any) -> str:
    return option if isinstance(option, str) else ", ".join(option) or Word("none")
