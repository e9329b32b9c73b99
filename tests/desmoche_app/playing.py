"""Two players of the phone app's Desmoche, who follow the rules and choose at random.

Written from ``docs/games/desmoche_app.md`` alone, without the referee. The generator makes every
choice, so the same seed plays the same game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

Event = dict[str, Any]

RANKS, SUITS = "A23456789TJQK", "cdhs"
PACK = [rank + suit for rank in RANKS for suit in SUITS]


def is_meld(cards: list[str]) -> bool:
    """Return whether the cards are a run of three to ten or a set of three or four."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suits = {card[1] for card in cards}
    if len(set(ranks)) == 1:
        return len(cards) in (3, 4)
    in_a_row = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(suits) == 1 and in_a_row and 3 <= len(cards) <= 10


def in_line(cards: list[str]) -> list[str]:
    """Return the cards in the order in which people lay them."""
    return sorted(cards, key=lambda card: (RANKS.index(card[0]), card[1]))


@dataclass
class Hand:
    """The cards of one player: nine between turns, ten in their turn."""

    name: str
    cards: list[str]
    melds: list[list[str]] = field(default_factory=list)

    def melded(self) -> int:
        return sum(map(len, self.melds))


class Table:
    """One hand in play, with the log of a good scribe.

    ``keen`` is how much the players want to win: at 0 they only discard, and the stock is renewed
    again and again. ``sees`` returns whether a hidden card is recorded.
    """

    def __init__(
        self, rng: Random, names: tuple[str, str], dealer: str, house: dict[str, str],
        keen: float, sees: float,
    ) -> None:  # fmt: skip
        self.rng, self.house, self.keen, self.sees = rng, house, keen, sees
        pack = PACK[:]
        rng.shuffle(pack)
        self.hands = [Hand(name, [pack.pop() for _ in range(9)]) for name in names]
        self.stock, self.waste = pack, list[str]()
        self.dealer = self.hands[names.index(dealer)]
        self.log: list[Event] = []
        self.winner: str | None = None

    def other(self, hand: Hand) -> Hand:
        return self.hands[1 - self.hands.index(hand)]

    def write(self, kind: str, **fields: Any) -> None:
        self.log.append({"type": kind, **fields})

    def perhaps(self, card: str) -> str:
        return card if self.rng.random() < self.sees else "??"

    def play(self, turns: int) -> None:
        self.open()
        at_turn = self.try_first_discard()
        for _ in range(turns):
            if self.winner is not None:
                return
            self.turn(at_turn)
            at_turn = self.other(at_turn)
        if self.winner is None:
            self.write("end", why="abandoned")

    def open(self) -> None:
        rng, first = self.rng, self.other(self.dealer)
        self.write("hand", dealer=self.dealer.name)
        if rng.random() < 0.5:
            self.write("cut", player=first.name)
        dealt: dict[str, Any] = {}
        for hand in self.hands:
            if rng.random() < max(0.8, self.sees):
                dealt[hand.name] = [self.perhaps(card) for card in hand.cards]
            elif rng.random() < 0.5:
                dealt[hand.name] = 9
        self.write("deal", hands=dealt)
        passed = [hand.cards.pop(rng.randrange(9)) for hand in self.hands]
        order = [0, 1]
        rng.shuffle(order)
        for place in order:
            self.hands[1 - place].cards.append(passed[place])
            to = {"to": self.hands[1 - place].name} if rng.random() < 0.3 else {}
            self.write(
                "cambio",
                player=self.hands[place].name, card=self.perhaps(passed[place]), **to,
            )  # fmt: skip
        self.waste.append(self.stock.pop())
        self.write("turn_up", card=self.waste[-1])

    def try_first_discard(self) -> Hand:
        """Play the first discard; return the next player."""
        first, card = self.other(self.dealer), self.waste[-1]
        for hand in (first, self.dealer):
            fits = [cards for cards in self.new_melds([*hand.cards, card]) if card in cards]
            if fits and self.rng.random() < self.keen:
                self.take(hand)
                self.lay(hand, self.rng.choice(fits))
                self.finish(hand, taken=card)
                return self.other(hand)
            if self.rng.random() < 0.5:
                self.write("pass", player=hand.name)
        return first

    def turn(self, hand: Hand) -> None:
        taken = None
        serves = self.waste and self.serves(hand, self.waste[-1])
        if self.waste and (serves or (hand.cards and self.rng.random() < 0.1)):
            taken = self.take(hand)
        else:
            self.draw(hand)
        self.finish(hand, taken)

    def serves(self, hand: Hand, card: str) -> bool:
        new = any(card in cards for cards in self.new_melds([*hand.cards, card]))
        return new or any(is_meld([*meld, card]) for meld in hand.melds)

    def take(self, hand: Hand) -> str:
        card = self.waste.pop()
        hand.cards.append(card)
        named = {"card": card} if self.rng.random() < 0.5 else {}
        self.write("take", player=hand.name, **named)
        return card

    def draw(self, hand: Hand) -> None:
        if not self.stock:
            if self.rng.random() < 0.5:
                self.write("reshuffle")
            self.renew()
        card = self.stock.pop()
        hand.cards.append(card)
        self.write("draw", player=hand.name, card=self.perhaps(card))
        at_once = self.house.get("renewed", "when_needed") == "at_once"
        if at_once and not self.stock and len(self.waste) > 1:
            if self.rng.random() < 0.5:
                self.write("reshuffle")
            self.renew()

    def renew(self) -> None:
        """Turn the pile without its top card into the stock; the end of the list is drawn first."""
        *moved, top = self.waste
        turned = self.house.get("recycled", "turned_over") == "turned_over"
        self.stock, self.waste = moved[::-1] if turned else moved, [top]

    def finish(self, hand: Hand, taken: str | None) -> None:
        while self.rng.random() < self.keen or hand.cards == [taken]:
            ways = [cards for cards in self.ways(hand) if self.can_go_on(hand, cards, taken)]
            if not ways:
                break
            self.lay(hand, self.rng.choice(ways))
            if hand.melded() == 10:
                self.winner = hand.name
                if self.rng.random() < 0.5:
                    self.write("win", player=hand.name)
                return
        loose = [card for card in hand.cards if card != taken]
        card = min(loose, key=lambda card: (self.worth(hand, card), self.rng.random()))
        hand.cards.remove(card)
        self.waste.append(card)
        self.write("discard", player=hand.name, card=card)
        if self.rng.random() < 0.1:
            self.take_something_back(self.rng.choice(self.hands))

    def ways(self, hand: Hand) -> Iterator[list[str]]:
        """Yield every meld that the player may lay now. Cards taken from melds must leave melds
        behind."""
        yield from self.new_melds(hand.cards)
        for meld in hand.melds:
            yield from ([*meld, card] for card in hand.cards if is_meld([*meld, card]))
            for card in meld:
                if is_meld([one for one in meld if one != card]):
                    pairs = combinations(hand.cards, 2)
                    yield from ([card, *two] for two in pairs if is_meld([card, *two]))

    @staticmethod
    def can_go_on(hand: Hand, cards: list[str], taken: str | None) -> bool:
        """Return whether the player would then have won, or have a card to discard."""
        left = [card for card in hand.cards if card not in cards]
        return not left or left != [taken]

    @staticmethod
    def new_melds(cards: list[str]) -> list[list[str]]:
        return [list(three) for three in combinations(cards, 3) if is_meld(list(three))]

    def lay(self, hand: Hand, cards: list[str]) -> None:
        laid = in_line(cards)
        if self.rng.random() < 0.2:
            self.rng.shuffle(laid)
        rest = [[card for card in meld if card not in cards] for meld in hand.melds]
        hand.melds = [meld for meld in rest if meld] + [laid]
        hand.cards = [card for card in hand.cards if card not in cards]
        self.write("meld", player=hand.name, cards=laid)

    def worth(self, hand: Hand, card: str) -> int:
        """Return the number of the player's cards near this one."""
        if self.rng.random() > self.keen:
            return 0
        near = 0
        for other in hand.cards:
            apart = abs(RANKS.index(other[0]) - RANKS.index(card[0]))
            near += other != card and (apart == 0 or (other[1] == card[1] and apart < 3))
        return near

    def take_something_back(self, hand: Hand) -> None:
        whole = self.house.get("whole_meld_back", "on") == "on"
        ways = [list(meld) for meld in hand.melds] if whole else []
        for meld in hand.melds:
            ways += [[card] for card in meld if is_meld([one for one in meld if one != card])]
        if ways:
            self.back(hand, self.rng.choice(ways))

    def back(self, hand: Hand, cards: list[str]) -> None:
        rest = [[card for card in meld if card not in cards] for meld in hand.melds]
        hand.melds = [meld for meld in rest if meld]
        hand.cards += cards
        self.write("take_back", player=hand.name, cards=cards)


def game(
    seed: int, *, keen: float = 0.9, sees: float = 1.0, hands: int = 2, turns: int = 150
) -> tuple[list[Event], list[Table]]:
    rng = Random(seed)
    names = ("Ana", "Beto") if rng.random() < 0.5 else ("Beto", "Ana")
    house = {
        name: rng.choice(options)
        for name, options in (
            ("whole_meld_back", ("on", "off")), ("recycled", ("turned_over", "as_it_lies")),
            ("renewed", ("when_needed", "at_once")),
        )
        if rng.random() < 0.5
    }  # fmt: skip
    log: list[Event] = [
        {"type": "game", "game": "desmoche_app", "players": list(names), "house": house}
    ]
    dealer, tables = rng.choice(names), []
    for _ in range(hands):
        table = Table(rng, names, dealer, house, keen, sees)
        table.play(turns)
        log += table.log
        tables.append(table)
        dealer = names[1 - names.index(dealer)]
    return log, tables
