"""The table around the hands: who sits where, the house rules, what was counted so far.

This is state only; ``session`` changes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from referee.judging.kernel.hands import Hand
from referee.judging.kernel.results import Result
from referee.judging.names import fold
from referee.judging.rulebook import House

H = TypeVar("H", bound=Hand[Any])


@dataclass(slots=True)
class Table(Generic[H]):
    """The session: the players in turn order, house rules, the hands and what they came to."""

    house: House
    """The house rules of the next hand; a change of house rules puts others in their place."""
    opening_house: House
    players: list[str]
    rule_ids: frozenset[str]
    most_hands: int | None
    """How many hands make a game; None where it goes on as long as people like."""
    names: dict[str, str] = field(default_factory=dict)
    """Everybody at the table, by the folded form of his name."""
    hands: list[H] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    """What the hands came to that are closed."""
    blurred: bool = False
    """Nobody knows whose deal is the next one: a gap between hands, or a dealer whom nobody knows,
    leaves it open."""
    hands_missing: bool = False
    """A gap between hands may hide hands, and what was counted in them."""
    disputes: dict[int, int] = field(default_factory=dict)
    """The disputes by their own numbers, with the number of the event that each contests."""
    forgiven: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.names = {fold(player): player for player in self.players}

    @property
    def hand(self) -> H | None:
        """The hand being played, or the last one."""
        return self.hands[-1] if self.hands else None

    @property
    def inside_hand(self) -> bool:
        """Whether a hand is open and not decided."""
        return self.hand is not None and not (self.hand.over or self.hand.blurred)

    @property
    def rounds(self) -> int:
        """How many hands of the game were opened, but for those that were given up."""
        return sum(not hand.abandoned for hand in self.hands)

    @property
    def is_full(self) -> bool:
        """Whether the game has had all its hands, the last one opened at least."""
        return self.most_hands is not None and self.rounds >= self.most_hands

    @property
    def carried(self) -> int:
        """What stays in the middle after the hands that are closed."""
        return self.results[-1].carried if self.results else 0

    def known(self, name: str) -> str | None:
        """The name, as first written, of somebody at the table."""
        return self.names.get(fold(name))

    def after(self, player: str) -> str:
        """Who comes next in turn order."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    @property
    def next_dealer(self) -> str | None:
        """Whose deal it is; None for the first hand, after a gap, and after a dealer whom nobody
        knows, when it may be anybody's."""
        return None if self.hand is None or self.blurred else self.after(self.hand.dealer)

    def scores(self) -> dict[str, int | None]:
        """What everybody has in all after the hands that are closed; None where the record leaves
        it open."""
        return summed(self.players, self.results)


def summed(players: list[str], results: list[Result]) -> dict[str, int | None]:
    """The points of these players after several hands; None where one of them is not known. A hand
    that was given up has no points."""
    totals: dict[str, int | None] = {}
    counted = [result.scores for result in results if result.scores]
    for player in players:
        points = [scores.get(player) for scores in counted]
        known = [one for one in points if one is not None]
        totals[player] = sum(known) if len(known) == len(points) else None
    return totals
