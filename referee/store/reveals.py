"""Hands that their scribe keeps closed to viewers, on the record.

No game is changed. The book keeps a separate chain for this, so that the decision outlives the
server, holds on every server of the book, and is sealed, verified and backed up like games. If that
chain is damaged, hands stay closed until they are opened again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from referee.store.entries import Stored
from referee.store.naming import REVEALS
from referee.store.record import RecordBook

CLOSE: Final = "close"
OPEN: Final = "open"
NEVER_ENDS: Final = 2**62


@dataclass(frozen=True, slots=True)
class Decision:
    """The newest decision about a game, made when its record had ``line`` lines."""

    is_closed: bool
    line: int

    def closes(self, lines: Sequence[dict[str, Any]]) -> bool:
        """Return whether the last hand of these lines stays closed: until a hand begins in a line
        written after the decision.

        >>> lines = [{"type": "game"}, {"type": "hand"}, {"type": "meld"}]
        >>> Decision(True, 3).closes(lines), Decision(True, 3).closes([*lines, {"type": "hand"}])
        (True, False)
        """
        later = range(min(self.line, len(lines)), len(lines))
        return self.is_closed and not any(lines[at]["type"] == "hand" for at in later)

    def opens(self, won_by: int) -> bool:
        """Return whether the hand that was won by this line was opened on purpose. A hand won again
        after the decision counts as another one."""
        return not self.is_closed and won_by <= self.line


IN_DOUBT: Final = Decision(is_closed=True, line=NEVER_ENDS)


class Reveals:
    """The decisions of one book; thread-safe. Methods raise BookError."""

    def __init__(self, book: RecordBook) -> None:
        self._book = book
        self._among_threads = Lock()
        self._last = 0
        self._newest: dict[str, Decision] = {}
        self._otherwise: Decision | None = None

    def of(self, game: str) -> Decision | None:
        """Return the newest decision about a game, by any program."""
        with self._among_threads:
            if self._last or REVEALS in self._book:
                for stored in self._book.read(REVEALS, self._last):
                    self._take(stored)
            return self._newest.get(game, self._otherwise)

    def _take(self, stored: Stored) -> None:
        event = stored.raw() if stored.seq == self._last + 1 else None
        self._last = stored.seq
        match event:
            case {"type": "close" | "open" as kind, "game": str(game), "line": int(line)}:
                self._newest[game] = Decision(kind == CLOSE, line)
            case _:
                self._newest.clear()
                self._otherwise = IN_DOUBT

    def close(self, game: str, line: int) -> None:
        """Keep the hand that is won closed from now on."""
        self._book.note(REVEALS, {"type": CLOSE, "game": game, "line": line})

    def open(self, game: str, line: int) -> None:
        """Open the hand that is won."""
        self._book.note(REVEALS, {"type": OPEN, "game": game, "line": line})
