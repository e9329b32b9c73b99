"""The subject of a ruling: one event of a log, the table before it, and the report."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from referee.cards.deck import names
from referee.judging.corrections import Event, as_they_should_read
from referee.judging.findings import Finding, Undecided
from referee.judging.replay import Play, ReplayedLog
from referee.judging.report import Report
from referee.judging.rulebook import House, Rule
from referee.rulings.whatif import NotPossible, no_such_event, replaced, with_house_rules
from referee.wording.sentences import Cards, InOrder, Sentence, SpellCard, letters

PAYMENTS: Final = "payment.wrong"
FAR_TOO_MUCH: Final = 10**9


@dataclass(frozen=True, slots=True)
class Asked:
    """A dispute: the event in question, and the player who asks, if any, with their words."""

    event: int
    by: str | None = None
    words: str | None = None
    at: int | None = None
    """The ``dispute`` event that asks."""


class InQuestion:
    """One event of a log after corrections, and the table before it.

    Raises NotPossible if the log has no such event, or a later line struck it out.
    """

    def __init__(self, whole: ReplayedLog, seq: int, spell: SpellCard = letters) -> None:
        self.whole, self.lines, self.rulebook = whole, whole.lines, whole.rulebook
        """The table after the whole log, its lines and its rulebook."""
        if seq not in range(1, len(self.lines) + 1):
            raise no_such_event(self.lines, seq)
        self.seq, self.spell = seq, spell
        self.evening = dict(whole.events)
        if seq not in self.evening:
            struck_out = "Event {event} never happened: a later line struck it out."
            raise NotPossible(struck_out, event=seq)
        self.event: Event = self.evening[seq]
        self.place = next(at for at, (number, _) in enumerate(whole.events) if number == seq)
        self.hand = sum(event["type"] == "hand" for _, event in whole.events[: self.place])
        """The number of the hand, 0 before the first one."""
        self.play: Play = whole.otherwise(whole.events[: self.place] or whole.events[:1])
        self.house_at: dict[str, int] = dict.fromkeys(whole.opening.get("house", {}), 1)
        for number, event in whole.events[: self.place]:
            if event["type"] == "house":
                self.house_at |= dict.fromkeys(event["house"], number)
        self.before = whole.events[self.place - 1][0] if self.place else None
        """The number of the event before this one."""
        self.house = self.play.house
        """The house rules in force."""

    @cached_property
    def report(self) -> Report:
        """The report of the whole log."""
        return self.whole.report(self.spell)

    def status(self, finding: Finding) -> str | None:
        """Return the status of a finding of the whole log."""
        return self.whole.play.status(finding)

    def asked_later(self, rule: Rule) -> bool:
        """Return whether a rule that could not be judged here was judged later in this hand."""
        kinds = {"hand", *rule.on} - ({self.event["type"]} - {"hand"})
        for seq, event in self.evening.items():
            if seq > self.seq and event["type"] in kinds:
                later = InQuestion(self.whole, seq).play
                return event["type"] != "hand" and rule.id not in later.undecidable(event)
        return False

    def unjudged_payments(self) -> Iterator[str]:
        """Yield the rule about payments if this is one, and not even far too much would break it
        because the record leaves open what was owed."""
        if self.event["type"] == "payment" and self.rulebook.rule(PAYMENTS) is not None:
            too_much = {**self.event, "amount": self.event["amount"] + FAR_TOO_MUCH}
            events = [(n, too_much if n == self.seq else event) for n, event in self.whole.events]
            found = self.whole.otherwise(events).found(0, final=True)
            if PAYMENTS not in [finding.rule for finding in found]:
                yield PAYMENTS

    def broken_without_gaps(self) -> Iterator[str]:
        """Yield the rules that this event would break if earlier gaps were empty."""
        gaps = [seq for seq, event in self.evening.items() if event["type"] == "gap"]
        if gaps and gaps[0] < self.seq:
            nothing = {"type": "note", "note": "-"}
            lines = [nothing if seq in gaps else line for seq, line in enumerate(self.lines, 1)]
            findings = self.whole.otherwise(as_they_should_read(lines)).found(0, final=True)
            yield from (finding.rule for finding in findings if finding.event == self.seq)

    def around(self, house: House) -> Play:
        """Return the table after this hand, with house rules agreed one hand earlier."""
        events = self.whole.events
        begun = [at for at, (_, event) in enumerate(events) if event["type"] == "hand"]
        here = bisect(begun, self.place)
        start = begun[here - 2] if here > 1 else 1
        end = begun[here] + 1 if here < len(begun) else len(events)
        agreed_on = [(1, {"type": "house", "house": dict(house)})] if house else []
        played = with_house_rules(self.rulebook, events[start:end], partial(replaced, chosen=house))
        return self.whole.otherwise([*events[:start], *agreed_on, *played])

    def rule(self, rule_id: str) -> Rule:
        """Return a rule of the game by its id."""
        rule = self.rulebook.rule(rule_id)
        assert rule is not None
        return rule

    def sentences(self, seq: int | None = None) -> list[Sentence]:
        """Return the sentences of this event, or of event ``seq``."""
        event = self.event if seq is None else self.evening.get(seq)
        return self.rulebook.sayings(event) if event is not None else []

    def examples(self, question: Undecided) -> Iterator[Sentence]:
        """Yield two deals that fit the record and decide a question about cards both ways."""
        cards, player = question.facts.get("cards"), question.facts.get("player")
        if not isinstance(cards, Cards) or not isinstance(player, str) or self.before is None:
            return
        at, text = self.before, "A deal that fits the record: {player} held {held} then."
        if question.rule == "side.false":
            text = "A deal that fits the record: {player} was dealt {held}."
            dealt = (
                seq for seq, event in self.evening.items() if event["type"] in ("hand", "deal")
            )
            at = max(seq for seq in dealt if seq <= at)
        for where in (player, f"not {player}"):
            deal = self.whole.possible_deal(at, {names(cards)[0]: where})
            if deal is not None:
                yield Sentence(text, {"player": player, "held": InOrder(deal["hands"][player])})

    def pardons(self) -> dict[int, tuple[str, ...]]:
        """Return the events by which the table forgave this one, with those who agreed."""
        disputes = self.disputes()
        pardons = {}
        for number, event in self.evening.items():
            pardoned = event["type"] == "forgive" and event["event"] == self.seq
            if event["type"] == "ruling" and event["decision"] == "forgiven":
                pardoned = event["dispute"] in disputes
            if pardoned:
                pardons[number] = tuple(event.get("agreed_by", ()))
        return pardons

    def disputes(self) -> dict[int, Event]:
        """Return the disputes about this event by their numbers."""
        return {
            number: line
            for number, line in self.evening.items()
            if line["type"] == "dispute" and line["event"] == self.seq
        }
