"""Two logs line by line, and the questions to the table about their differences.

A question has the changes to either log if the other one were right. The referee does not decide
between them; it only reports if the rest of a scribe's own log contradicts what they wrote.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.replay import replayed
from referee.rulings.compare import logs as compared
from referee.rulings.compare.aligning import AlignedLines, side_by_side
from referee.rulings.compare.differences import (
    SIDES,
    Addition,
    Comparison,
    Contradiction,
    LogReading,
)
from referee.rulings.compare.logs import KINDS, ComparedLine, ComparedLog, line_difference
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
    strict = any(replay.play.house.get("meld_order") == "strict" for replay in both)
    logs = ComparedLog(both[0], strict, spell), ComparedLog(both[1], strict, spell)
    return SideBySide(logs, names).compared()


class SideBySide:
    """Two logs under comparison."""

    def __init__(self, logs: tuple[ComparedLog, ComparedLog], names: tuple[str, str]) -> None:
        self.logs, self.names = logs, names
        self.sayings = logs[0].replay.rulebook.sayings
        self.hands, self.steps = side_by_side(logs)
        both = [step.sides for step in self.steps if all(step.sides)]
        self.same_line = (
            {that.number: this.number for (this,), (that,) in both},
            {this.number: that.number for (this,), (that,) in both},
        )
        """For each log its lines, by the numbers of the same lines in the other log."""

    def compared(self) -> Comparison:
        """Return the contradictions and the additions."""
        differences = [*self._openings()]
        additions: list[Addition] = []
        for step in self.steps:
            if step.only is not None and step.quarrel:
                differences.append(self._only_one(step, step.only))
            elif step.only is not None:
                additions.append(self._addition(step, step.only))
            elif step.moved:
                differences.append(self._moved(step))
            else:
                (one,), (other,) = step.sides
                fields, more = line_difference(one, other)
                differences += self._other_reading(step, fields)
                additions += [self._addition(step, side) for side in sorted(more)]
        return Comparison(self.names, self.logs, self.hands, differences, [*_gathered(additions)])

    # differences in the opening line

    def _openings(self) -> Iterator[Contradiction]:
        one, other = (log.replay.opening for log in self.logs)
        step = AlignedLines(((ComparedLine(1, one, {}),), (ComparedLine(1, other, {}),)), (0, 0))
        seats, others = ([*map(fold, opening["players"])] for opening in (one, other))
        # wherever the list begins, each is followed by the player on the right
        if seats not in [others[at:] + others[:at] for at in range(len(others))]:
            text = N_(
                "Did they sit in the order {players} (as {one} wrote) or {other_players} "
                "(as {other} wrote)?"
            )
            facts = {"players": [*one["players"]], "other_players": [*other["players"]]}
            events = [with_fields(one, other, ["players"]), with_fields(other, one, ["players"])]
            yield self._read_as("player", step, text, facts, events)
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
            words = {"option": _in_words(option), "other_option": _in_words(instead)}
            events = [
                {**opening, "house": {**opening.get("house", {}), **plain({rule: taken})}}
                for opening, taken in ((one, instead), (other, option))
            ]
            yield self._read_as("other", step, text, {**words, "rule": rule}, events)

    # differences between two lines, or lines in only one log

    def _only_one(self, step: AlignedLines, has: int) -> Contradiction:
        lacks = 1 - has
        after, before = self.logs[lacks].around(step.hands[lacks], step.at[lacks])
        text = N_(
            "{has} wrote at event {event}: {it} "
            "{lacks} has no such line between events {after} and {before}. Did it happen?"
        )
        if before is None:
            text = N_(
                "{has} wrote at event {event}: {it} "
                "{lacks} has no such line after event {after}. Did it happen?"
            )
        facts = {
            "has": self.names[has], "event": step.line.number, "it": self._said(step.line),
            "lacks": self.names[lacks], "after": after, "before": before,
        }  # fmt: skip
        brought = self._in_the_words_of(lacks, step.line.event)
        added: list[Sequence[Event] | None] = [None, None]
        added[has] = [self.logs[has].reads(step.line, None)]
        if brought:
            added[lacks] = [self.logs[lacks].has(brought, step.hands[lacks], step.at[lacks])]
        return self._asked("missing", step, text, facts, added)

    def _moved(self, step: AlignedLines) -> Contradiction:
        text = N_(
            "{it} {one} wrote that at event {one_event}, and {other} at event {other_event}. "
            "When was it?"
        )
        every = zip(self.logs, step.sides, step.hands, step.at, strict=True)
        added = [
            [log.reads(line, None), log.has(line.event, hand, at)]
            for log, (line,), hand, at in every
        ]
        return self._asked("order", step, text, {"it": self._said(step.line)}, added)

    def _other_reading(self, step: AlignedLines, fields: Sequence[str]) -> Iterator[Contradiction]:
        """Yield the contradictions between two lines about the same moment, which differ in these
        fields."""
        if fields == ["hands"]:
            yield from self._dealt_otherwise(step)
            return
        (one,), (other,) = step.sides
        lines = [(one.event, self._in_the_words_of(0, other.event)),
                 (other.event, self._in_the_words_of(1, one.event))]  # fmt: skip
        for field in ("type", "event"):
            if any(event and event.get(field) != line.get(field) for line, event in lines):
                fields = [*fields, field]
        if fields:
            kinds = (kind for kind, named in KINDS.items() if {*fields} <= {*named})
            text = N_(
                "{one} wrote at event {one_event}: {this} "
                "{other} wrote at event {other_event}: {that} Which is right?"
            )
            facts = {"this": self._said(one), "that": self._said(other)}
            events = [event and with_fields(line, event, fields) for line, event in lines]
            yield self._read_as(next(kinds, "other"), step, text, facts, events)

    def _dealt_otherwise(self, step: AlignedLines) -> Iterator[Contradiction]:
        (one,), (other,) = step.sides
        dealt = compared.by_player(one.facts.get("hands"), other.facts.get("hands"))
        for player, *both in dealt:
            kind, cards = "card", [*map(_cards, compared.cards_apart(*both))]
            if len(both[0]) != len(both[1]):
                kind, cards = "amount", [*map(_how_many, both)]
            elif compared.cards_compared(*both)[0]:
                continue
            names = (n for line in (one, other) for n in line.event["hands"] if fold(n) == player)
            text = N_(
                "Was {player} dealt {this} (as {one} wrote at event {one_event}) or "
                "{that} (as {other} wrote at event {other_event})?"
            )
            facts = {"player": next(names), "this": cards[0], "that": cards[1]}
            events = (dealt_as(one.event, other.event, player),
                      dealt_as(other.event, one.event, player))  # fmt: skip
            yield self._read_as(kind, step, text, facts, events)

    def _said(self, line: ComparedLine) -> Sentences:
        return Sentences(self.sayings(line.event))

    def _in_the_words_of(self, side: int, event: Event) -> Event | None:
        """Return an event with this log's numbers; None if this log lacks the line it refers to."""
        if "event" not in event:
            return event
        there = self.same_line[side].get(event["event"])
        return None if there is None else {**event, "event": there}

    # the effect on one log if the other is right

    def _read_as(
        self, kind: str, step: AlignedLines, text: str, facts: Mapping[str, object],
        events: Sequence[Event | None],
    ) -> Contradiction:  # fmt: skip
        """Return the question about a line that each log can give another event, if it has one."""
        added = [
            [log.reads(line, event)] if event else None
            for log, (line,), event in zip(self.logs, step.sides, events, strict=True)
        ]
        return self._asked(kind, step, text, facts, added)

    def _asked(
        self, kind: str, step: AlignedLines, text: str, facts: Mapping[str, object],
        added: Sequence[Sequence[Event] | None],
    ) -> Contradiction:  # fmt: skip
        """Return the question about these lines, with the names of the logs and the numbers of
        their events among its facts; ``added`` make a log read like the other one, if it can."""
        known = {**facts, **dict(zip(SIDES, self.names, strict=True))}
        for side, lines in zip(SIDES, step.sides, strict=True):
            known |= {f"{side}_event": line.number for line in lines}
        readings = [self._reading(step, side, lines) for side, lines in enumerate(added)]
        return Contradiction(kind, step.hands, Sentence(text, known), readings, self.names)

    def _reading(self, step: AlignedLines, side: int, added: Sequence[Event] | None) -> LogReading:
        log, events = self.logs[side], tuple(line.number for line in step.sides[side])
        around = log.around(step.hands[side], step.at[side])
        reading = LogReading(events, *((None, None) if events else around))
        if added is None:
            return reading
        would_be = Difference(log.report, supposing(log.replay, besides=added, spell=log.spell))
        return replace(reading, corrections=tuple(added), difference=would_be)

    def _addition(self, step: AlignedLines, side: int) -> Addition:
        (line,) = step.sides[side]
        says = () if line.type == "pass" else tuple(self.sayings(line.event))
        return Addition(side, step.hands[side], line.number, says, self.names[side])


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


def _in_words(option: str | tuple[str, ...]) -> str:
    return option if isinstance(option, str) else ", ".join(option) or Word("none")
