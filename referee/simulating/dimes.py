"""Games of Dimes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from referee.cards.deck import RANKS
from referee.rulebooks.dimes.arranging import Arrangement, arrange, way_out
from referee.rulebooks.dimes.rounds import Round
from referee.rulebooks.dimes.seats import packs_for
from referee.simulating.evening import Evening, Event
from referee.simulating.pile import Pile

MOST_PLAYERS: Final = 5
FIRST_ROUND: Final = 3
"""Cards that are dealt in the first round; one more in each that follows."""

MOST_TURNS: Final = 300
"""A hand that goes on for longer is given up, and its round is played again."""

NEAR: Final = 2
"""Two cards of one suit can lie in one sequence of three if they are no more places apart."""


def evening(game: str, rng: Random, hands: int) -> list[Event]:
    """A game of so many hands, at most eleven."""
    played = Evening(rng, game, players=rng.randint(2, MOST_PLAYERS), house={})
    totals = Counter(dict.fromkeys(played.players, 0))
    number = 1
    for _ in range(hands):
        points = Hand(played, number).play()
        if points is not None:
            totals.update(points)
            played.write("score", points=points, totals=dict(totals))
            number += 1
        played.dealer = played.after(played.dealer)
    return played.log


class Hand:
    """One hand while it is played, in the round of this number."""

    def __init__(self, evening: Evening, number: int) -> None:
        self.evening, self.rng, self.write = evening, evening.rng, evening.write
        self.round = Round.numbered(number)
        self.table = Pile(evening, packs_for(len(evening.players)))
        size = number + FIRST_ROUND - 1
        self.hands = {
            name: [self.table.stock.pop() for _ in range(size)] for name in evening.players
        }

    def play(self) -> dict[str, int] | None:
        """Play until somebody is out: everybody's points; None for a hand that was given up."""
        self.write("hand", dealer=self.evening.dealer)
        self.write("deal", hands={name: list(cards) for name, cards in self.hands.items()})
        self.table.pile.append(self.table.stock.pop())
        self.write("turn_up", card=self.table.pile[-1])
        name = self.evening.dealer
        for _ in range(MOST_TURNS):
            name = self.evening.after(name)
            if self.turn(name):
                return {name: 0} | {other: self.count(other) for other in self.evening.around(name)}
        self.write("end", why="abandoned")
        return None

    def turn(self, name: str) -> bool:
        """One turn; whether the player is out with it."""
        hand, pile = self.hands[name], self.table.pile
        serves = pile[-1] not in arrange([*hand, pile[-1]], self.round).left
        hand.append(self.table.take(name) if serves else self.table.draw(name))
        found = way_out(hand, self.round)
        if found is not None:
            card, lying = found
            self.lay(name, lying)
        else:
            card = self.least_missed(hand)
        hand.remove(card)
        self.table.discard(name, card)
        return found is not None

    def count(self, name: str) -> int:
        """Somebody who is not out lays what lies together and shows the others: their points."""
        lying = arrange(self.hands[name], self.round)
        self.lay(name, lying)
        if lying.left:
            self.write("show", player=name, cards=list(lying.left))
        return lying.penalty

    def lay(self, name: str, lying: Arrangement) -> None:
        """Somebody lays their melds down."""
        for meld in lying.melds:
            self.write("meld", player=name, cards=list(meld.cards))

    def least_missed(self, hand: Sequence[str]) -> str:
        """The card that goes least with the others: none that is wild or in a meld, if it can be
        helped, and of these the dearest."""
        left = arrange(hand, self.round).left or hand
        natural = [card for card in left if not self.round.is_wild(card)] or left
        return min(natural, key=lambda card: (near_cards(card, hand), -self.round.points(card)))


def near_cards(card: str, hand: Sequence[str]) -> int:
    """How many cards of a hand could lie in a meld with a card: of its rank, or near in its suit.

    >>> near_cards("7h", ["7h", "7s", "9h", "Th", "8c"])
    2
    """
    return sum(one != card and _are_near(one, card) for one in hand)


def _are_near(one: str, other: str) -> bool:
    apart = abs(RANKS.index(one[0]) - RANKS.index(other[0]))
    return not apart or (one[1] == other[1] and apart <= NEAR)
