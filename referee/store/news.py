"""News of games: who waits for it is woken when any program has written."""

from __future__ import annotations

from typing import Protocol

Mark = tuple[int, int]
"""How much of the news of a game was known at one moment."""


class News(Protocol):
    """News of the games of one record book; serves the threads of one program."""

    def mark(self, game: str) -> Mark | None:
        """How much is known now; None where nothing would be heard. Take it before you read."""

    def wait(self, game: str, mark: Mark, seconds: float) -> bool:
        """Wait for news since this mark; whether there is any. It is False after so many seconds,
        and when nothing is heard any more: then ask the book."""

    def close(self) -> None:
        """Listen no longer."""
