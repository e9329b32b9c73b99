"""The table of a game while a score sheet is read or written.

It completes abbreviated lines, and checks redundant ones. It does not judge: the rules decide what
was legal.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from referee.judging.corrections import Event
from referee.wording.sentences import Sentence

House = Mapping[str, Any]
"""The house rules of a table by name."""

USUAL_HOUSE: Final[House] = MappingProxyType({})
"""No house rules, for a table whose rules are unknown."""
TableMeld = tuple[str, ...]
"""A meld: its cards in their order on the table."""


class SheetTable:
    """The table of one hand in most games: it keeps no state, and every act is complete.

    ``deck`` is the number of cards left in it if known, ``offer`` the card for which the sheet may
    write a placeholder. ``onto`` is the event that can lay cards onto an existing meld; None if
    there is none. ``also`` maps an act to another one that its sign can mean if ``lays_unused`` is
    true.
    """

    onto: ClassVar[str | None] = None
    also: ClassVar[Mapping[str, str]] = MappingProxyType({})
    deck: int | None = None
    offer: str | None = None

    def __init__(self, seats: Iterable[str] = (), house: House = USUAL_HOUSE) -> None:
        """Make an empty table with these seats and house rules."""

    def fork(self) -> Self:
        """Return a copy of the table for a trial."""
        return self

    def forget(self) -> None:
        """Forget the state of the table."""

    def apply(self, event: Event) -> None:
        """Apply an event to the table."""

    def unsaid(self, act: str, player: str) -> str | Sentence | None:
        """Return the card that an act leaves out; why it is ambiguous, or None if it is needed."""
        return None

    def lays_unused(self, player: str, card: str) -> bool:
        """Return whether this card is the player's unused draw."""
        return False

    def melds(self, player: str) -> tuple[TableMeld, ...]:
        """Return the recorded melds of a player."""
        return ()

    def knows_melds(self, player: str) -> bool:
        """Return whether all melds of a player are recorded."""
        return False

    def takers(self, player: str, cards: Sequence[str]) -> list[TableMeld]:
        """Return the melds of a player onto which these cards may be laid."""
        return []

    def holder(self, player: str, card: str) -> TableMeld | None:
        """Return the meld of a player that has this card."""
        return None

    def laid(self, meld: Sequence[str], cards: Sequence[str]) -> list[str]:
        """Return the meld after these cards were laid onto it."""
        return [*meld, *cards]

    def moved(self, player: str, cards: Sequence[str]) -> list[str]:
        """Return the cards of a new meld that come from other melds of the player."""
        return []
