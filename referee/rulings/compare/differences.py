"""The differences between two logs: contradictions with their consequences, and additions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.findings import RECORD
from referee.judging.names import fold
from referee.rulings.whatif import Difference as Apart
from referee.wording.sentences import Sentence, SpellCard, fields_of, letters

SIDES: Final = ("one", "other")


@dataclass(frozen=True, slots=True)
class LogReading:
    """One log's side of a difference.

    ``events`` are the numbers of its lines, empty if the log has no such line; then ``after`` and
    ``before`` are the lines between which it would stand. ``corrections`` are the lines that make
    this log read like the other one, and ``apart`` is the resulting change. Both are None if this
    log cannot adopt the other reading.
    """

    events: tuple[int, ...]
    after: int | None = None
    before: int | None = None
    corrections: tuple[dict[str, Any], ...] | None = None
    apart: Apart | None = None

    @property
    def contradictions(self) -> int:
        """The number of new contradictions in the record if the other log were right."""
        if self.apart is None:
            return 0
        both = self.apart.findings_new, self.apart.findings_gone
        new, gone = (sum(finding["kind"] == RECORD for finding in found) for found in both)
        return int(new - gone)

    @property
    def moves_winner_or_money(self) -> bool:
        """Return whether a winner or money changes if the other log is right."""
        if self.apart is None:
            return False
        hands = self.apart.hands
        moved = any(
            hand.outcomes or hand.moves or None in (hand.was, hand.would_be) for hand in hands
        )
        return bool(moved or self.apart.moves or self.apart.middle)

    def to_dict(self) -> dict[str, Any]:
        """The reading as plain data."""
        told = fields_of(self, ("events", "after", "before", "corrections"))
        right = None if self.apart is None else self.apart.to_dict()
        return {**told, "if_the_other_is_right": right}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One contradiction between two logs, as a question to the table.

    ``kind`` is ``card``, ``player``, ``amount``, ``missing``, ``order`` or ``other``; ``hands`` are
    the hand's numbers in both logs, 0 before the first hand.
    """

    kind: str
    hands: tuple[int, int]
    question: Sentence
    readings: tuple[LogReading, LogReading]
    names: tuple[str, str]

    @property
    def can_be_tried(self) -> bool:
        """Return whether the effect of an answer is known."""
        return any(reading.apart is not None for reading in self.readings)

    @property
    def matters(self) -> bool:
        """Return whether a winner or money depends on the answer."""
        return any(reading.moves_winner_or_money for reading in self.readings)

    @property
    def better_log(self) -> int | None:
        """The log (0 or 1) that fits the rest of the records better; None if neither does."""
        one, other = (reading.contradictions for reading in self.readings)
        return None if one == other else int(one < other)

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The difference as plain data."""
        return {
            "kind": self.kind,
            "hand": dict(zip(SIDES, self.hands, strict=True)),
            "question": self.question.render(spell),
            "matters": self.matters if self.can_be_tried else None,
            "fits": None if self.better_log is None else SIDES[self.better_log],
            **{side: reading.to_dict() for side, reading in zip(SIDES, self.readings, strict=True)},
        }

    def consequences(self) -> list[Sentence]:
        """Return sentences that say whether and how the answer matters."""
        sentences = []
        one, other = (reading.apart for reading in self.readings)
        both_ways = one is not None and other is not None and _undo_each_other(one, other)
        for side, reading in enumerate(self.readings[:1] if both_ways else self.readings):
            facts = {"right": self.names[1 - side], "log": self.names[side]}
            if reading.apart:
                sentences.append(Sentence("If {right} is right, then in {log}:", facts))
                sentences += reading.apart.sentences()
        if not self.can_be_tried:
            sentences.append(Sentence("The effect of the answer is unknown.", {}))
        elif not self.matters:
            sentences.append(Sentence("It does not change the result of any hand.", {}))
        if (better := self.better_log) is not None:
            text = (
                "What {better} wrote fits the rest of the record better, and what {worse} wrote "
                "contradicts it; the table decides."
            )
            facts = {"better": self.names[better], "worse": self.names[1 - better]}
            sentences.append(Sentence(text, facts))
        return sentences


@dataclass(frozen=True, slots=True)
class Addition:
    """A fact in only one log that does not contradict the other.

    ``side`` is the log, ``event`` its line, ``count`` the number of such lines.
    """

    side: int
    hand: int
    event: int
    says: tuple[Sentence, ...]
    name: str
    count: int = 1

    def to_dict(self, spell: SpellCard = letters) -> dict[str, Any]:
        """The addition as plain data."""
        return {
            "log": SIDES[self.side],
            "hand": self.hand,
            "event": self.event,
            "count": self.count,
            "message": " ".join(sentence.render(spell) for sentence in self.sentences()),
        }

    def sentences(self) -> list[Sentence]:
        """The addition in sentences."""
        facts = {"name": self.name, "event": self.event, "count": self.count}
        if self.count > 1:
            return [Sentence("Only {name} wrote down knocks: {count} in all.", facts)]
        return [Sentence("Only {name} wrote at event {event}:", facts), *self.says]


def _undo_each_other(difference: Apart, other: Apart) -> bool:
    """Return whether the second change exactly undoes the first."""

    def rules(findings: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
        return sorted((each["rule"], fold(each["player"] or "")) for each in findings)

    return (
        {fold(name): -amount for name, amount in difference.moves.items()}
        == {fold(name): amount for name, amount in other.moves.items()}
        and difference.middle == -other.middle
        and rules(difference.findings_gone) == rules(other.findings_new)
        and rules(difference.findings_new) == rules(other.findings_gone)
        and [hand.number for hand in difference.hands] == [hand.number for hand in other.hands]
    )
