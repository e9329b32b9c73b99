"""Games of That Dam Game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from referee.rulebooks.dam.cards import is_wild, penalty, rank_of
from referee.rulebooks.dam.contracts import CONTRACTS
from referee.rulebooks.dam.hand import MOST_BEGS, PACKS
from referee.rulebooks.dam.readings import readings
from referee.simulating.contract import plan_for
from referee.simulating.evening import Evening, Event
from referee.simulating.pile import Pile

MOST_TURNS: Final = 400
"""A hand that goes on for longer is given up, and its contract is played again."""


def evening(game: str, rng: Random, hands: int) -> list[Event]:
    """A game of so many hands, at most ten."""
    played = Evening(rng, game, players=rng.randint(min(PACKS), max(PACKS)), house={})
    totals = Counter(dict.fromkeys(played.players, 0))
    begs = dict.fromkeys(played.players, MOST_BEGS)
    number = 1
    for _ in range(hands):
        points = Hand(played, number, begs).play()
        if points is not None:
            totals.update(points)
            played.write("score", points=points, totals=dict(totals))
            number += 1
        played.dealer = played.after(played.dealer)
    return played.log


@dataclass(slots=True)
class Lying:
    """A meld on the table."""

    owner: str
    cards: list[str]

    def grown(self, card: str) -> list[str]:
        """The meld as it lies with one card more; nothing where it does not fit."""
        cards = [*self.cards, card]
        if len({*map(rank_of, self.cards)}) == 1:
            return cards if rank_of(card) == rank_of(self.cards[0]) else []
        found = readings(cards)
        return [lying for lying, _place in found[0].shown(cards)] if found else []


class Hand:
    """One hand while it is played. ``begs`` has how often everybody may still beg in the game."""

    def __init__(self, evening: Evening, number: int, begs: dict[str, int]) -> None:
        self.evening, self.write, self.begs = evening, evening.write, begs
        self.contract = CONTRACTS[number - 1]
        self.table = Pile(evening, PACKS[len(evening.players)])
        self.hands = {
            name: [self.table.stock.pop() for _ in range(self.contract.cards)]
            for name in evening.players
        }
        self.melds: list[Lying] = []

    def play(self) -> dict[str, int] | None:
        """Play until somebody has no cards left: everybody's points; None for a hand that was
        given up."""
        self.write("hand", dealer=self.evening.dealer)
        self.write("deal", hands={name: list(cards) for name, cards in self.hands.items()})
        name = self.evening.after(self.evening.dealer)
        self.take_from_stock(name)
        for _ in range(MOST_TURNS):
            self.lay(name)
            if self.hands[name]:
                self.discard(name)
            if not self.hands[name]:
                return {other: penalty(cards) or 0 for other, cards in self.hands.items()}
            if self.table.is_spent:
                break
            discarder, name = name, self.evening.after(name)
            self.take_a_card(name, discarder)
        self.write("end", why="abandoned")
        return None

    def take_from_stock(self, name: str) -> None:
        """Somebody draws."""
        self.hands[name].append(self.table.draw(name))

    def take_a_card(self, name: str, discarder: str) -> None:
        """The next player takes the discard, or somebody else begs it and they draw."""
        card = self.table.pile[-1]
        if self.wants(name, card):
            self.hands[name].append(self.table.take(name))
            return
        others = [other for other in self.evening.around(name) if other != discarder]
        beggar = next((other for other in others if self.would_beg(other, card)), None)
        if beggar is not None:
            self.beg(beggar)
        self.take_from_stock(name)

    def wants(self, name: str, card: str) -> bool:
        """Whether a card serves a player: for the contract, or to be laid off."""
        if self.has_melded(name):
            return any(meld.grown(card) for meld in self.melds)
        return card in plan_for(self.hands[name], self.contract).wanted

    def would_beg(self, name: str, card: str) -> bool:
        """Whether a player begs: only for the contract, as a begged card comes with another."""
        has_right = self.begs[name] > 0 and len(self.table.stock) > len(self.hands)
        return has_right and not self.has_melded(name) and self.wants(name, card)

    def beg(self, name: str) -> None:
        """Somebody begs the discard, and gets the top card of the stock with it."""
        self.begs[name] -= 1
        card, drawn = self.table.pile.pop(), self.table.stock.pop()
        self.hands[name] += [card, drawn]
        self.write("beg", player=name, card=card, drawn=drawn)

    def has_melded(self, name: str) -> bool:
        """Whether somebody has laid the contract."""
        return any(meld.owner == name for meld in self.melds)

    def lay(self, name: str) -> None:
        """Somebody lays the contract if they have it, and lays off in later turns."""
        hand = self.hands[name]
        if self.has_melded(name):
            for card, meld in self.fitting(name):
                self.lay_off(name, card, meld)
            return
        plan = plan_for(hand, self.contract)
        if not plan.is_complete:
            return
        for cards in plan.melds:
            self.melds.append(Lying(name, cards))
            self.write("meld", player=name, cards=list(cards))
        self.hands[name] = plan.spare

    def fitting(self, name: str) -> Iterator[tuple[str, Lying]]:
        """The cards that somebody can lay off, each with a meld that it fits when it is asked."""
        for card in list(self.hands[name]):
            meld = next((meld for meld in self.melds if meld.grown(card)), None)
            if meld is not None:
                yield card, meld

    def lay_off(self, name: str, card: str, meld: Lying) -> None:
        """Somebody lays a card onto a meld."""
        self.hands[name].remove(card)
        meld.cards = meld.grown(card)
        whose = {} if meld.owner == name else {"owner": meld.owner}
        self.write("meld", player=name, cards=list(meld.cards), **whose)

    def discard(self, name: str) -> None:
        """Somebody discards the dearest card that they do not need; a wild card last, where the
        contract has runs."""
        hand = self.hands[name]
        spare = hand if self.has_melded(name) else plan_for(hand, self.contract).spare or hand
        natural = [card for card in spare if not is_wild(card)]
        cards = natural or spare if self.contract.runs else spare
        card = max(cards, key=lambda one: penalty([one]) or 0)
        hand.remove(card)
        self.table.discard(name, card)
