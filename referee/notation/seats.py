"""The seats, the next dealer, and the house rules of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.judging.names import fold

SEATING: Final = frozenset({"game", "join", "leave", "hand", "house"})
"""The events that say who sits at the table, who deals, and by which house rules."""


class Seats:
    """The seats in turn order after some events of a log.

    >>> seats = Seats()
    >>> seats.apply({"type": "game", "players": ["Ana", "Beto"]})
    >>> seats.apply({"type": "hand", "dealer": "Ana"})
    >>> seats.next_dealer
    'Beto'
    """

    def __init__(self) -> None:
        self.players: list[str] = []
        self._folded: list[str] = []
        self.next_dealer: str | None = None
        self.house: dict[str, Any] = {}
        """The house rules that the table has chosen."""
        self._dealer: str | None = None

    @property
    def have_dealt(self) -> bool:
        """Return whether a hand was opened."""
        return self._dealer is not None

    def apply(self, event: Mapping[str, Any]) -> None:
        """Apply an event to the seats, the order of the deal or the house rules."""
        match event["type"]:
            case "game":
                self.players = list(event["players"])
                self.house = dict(event.get("house", {}))
                self._folded = [fold(name) for name in self.players]
            case "hand":
                self._dealer = event["dealer"]
                self.next_dealer = self._after(event["dealer"])
            case "join":
                self._sit_down(event["player"], event["after"])
            case "leave":
                self._get_up(event["player"])
            case "house":
                self.house |= event["house"]

    def _place(self, player: str) -> int | None:
        folded = fold(player)
        return self._folded.index(folded) if folded in self._folded else None

    def _after(self, player: str) -> str | None:
        place = self._place(player)
        return None if place is None else self.players[(place + 1) % len(self.players)]

    def _sit_down(self, player: str, after: str) -> None:
        place = self._place(after)
        if place is None or self._place(player) is not None:
            return
        self.players.insert(place + 1, player)
        self._folded.insert(place + 1, fold(player))
        if self._dealer and fold(self._dealer) == fold(after):
            self.next_dealer = player

    def _get_up(self, player: str) -> None:
        place = self._place(player)
        if place is None:
            return
        if self.next_dealer and fold(self.next_dealer) == fold(player):
            self.next_dealer = self._after(player)
        del self.players[place], self._folded[place]
