"""Games of Golf, and of Cambio or Cabo."""

from __future__ import annotations

from random import Random
from typing import Final

from referee.cards.deck import RANKS
from referee.simulating.evening import Evening, Event

FOUR: Final = 4
NEAR: Final = 2
"""Cards that lie near a player: they look at them before play begins."""

HOLES: Final = 9
POINTS: Final[dict[str, int]] = dict(zip(RANKS, (*range(1, 11), 10, 10, 0), strict=True))
HIGH: Final = 6
"""Points of a card that is worth a swap: it is more than an unknown one has on average."""

CONTENT: Final = 9
"""Points with which a player who knows their four cards knocks."""


def evening(game: str, rng: Random, hands: int) -> list[Event]:
    """A game of so many holes, at most nine."""
    house = {"pairs": "cancel"} if rng.random() < 0.3 else {}
    played = Evening(rng, game, players=rng.randint(2, 5), house=house)
    for _ in range(min(hands, HOLES)):
        Hole(played).play()
        played.dealer = played.after(played.dealer)
    return played.log


def points(card: str) -> int:
    """What a card counts.

    >>> points("As"), points("Td"), points("Kh")
    (1, 10, 0)
    """
    return POINTS[card[0]]


class Hole:
    """One hole while it is played. A player knows the cards at the places in ``known``."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.rng, self.write = evening, evening.rng, evening.write
        self.stock = evening.shuffled()
        self.cards = {name: [self.stock.pop() for _ in range(FOUR)] for name in evening.players}
        self.known = {name: set(range(NEAR)) for name in evening.players}
        self.pile = [self.stock.pop()]

    def play(self) -> None:
        """Play the hole until everybody had their last turn, or the deck is used up."""
        self.begin()
        at_turn, turns, left = self.evening.dealer, 0, -1
        while self.stock and left:
            at_turn = self.evening.after(at_turn)
            turns, left = turns + 1, left - 1
            if left < 0 and turns > len(self.cards) and self.is_content(at_turn):
                self.write("knock", player=at_turn)
                left = len(self.cards) - 1
            else:
                self.turn(at_turn)
        for name, cards in self.cards.items():
            self.write("show", player=name, cards=list(cards))

    def begin(self) -> None:
        """Deal, turn a card up, and let everybody look at the near cards."""
        self.write("hand", dealer=self.evening.dealer)
        self.write("deal", hands=dict.fromkeys(self.cards, FOUR))
        self.write("turn_up", card=self.pile[0])
        for name, cards in self.cards.items():
            self.write("look", player=name, cards=cards[:NEAR])

    def is_content(self, name: str) -> bool:
        """Whether a player would knock."""
        cards, known = self.cards[name], self.known[name]
        return len(known) == FOUR and sum(map(points, cards)) <= CONTENT

    def turn(self, name: str) -> None:
        """One turn: a low card from the pile is taken, else a card is drawn."""
        top = self.pile[-1]
        if points(top) < HIGH - 1 and points(top) < self.worst(name)[0]:
            self.pile.pop()
            self.write("take", player=name, card=top)
            self.swap(name, top)
            return
        drawn = self.stock.pop()
        self.write("draw", player=name, card=drawn)
        if points(drawn) < self.worst(name)[0]:
            self.swap(name, drawn)
        else:
            self.pile.append(drawn)
            self.write("discard", player=name, card=drawn)

    def worst(self, name: str) -> tuple[int, int]:
        """The points of the card that a player would rather not have, and its place."""
        known = self.known[name]
        told = [points(card) if at in known else HIGH for at, card in enumerate(self.cards[name])]
        return max((worth, at) for at, worth in enumerate(told))

    def swap(self, name: str, card: str) -> None:
        """A card takes the place of another one, which goes on the pile."""
        _worth, at = self.worst(name)
        old, self.cards[name][at] = self.cards[name][at], card
        self.known[name].add(at)
        self.pile.append(old)
        self.write("swap", player=name, position=at + 1, card=old)
