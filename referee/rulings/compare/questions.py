"""Differences between two scribes' logs, phrased as questions to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.judging.rulebook import Sayings
from referee.rulings.compare.logs import ComparedLine
from referee.wording.sentences import OneAfterAnother, Sentence

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
"""The question about a line in only one log, by whether the other log has a line before and after
it."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Phrases questions about two logs with these names; ``sayings`` are those of the game."""

    names: tuple[str, str]
    sayings: Sayings

    def which_reading(self, one: ComparedLine, other: ComparedLine) -> Sentence:
        """Ask which of two lines about the same moment is right."""
        return Sentence(
            "{one} wrote at event {one_event}: {this} "
            "{other} wrote at event {other_event}: {that} Which is right?",
            self._wrote(one, other, this=self._said(one), that=self._said(other)),
        )

    def dealt(
        self, player: str, cards: Sequence[object], one: ComparedLine, other: ComparedLine
    ) -> Sentence:
        """Ask which cards a player was dealt."""
        return Sentence(
            "Was {player} dealt {this} (as {one} wrote at event {one_event}) or "
            "{that} (as {other} wrote at event {other_event})?",
            self._wrote(one, other, player=player, this=cards[0], that=cards[1]),
        )

    def did_it_happen(
        self, side: int, line: ComparedLine, after: int | None, before: int | None
    ) -> Sentence:
        """Ask about a line of only this log; ``after`` and ``before`` are its neighbours in the
        other."""
        facts = {
            "it": self._said(line), "has": self.names[side], "event": line.number,
            "lacks": self.names[1 - side], "after": after, "before": before,
        }  # fmt: skip
        return Sentence(DID_IT_HAPPEN[after is not None, before is not None], facts)

    def which_was_first(
        self, ones: Sequence[ComparedLine], others: Sequence[ComparedLine]
    ) -> Sentence:
        """Ask about two neighbouring lines in opposite order."""
        first, then = map(self._said, ones)
        later = {"one_then": ones[1].number, "other_then": others[1].number}
        return Sentence(
            "{one} wrote at events {one_event} and {one_then}: {first} {then} "
            "{other} wrote them the other way round, at events {other_event} and {other_then}. "
            "Which came first?",
            self._wrote(ones[0], others[0], first=first, then=then, **later),
        )

    def when(self, one: ComparedLine, other: ComparedLine) -> Sentence:
        """Ask about a line at different positions."""
        return Sentence(
            "{it} {one} wrote that at event {one_event}, and {other} at event {other_event}. "
            "When was it?",
            self._wrote(one, other, it=self._said(one)),
        )

    def which_rule(self, rule: str, option: str, other_option: str) -> Sentence:
        """Ask about a house rule at the start."""
        return Sentence(
            "Did the table agree on {option} (as {one} wrote) or {other_option} (as {other} wrote) "
            "for the house rule {rule}?",
            self._named(rule=rule, option=option, other_option=other_option),
        )

    def who_played(self, players: list[str], other_players: list[str]) -> Sentence:
        """Ask about the players and their turn order."""
        return Sentence(
            "Did they sit in the order {players} (as {one} wrote) or {other_players} "
            "(as {other} wrote)?",
            self._named(players=players, other_players=other_players),
        )

    def _named(self, **facts: object) -> dict[str, object]:
        return {**facts, "one": self.names[0], "other": self.names[1]}

    def _wrote(self, one: ComparedLine, other: ComparedLine, **facts: object) -> dict[str, object]:
        """Return the facts with the names of both logs and the numbers of their events."""
        return self._named(**facts, one_event=one.number, other_event=other.number)

    def _said(self, line: ComparedLine) -> OneAfterAnother:
        return OneAfterAnother(self.sayings(line.event))
