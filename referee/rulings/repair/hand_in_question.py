"""A hand with findings: the lines that may have led to them, other readings of these, and the lines
that record another reading.

A trial judges only the hand, from its opening, and stops when it has too many findings.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from referee.cards.deck import NAMES, RANKS, SUITS, UNRECORDED, names
from referee.judging.account import THE_MIDDLE
from referee.judging.corrections import REVISING, Event, Numbered, correction, insertion
from referee.judging.findings import MISSED, Finding
from referee.judging.replay import Play, ReplayedLog
from referee.wording.sentences import Cards

# the ranks beside each other, and those that look alike when written by hand
NEAR_PAIRS = (*map("".join, pairwise(RANKS)), "A4", "69", "38", "58", "56", "JK")

OTHER_SUIT, NEAR_RANK, ANY_CARD = 0.35, 0.25, 0.4
"""The shares of misread cards: wrong suit, a near or similar rank, any other card."""


def likelihood(meant: str, written: str) -> float:
    """Return the likelihood that ``written`` stands for ``meant``, given a mistake.

    >>> likelihood("7h", "7s") > likelihood("7h", "Ks") < likelihood("7h", "8h")
    True
    """
    if meant[0] == written[0]:
        return OTHER_SUIT / (len(SUITS) - 1)
    near = {rank for pair in NEAR_PAIRS if meant[0] in pair for rank in pair} - {meant[0]}
    if meant[1] == written[1] and written[0] in near:
        return NEAR_RANK / len(near)
    return ANY_CARD / len(NAMES)


Slot = tuple[str | int, ...]
"""The path to a card in an event: fields and indexes."""


def slots(event: Mapping[str, Any]) -> Iterator[tuple[Slot, str]]:
    """Yield the path of each card that an event names, with the card.

    >>> list(slots({"type": "meld", "cards": ["7h", "??"]}))
    [(('cards', 0), '7h')]
    """
    if event.get("card", UNRECORDED) != UNRECORDED:
        yield ("card",), event["card"]
    for number, card in enumerate(event.get("cards", ())):
        if card != UNRECORDED:
            yield ("cards", number), card
    for player, cards in event.get("hands", {}).items():
        for number, card in enumerate(cards if isinstance(cards, list) else ()):
            if card != UNRECORDED:
                yield ("hands", player, number), card


def with_card(event: Any, slot: Slot, card: str) -> Any:
    """Return the event with another card at this path.

    >>> with_card({"type": "draw", "card": "7h"}, ("card",), "7s")
    {'type': 'draw', 'card': '7s'}
    """
    if not slot:
        return card
    changed: Any = list(event) if isinstance(event, list) else dict(event)
    changed[slot[0]] = with_card(event[slot[0]], slot[1:], card)
    return changed


@dataclass(frozen=True, slots=True)
class Edit:
    """Another reading of a few lines: ``events`` in place of those from ``start`` to ``stop``."""

    start: int
    stop: int
    events: tuple[Numbered, ...]


NEAR: Final = 6  # lines before a finding in which a slip may have led to it, whatever its cards
MANY: Final = 15  # cards in a line from which none of them counts as the one in question
CITED, CLOSE, ELSEWHERE = 1.0, 0.3, 0.03
"""The suspicion of a slip in a line: cited by a finding, near one, or elsewhere."""


class HandInQuestion:
    """A hand, from its ``hand`` event (the index ``start``) through the next one, and the lines
    that may have led to its findings."""

    def __init__(self, replay: ReplayedLog, number: int, start: int, stop: int) -> None:
        self.replay, self.events, self.game = replay, replay.events, replay.rulebook
        self.number, self.start, self.stop = number, start, stop
        self.is_last = stop == len(self.events)
        self.steps = 0
        """The number of events judged in trials so far: their cost."""
        self.index_of = {self.events[index][0]: index for index in range(start, stop)}
        self.lines = [at for at in range(start, stop) if self.kind(at) not in REVISING]
        self.drawn = [at for at in self.lines if self.kind(at) == "draw"]
        self.deals = [at for at in self.lines if self.kind(at) == "deal"]

    def event(self, index: int) -> Event:
        """Return the event with this index."""
        return self.events[index][1]

    def kind(self, index: int) -> str:
        """Return the type of the event with this index."""
        return str(self.events[index][1]["type"])

    # the table, and other readings

    def before(self) -> Play:
        """Return the table before the hand, ready to play on."""
        return self.replay.before_hand(self.number)

    def table_before(self, index: int) -> Mapping[str, Any] | None:
        """Return the table before the line with this index; None if no hand is open."""
        play = self.before()
        play.play_on(self.events[self.start : index])
        table: Mapping[str, Any] | None = play.view()["hand"]
        return table

    @cached_property
    def players(self) -> list[str]:
        """The names of the players in this hand."""
        table = self.table_before(self.start + 1)
        return [seat["player"] for seat in table["seats"]] if table else []

    def reading(self, edit: Edit) -> list[Numbered]:
        """Return the lines of the hand with this edit."""
        events = self.events
        return [*events[self.start : edit.start], *edit.events, *events[edit.stop : self.stop]]

    def found(self, edit: Edit, most: int = 10**9) -> list[Finding] | None:
        """Return the findings in the hand with this edit; None if there are more than ``most``."""
        play = self.before()
        before, missed = len(play.findings), 0
        for seq, event in self.reading(edit):
            known = len(play.findings)
            play.play_on([(seq, event)])
            self.steps += 1
            if len(play.findings) > known:
                missed += sum(finding.kind == MISSED for finding in play.findings[known:])
                # without draws, findings on melds are dropped if the melds end unwritten play
                if len(play.findings) - before - missed > most and self.drawn:
                    return None
        findings = play.findings[before:]
        if self.is_last:
            final = play.found(0, final=True)
            findings = [finding for finding in final if finding.hand >= self.number]
        findings = [finding for finding in findings if finding.kind != MISSED]
        return findings if len(findings) <= most else None

    def lines_to_add(self, edit: Edit, why: str) -> tuple[dict[str, Any], ...]:
        """Return the ``correct`` and ``insert`` lines that apply an edit."""
        now, was = dict(edit.events), dict(self.events[edit.start : edit.stop])
        if edit.start == len(self.events):
            return tuple(map(dict, now.values()))
        before = self.events[edit.start][0]
        changed = (seq for seq, event in was.items() if now.get(seq) != event)
        return (
            *(correction(seq, self.replay.lines[seq - 1], now.get(seq), why) for seq in changed),
            *(insertion(before, event, why) for seq, event in now.items() if seq not in was),
        )

    # the findings, and what may have led to them

    @cached_property
    def findings(self) -> list[Finding]:
        """The findings in the hand as it was written, except missed chances."""
        return self.found(Edit(self.start, self.start, ())) or []

    @cached_property
    def cited(self) -> set[int]:
        """The lines that the findings cite."""
        numbers = {seq for finding in self.findings for seq in (finding.event, *finding.cites)}
        return {self.index_of[number] for number in numbers if number in self.index_of}

    @cached_property
    def near(self) -> set[int]:
        """The lines near the findings, and those that show the cards of a side game with one."""
        first = min(self.findings, key=lambda finding: finding.event)
        at = self.index_of.get(first.event, self.stop - 1)
        here = bisect(self.lines, at)
        sides = {finding.player for finding in self.findings if finding.rule.startswith("side.")}
        shows = (at for at in self.lines if self.kind(at) == "show")
        shown = (at for at in shows if self.event(at)["player"] in sides)
        return {*self.lines[max(here - NEAR - 1, 0) : here + 1], *self.cited, *shown}

    @cached_property
    def cards(self) -> set[str]:
        """The cards that the findings name, and those in the lines that they cite."""
        facts = [fact for finding in self.findings for fact in finding.facts.values()]
        named = {card for fact in facts if isinstance(fact, Cards) for card in names(fact)}
        lines = [[card for _, card in slots(self.event(index))] for index in self.cited]
        return (named - {UNRECORDED}).union(*(cards for cards in lines if len(cards) < MANY))

    def nearness(self, edit: Edit) -> float:
        """Return how near the lines of an edit are to the findings."""
        indexes = {*range(edit.start, max(edit.stop, edit.start + 1))}
        return CITED if indexes & self.cited else CLOSE if indexes & self.near else ELSEWHERE

    def held(self, event: Event) -> Sequence[str]:
        """Return the cards dealt to the player of this line, if some of them are unknown."""
        if event["type"] not in ("pay", "show", "announce", "declare", "cambio"):
            return ()
        dealt = self.event(self.deals[-1])["hands"].get(event["player"]) if self.deals else None
        return dealt if isinstance(dealt, list) and UNRECORDED in dealt else ()

    def paid_behind(self, index: int) -> str | None:
        """Return the player who gains most in the payments from this line to the next hand."""
        got: Counter[str] = Counter()
        for event in (self.event(at) for at in self.lines if at >= index):
            if event["type"] == "payment":
                got[event["to"]] += event["amount"]
                got[event["from"]] -= event["amount"]
        got.pop(THE_MIDDLE, None)
        first, second = [*got.most_common(2), ("", 0), ("", 0)][:2]
        return first[0] if first[1] > max(second[1], 0) else None
