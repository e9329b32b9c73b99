"""A stock of several packs and the pile beside it, as Dimes and That Dam Game are played with."""

from __future__ import annotations

from referee.cards.deck import JOKER, NAMES
from referee.simulating.evening import Evening

JOKERS_A_PACK = 2


class Pile:
    """The stock and the pile of one hand; the end of each list is its top.

    ``pile`` has the cards that were discarded. What is drawn, taken and discarded is written down,
    and the stock is renewed when it is used up.
    """

    def __init__(self, evening: Evening, packs: int) -> None:
        self.rng, self.write = evening.rng, evening.write
        self.stock = [*NAMES, *[JOKER] * JOKERS_A_PACK] * packs
        self.rng.shuffle(self.stock)
        self.pile: list[str] = []

    @property
    def is_spent(self) -> bool:
        """Return whether no card is left to draw: the pile keeps its top card."""
        return not self.stock and len(self.pile) < 2

    def next_card(self) -> str:
        """The top card of the stock; the pile is shuffled into an empty one first."""
        if not self.stock:
            *self.stock, top = self.pile
            self.pile = [top]
            self.rng.shuffle(self.stock)
            self.write("reshuffle")
        return self.stock.pop()

    def draw(self, name: str) -> str:
        """Somebody draws."""
        card = self.next_card()
        self.write("draw", player=name, card=card)
        return card

    def take(self, name: str) -> str:
        """Somebody takes the top card of the pile."""
        card = self.pile.pop()
        self.write("take", player=name, card=card)
        return card

    def discard(self, name: str, card: str) -> None:
        """Somebody lays a card on the pile."""
        self.pile.append(card)
        self.write("discard", player=name, card=card)
