"""The table as a rulebook knows it while a score sheet is read or written.

It is used to complete abbreviated lines, and to check what a sheet says twice. It does not judge:
the rules decide what was legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from referee.judging.corrections import Event
from referee.wording.sentences import Sentence

House = Mapping[str, Any]
"""The house rules of a table, by their names."""

UNTOLD: Final[House] = MappingProxyType({})
"""No house rules, where those of a table are unknown."""
Lying = tuple[str, ...]
"""A meld as it lies: its cards in their order."""


class SheetTable:
    """The table of one hand, as it is for most games: nothing is known of it, and every act says
    all that it means.

    ``deck`` is how many cards are left in it where the lines show that, ``offer`` the card for
    which the sheet may write a placeholder. ``onto`` is the event in which cards may be written as
    laid onto a meld that lies there; without it no meld is asked for. ``also`` maps an act to
    another one that its sign can mean, where ``lays_unused`` says so.
    """

    onto: ClassVar[str | None] = None
    also: ClassVar[Mapping[str, str]] = MappingProxyType({})
    deck: int | None = None
    offer: str | None = None

    def __init__(self, seats: Iterable[str] = (), house: House = UNTOLD) -> None:
        """An empty table at which these sit and play by these house rules."""

    def fork(self) -> Self:
        """Return the same table, to try out what a line says."""
        return self

    def forget(self) -> None:
        """Forget how it lies."""

    def apply(self, event: Event) -> None:
        """Apply an event to the table."""

    def unsaid(self, act: str, player: str) -> str | Sentence | None:
        """Return the card of an act that names none; a sentence about what is to be written where
        nobody can tell, and None if this act has to name it."""
        return None

    def lays_unused(self, player: str, card: str) -> bool:
        """Return whether a player who lays this card lays the one just drawn, which is unused."""
        return False

    def melds(self, player: str) -> tuple[Lying, ...]:
        """Return the melds of a player as far as they were written down."""
        return ()

    def knows_melds(self, player: str) -> bool:
        """Return whether these are all that they have."""
        return False

    def takers(self, player: str, cards: Sequence[str]) -> list[Lying]:
        """Return the melds of a player onto which these cards may be laid."""
        return []

    def holder(self, player: str, card: str) -> Lying | None:
        """Return the meld of a player that has this card."""
        return None

    def laid(self, meld: Sequence[str], cards: Sequence[str]) -> list[str]:
        """Return how a meld lies after these cards were laid onto it."""
        return [*meld, *cards]

    def moved(self, player: str, cards: Sequence[str]) -> list[str]:
        """Return which of the cards of a new meld come from other melds of the player."""
        return []
