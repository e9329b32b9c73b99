"""Evenings of the phone app's Desmoche."""

from __future__ import annotations

from random import Random
from typing import Final

from referee.cards.deck import BITS, cards_of, name, names
from referee.simulating.evening import Evening, Event
from referee.simulating.melding import NINE, Player, any_meld, extended, least_missed, new_meld

MOST_TURNS: Final = 120
"""A hand that goes on for longer is given up."""


def evening(game: str, rng: Random, hands: int) -> list[Event]:
    """An evening of so many hands."""
    played = Evening(rng, game, players=2, house={})
    for _ in range(hands):
        Hand(played).play()
        played.dealer = played.after(played.dealer)
    return played.log


class Hand:
    """One hand while it is played: the player at turn comes first among the players."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.rng, self.write = evening, evening.rng, evening.write
        self.players = [Player(evening.after(evening.dealer)), Player(evening.dealer)]
        self.stock = evening.shuffled()
        self.waste: list[str] = []

    def play(self) -> None:
        """Play the hand until somebody has ten cards in melds, or the table gives it up."""
        self.deal()
        for _ in range(MOST_TURNS):
            if self.turn(self.players[0]):
                return
            self.players.reverse()
        self.write("end", why="abandoned")

    def deal(self) -> None:
        """Deal nine cards to each, let each pass one to the other, and begin the waste."""
        self.write("hand", dealer=self.evening.dealer)
        for player in self.players:
            player.holding = cards_of(self.stock.pop() for _ in range(NINE))
        self.write("deal", hands={player.name: names(player.holding) for player in self.players})
        passed = [least_missed(self.rng, player.holding) for player in self.players]
        for player, card, other in zip(self.players, passed, reversed(passed), strict=True):
            player.holding ^= card | other
            self.write("cambio", player=player.name, card=name(card))
        self.waste.append(self.stock.pop())
        self.write("turn_up", card=self.waste[-1])

    def turn(self, player: Player) -> bool:
        """One turn; whether the player has won with it."""
        top = BITS[self.waste[-1]]
        serves = extended(top, player.melds) or new_meld(top, player.holding)
        taken = self.take(player) if serves else self.draw(player)
        player.holding |= taken
        if grown := extended(taken, player.melds):
            self.lay(player, grown | taken, grown)
        elif meld := new_meld(taken, player.holding & ~taken):
            self.lay(player, meld)
        while player.holding and (more := any_meld(player.holding)):
            self.lay(player, more)
        if player.has_won():
            return True
        card = least_missed(self.rng, player.holding)
        player.holding &= ~card
        self.waste.append(name(card))
        self.write("discard", player=player.name, card=name(card))
        return False

    def take(self, player: Player) -> int:
        """The top card of the waste goes into a hand."""
        card = self.waste.pop()
        self.write("take", player=player.name, card=card)
        return BITS[card]

    def draw(self, player: Player) -> int:
        """The top card of the stock goes into a hand; an empty stock is renewed first."""
        if not self.stock:
            *turned_over, top = self.waste
            self.stock, self.waste = turned_over[::-1], [top]
            self.write("reshuffle")
        card = self.stock.pop()
        self.write("draw", player=player.name, card=card)
        return BITS[card]

    def lay(self, player: Player, meld: int, grown: int = 0) -> None:
        """Let somebody lay a meld down."""
        player.lay(meld, grown)
        self.write("meld", player=player.name, cards=names(meld))
