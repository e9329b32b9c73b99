"""The table around the hands: who sits where, the house rules, what the hands came to.

This is state only; ``session`` changes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from referee.judging.kernel.hands import Hand
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
    """Everybody who ever sat here, in the order of their seats."""
    rule_ids: frozenset[str]
    names: dict[str, str] = field(default_factory=dict)
    """The same by the folded form of the name."""
    hands: list[H] = field(default_factory=list)
    results: list[Any] = field(default_factory=list)
    """The results of the closed hands."""
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
        """Return whether a hand is open and not decided."""
        return self.hand is not None and not (self.hand.over or self.hand.blurred)

    @property
    def is_full(self) -> bool:
        """Return whether the game has had all its hands, the last one opened at least."""
        return False

    @property
    def carried(self) -> int:
        """Return what stays in the middle after the hands that are closed."""
        return self.results[-1].carried if self.results else 0

    @property
    def closed(self) -> bool:
        """Return whether the record of the last hand is complete: what it came to stands for
        good."""
        return len(self.results) == len(self.hands)

    @property
    def next_dealer(self) -> str | None:
        """Return whose deal it is; None for the first hand and where nobody knows, when it may be
        anybody's."""
        return None if self.hand is None or self.blurred else self.after(self.hand.dealer)

    def seated(self) -> list[str]:
        """Return who sits at the table now, in turn order."""
        return self.players

    def known(self, name: str) -> str | None:
        """The name, as first written, of somebody who ever sat at the table."""
        return name if name in self.players else self.names.get(fold(name))

    def sits(self, name: str) -> bool:
        """Return whether somebody of this name sits at the table now."""
        return self.known(name) is not None

    def after(self, player: str) -> str:
        """Return who comes next in turn order."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def take_result(self, hand: H, result: Any) -> None:
        """The record of a hand is complete: this is what it came to."""
        self.results.append(result)

    def mark(self) -> Any:
        """This moment between two hands, to come back to."""
        hand = self.hand
        return (
            self.house, self.blurred, self.hands_missing,
            len(self.hands), len(self.results), hand.mark() if hand is not None else None,
            dict(self.disputes), frozenset(self.forgiven),
        )  # fmt: skip

    def back_to(self, mark: Any) -> None:
        """Take the table back to a mark."""
        (
            self.house, self.blurred, self.hands_missing,
            hands, results, of_the_hand,
            disputes, forgiven,
        ) = mark  # fmt: skip
        del self.hands[hands:]
        del self.results[results:]
        if self.hand is not None:
            self.hand.back_to(of_the_hand)
        self.disputes, self.forgiven = dict(disputes), set(forgiven)
