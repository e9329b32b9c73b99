"""What a ruling looks at: one event of a log, the table before it, and the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.cards.deck import names
from referee.judging.corrections import REVISING, Event, as_they_should_read
from referee.judging.facts import AGREED, ALLEGED, DEDUCED, RECORDED, Fact
from referee.judging.findings import RECORD, Undecided
from referee.judging.registry import find
from referee.judging.replay import Play, Replay, judge
from referee.judging.report import Report
from referee.judging.rulebook import Rule, Rulebook
from referee.rulings.whatif import NotPossible, no_such_event
from referee.wording.language import Word, _
from referee.wording.sentences import Cards, InOrder, Sentence, SpellCard, letters

FEW_EVENTS = 3
"""A rule that is run at more kinds of event than these is about play in general."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, about which event, and in what words (both None where nobody did)."""

    event: int
    by: str | None = None
    words: str | None = None
    at: int | None = None
    """The ``dispute`` event that asks."""


class Moment:
    """One event of a log, as it should read, and the table as it was before it.

    Raises NotPossible where the log has no such event, or it never happened.
    """

    def __init__(self, lines: Sequence[Event], seq: int, spell: SpellCard = letters) -> None:
        evening = as_they_should_read(lines)
        if not 1 <= seq <= len(lines):
            raise no_such_event(lines, seq)
        self.lines = lines
        self.seq = seq
        self.spell = spell
        self.rulebook: Rulebook = find(evening[0][1]["game"])
        self.evening = dict(evening)
        if seq not in self.evening:
            struck_out = _("Event {event} never happened: a later line struck it out.")
            raise NotPossible(struck_out.format(event=seq))
        self.event: Event = self.evening[seq]
        self.play: Play = self.rulebook.lay_table(self.rulebook, evening[0][1])
        self.house_at: dict[str, int] = dict.fromkeys(evening[0][1].get("house", {}), 1)
        for number, event in evening[1:]:
            if number == seq:
                break
            if event["type"] == "house":
                self.house_at |= dict.fromkeys(event["house"], number)
            self.play.step(number, event)

    @cached_property
    def report(self) -> Report:
        """The report of the whole log."""
        return judge(self.lines, spell=self.spell)

    @cached_property
    def whole(self) -> Replay:
        """The table after the whole log."""
        replay = Replay()
        replay.feed_all(self.lines)
        return replay

    @property
    def before(self) -> int | None:
        """The number of the event before this one."""
        order = list(self.evening)
        place = order.index(self.seq)
        return order[place - 1] if place else None

    @property
    def findings(self) -> list[Mapping[str, Any]]:
        """What was found at this event."""
        return [one for one in self.report["findings"] if one["event"] == self.seq]

    @property
    def questions(self) -> list[Mapping[str, Any]]:
        """What the record leaves open at this event."""
        return [one for one in self.report["undecided"] if one["event"] == self.seq]

    @property
    def house(self) -> Mapping[str, Any]:
        """The house rules in force."""
        return self.play.house

    def option(self, name: str) -> str:
        """The option of a house rule in force, in words."""
        chosen = self.house[name]
        return chosen if isinstance(chosen, str) else ", ".join(chosen) or Word("none")

    def rule(self, rule_id: str) -> Rule:
        """A rule of the game."""
        rule = self.rulebook.rule(rule_id)
        assert rule is not None
        return rule

    def rules_asked(self) -> Iterator[Rule]:
        """The rules that are about events of this kind above all."""
        kind = self.event["type"]
        for rule in self.rulebook.rules:
            of_its_own = len(rule.on) <= FEW_EVENTS or rule.on[0] == kind
            if rule.kind != RECORD and kind in rule.on and of_its_own:
                yield rule

    def said(self, seq: int | None = None) -> list[Sentence]:
        """What the event says; another one's number gives that event."""
        event = self.event if seq is None else self.evening.get(seq)
        return self.rulebook.sayings(event) if event is not None else []

    def held_before(self) -> Iterator[tuple[str, tuple[str, ...], tuple[int, ...]]]:
        """The cards that players certainly held before the event, by the events that show it."""
        for known in self.whole.knowledge(self.before) if self.before else ():
            by_reason: dict[tuple[int, ...], list[str]] = {}
            for card in known.surely:
                by_reason.setdefault(tuple(known.because.get(card, ())), []).append(card)
            for events, cards in by_reason.items():
                yield known.player, tuple(cards), events

    def examples(self, question: Mapping[str, Any]) -> Iterator[Sentence]:
        """Two deals that fit the record, with the cards in question where they decide it one way
        and the other. There are none where the question is not about named cards."""
        asked = ("event", "rule", "player")
        for one in self.whole.play.undecided():
            if all(getattr(one, name) == question[name] for name in asked):
                yield from self._both_ways(one)

    def _both_ways(self, question: Undecided) -> Iterator[Sentence]:
        cards, player = question.facts.get("cards"), question.facts.get("player")
        if not isinstance(cards, Cards) or not isinstance(player, str) or self.before is None:
            return
        card = names(cards)[0]
        dealt = question.rule == "side.false"
        place, list_of = (f"dealt {player}", "dealt") if dealt else (player, "hands")
        for where in (place, f"not {place}"):
            deal = self.whole.possible_deal(self.before, {card: where})
            if deal is not None:
                text = "A deal that fits the record: {player} was dealt {held}." if dealt else (
                    "A deal that fits the record: {player} held {held} then."
                )  # fmt: skip
                yield Sentence(text, {"player": player, "held": InOrder(deal[list_of][player])})

    def pardons(self) -> dict[int, tuple[str, ...]]:
        """The events by which the table forgave what was flagged here, with who agreed."""
        disputes = {
            number
            for number, event in self.evening.items()
            if event["type"] == "dispute" and event["event"] == self.seq
        }
        return {
            number: tuple(event.get("agreed_by", ()))
            for number, event in self.evening.items()
            if (event["type"] == "forgive" and event["event"] == self.seq)
            or (
                event["type"] == "ruling"
                and event["dispute"] in disputes
                and event["decision"] == "forgiven"
            )
        }


def facts_of(
    moment: Moment, rules: Sequence[Rule], asked: Asked, shown_by: Sequence[int]
) -> tuple[Fact, ...]:
    """All facts that bear on a ruling: what was written, how the table stood, what is agreed, and
    what somebody says."""
    found = [_recorded(moment, seq) for seq in sorted(shown_by) if moment.said(seq)]
    found += _corrected(moment)
    known = {fact.events for fact in found if len(fact.events) == 1}
    found += [fact for fact in moment.play.situation(moment.event) if fact.events not in known]
    found += _deduced(moment)
    found += _agreed(moment, rules)
    if asked.words:
        found.append(_alleged(asked))
    return tuple(found)


def _recorded(moment: Moment, seq: int) -> Fact:
    said = moment.said(seq)[0]
    return Fact(RECORDED, "Event {number}: {said}", {"number": seq, "said": said}, (seq,))


def _corrected(moment: Moment) -> Iterator[Fact]:
    for number, line in enumerate(moment.lines, 1):
        if line["type"] in REVISING and line.get("event") == moment.seq:
            text = "It was written down otherwise at first, and corrected at event {number}."
            yield Fact(AGREED, text, {"number": number}, (number,))


def _deduced(moment: Moment) -> Iterator[Fact]:
    """What the whole record proves about the hand of whoever acted, just before he did, with the
    events that show it: what was learnt later holds for the past, too."""
    for player, cards, events in moment.held_before():
        if player == moment.event.get("player"):
            text = "{player} certainly held {cards} then."
            yield Fact(DEDUCED, text, {"player": player, "cards": InOrder(cards)}, events)


def _agreed(moment: Moment, rules: Sequence[Rule]) -> Iterator[Fact]:
    for name in dict.fromkeys(name for rule in rules for name in rule.binds):
        facts = {"name": name, "option": moment.option(name)}
        at = moment.house_at.get(name)
        if at is not None:
            text = "The table plays {name}: {option}."
            yield Fact(AGREED, text, facts, (at,))
        else:
            text = "Nothing was agreed about {name}; what is usual holds: {option}."
            yield Fact(AGREED, text, facts)


def _alleged(asked: Asked) -> Fact:
    events = (asked.at,) if asked.at is not None else ()
    if asked.by is None:
        return Fact(ALLEGED, "Somebody says: “{words}”", {"words": asked.words}, events)
    facts = {"by": asked.by, "words": asked.words}
    return Fact(ALLEGED, "{by} says: “{words}”", facts, events)
