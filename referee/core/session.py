"""The session: who plays, by which house rules, the hands so far, and what was found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.declaring import Game
from referee.core.hand import UNDECIDED, Hand
from referee.core.rules import RuleSet, rule_set
from referee.judging.findings import UNFORGIVABLE, Finding
from referee.judging.names import fold
from referee.judging.rulebook import Event, House, Rulebook


class Session:
    """The state of an evening at one table."""

    def __init__(self, game: Game, rulebook: Rulebook, opening: Event) -> None:
        self.game, self.rulebook, self.opening = game, rulebook, opening
        self.rules: RuleSet = rule_set(game, rulebook.rule_ids)
        self.players: tuple[str, ...] = tuple(opening["players"])
        self._names = {fold(name): name for name in self.players}
        self.house: House = rulebook.house(opening.get("house", {}))
        self.opening_house = self.house
        self.findings: list[Finding] = []
        self.hands: tuple[Hand, ...] = ()
        self.worlds: tuple[Hand, ...] = ()
        """The readings of the last hand, the best first, which ``hands`` has; none if there is one
        only."""
        self.rounds = 0
        """How many hands count, without those that were given up."""
        self.rounds_open = False
        """A hand may have been given up, or not."""
        self.is_full = False
        self.next_dealer: str | None = None
        nothing = dict.fromkeys(self.players, 0)
        self.results: tuple[Any, ...] = ()
        """The results of the closed hands, which the sums below count: all but the last hand."""
        self.points: dict[str, int | None] = dict(nothing)
        self.sums: dict[str, int | None] = dict(nothing)
        """The points since the last gap between two hands, as the hands came out."""
        self.carried: dict[str, int | None] = dict(nothing)
        """The same, as it was written down."""
        self.forgiven: frozenset[int] = frozenset()
        self.disputes: Mapping[int, int] = {}

    @property
    def hand(self) -> Hand | None:
        """The hand being played, or the last one; None before the first, or behind the last."""
        return None if self.is_full or not self.hands else self.hands[-1]

    def known(self, name: str) -> str | None:
        """Return the name, as first written, of somebody at the table."""
        return self._names.get(fold(name))

    @property
    def is_complete(self) -> bool:
        """True if the game has had all its hands."""
        return self.is_full or (not self.rounds_open and self.rounds == self.game.hands)

    @property
    def hand_number(self) -> int:
        """The number of the hand in play, or of the last one; 0 before the first."""
        return len(self.hands)

    @property
    def round(self) -> int:
        """The number of the last round that was begun, without hands that did not count; 0 before
        the first."""
        return self.hand.round if self.hand is not None else 0

    @property
    def hand_is_open(self) -> bool:
        """True if a hand is certainly being played."""
        hand = self.hand
        return hand is not None and not hand.maybe("over", True)

    @property
    def decided_in_the_open(self) -> bool:
        """Return whether the last hand was decided by what everybody saw."""
        hand = self.hand
        if hand is None or hand.contested:
            return False
        return hand.maybe("over") not in (None, UNDECIDED)

    def status(self, finding: Finding) -> str | None:
        """Return what became of a finding; None if nobody can forgive it."""
        if finding.kind in UNFORGIVABLE:
            return None
        return "forgiven" if finding.event in self.forgiven else "open"
