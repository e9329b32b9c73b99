"""Other readings of a few lines: their likelihood, their findings in a hand, and the lines that
record them.

A trial judges only one hand, from its opening, and stops when it has too many findings.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import Any

from referee.cards.deck import NAMES, RANKS, SUITS, UNRECORDED
from referee.judging.corrections import Event, Numbered, correction, insertion
from referee.judging.findings import MISSED, Finding
from referee.judging.replay import Play, replayed


@dataclass(frozen=True, slots=True)
class Edit:
    """Another reading of a few lines: ``events`` in place of those from ``start`` to ``stop``."""

    start: int
    stop: int
    events: tuple[Numbered, ...]


NO_EDIT = Edit(0, 0, ())


@dataclass(frozen=True, slots=True)
class HandLines:
    """The lines of one hand, from its ``hand`` event through the next one."""

    number: int
    start: int
    stop: int
    is_last: bool


def seconds_between(event: Event, other: Event) -> float | None:
    """Return the seconds between two lines; None if one of them has no time."""
    if "at" not in event or "at" not in other:
        return None
    return (
        datetime.fromisoformat(other["at"]) - datetime.fromisoformat(event["at"])
    ).total_seconds()


class Trials:
    """A log and the trials of other readings of it."""

    def __init__(self, lines: Sequence[Event]) -> None:
        self.lines = lines
        self._replay = replay = replayed(lines)
        self.events, rulebook = replay.events, replay.rulebook
        self.kinds, self.words = rulebook.events, rulebook.words
        """The event types of this game, and the allowed words of their fields."""
        self.one_pack = rulebook.deck <= len(NAMES)
        """True if every card exists only once."""
        pauses = [seconds_between(one, other) for (_, one), (_, other) in pairwise(self.events)]
        timed = [pause for pause in pauses if pause is not None]
        self.usual_pause = median(timed) if timed else 0.0
        """The usual number of seconds from one line to the next; 0 if the times are unknown."""
        self.steps = 0
        """The number of events judged so far: the cost of the trials."""
        self._found_at: dict[int, list[int]] = {}
        starts = [at for at, (_, event) in enumerate(self.events) if event["type"] == "hand"]
        ends = [*(index + 1 for index in starts), len(self.events)][1:]
        self.stretches = [
            HandLines(number, start, end, number == len(starts))
            for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
        ]

    def before(self, hand: HandLines) -> Play:
        """Return the table before a hand, ready to play on."""
        return self._replay.before_hand(hand.number)

    def found(
        self, hand: HandLines, edit: Edit = NO_EDIT, most: int = 10**9
    ) -> list[Finding] | None:
        """Return the findings in a hand with this edit; None if there are more than ``most``."""
        play = self.before(hand)
        before, missed = len(play.findings), 0
        for seq, event in self.reading(hand, edit):
            known = len(play.findings)
            play.step(seq, event)
            self.steps += 1
            if len(play.findings) > known:
                missed += sum(finding.kind == MISSED for finding in play.findings[known:])
                if len(play.findings) - before - missed > most:
                    return None
        findings = play.findings[before:]
        if hand.is_last:
            findings = [
                finding for finding in play.found(0, final=True) if finding.hand >= hand.number
            ]
        findings = [finding for finding in findings if finding.kind != MISSED]
        return findings if len(findings) <= most else None

    def too_late(self, hand: HandLines, most: int) -> int:
        """Return the first index at which no edit can help, because more than ``most`` findings
        precede it."""
        indexes = self._found_at.get(hand.number)
        if indexes is None:
            indexes = self._found_at[hand.number] = self._indexes_of_findings(hand)
        return indexes[most] if most < len(indexes) else hand.stop

    def _indexes_of_findings(self, hand: HandLines) -> list[int]:
        """Return the index of each finding of a hand."""
        play, indexes = self.before(hand), []
        for index in range(hand.start, hand.stop):
            known = len(play.findings)
            play.step(*self.events[index])
            indexes += [index for finding in play.findings[known:] if finding.kind != MISSED]
        return indexes

    def reading(self, hand: HandLines, edit: Edit) -> list[Numbered]:
        """Return the lines of a hand with this edit."""
        events = self.events
        if edit is NO_EDIT:
            return [*events[hand.start : hand.stop]]
        return [*events[hand.start : edit.start], *edit.events, *events[edit.stop : hand.stop]]


def lines_to_add(trials: Trials, edit: Edit, why: str) -> tuple[dict[str, Any], ...]:
    """Return the ``correct`` and ``insert`` lines that apply an edit."""
    old = trials.events[edit.start : edit.stop]
    if edit.start == len(trials.events):
        return tuple(dict(event) for _, event in edit.events)
    if not old:
        before = trials.events[edit.start][0]
        return tuple(insertion(before, event, why) for _, event in edit.events)
    now = dict(edit.events)
    return tuple(
        correction(seq, trials.lines[seq - 1], now.get(seq), why)
        for seq, event in old
        if now.get(seq) != event
    )


LOOK_ALIKE = ("A4", "17", "69", "38", "58", "56", "TJ", "JQ", "QK", "JK")
"""Ranks that look alike when written by hand."""

OTHER_SUIT, NEAR_RANK, ANY_CARD = 0.35, 0.25, 0.4
"""The shares of misread cards: wrong suit, a near or similar rank, any other card."""


def _near(rank: str) -> str:
    at = RANKS.index(rank)
    near = {*RANKS[max(at - 1, 0) : at + 2]}
    near |= {other for pair in LOOK_ALIKE if rank in pair for other in pair if other in RANKS}
    return "".join(sorted(near - {rank}))


NEAR_RANKS: Mapping[str, str] = {rank: _near(rank) for rank in RANKS}


def likelihood(meant: str, written: str) -> float:
    """Return the likelihood that ``written`` stands for ``meant``, given a mistake.

    >>> likelihood("7h", "7s") > likelihood("7h", "Ks") < likelihood("7h", "8h")
    True
    """
    if meant[0] == written[0]:
        return OTHER_SUIT / (len(SUITS) - 1)
    near = NEAR_RANKS[meant[0]]
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
