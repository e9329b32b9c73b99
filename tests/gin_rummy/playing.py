"""Random games of Gin Rummy, played with real cards and written from the page of the rules alone.

Nothing here knows the engine. The written events are chosen at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.gin_rummy.deadwood import Meld, best, best_against, worth

Event = dict[str, Any]
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]


@dataclass
class Game:
    seed: object
    events: list[Event] = field(default_factory=list)
    points: list[dict[str, int]] = field(default_factory=list)
    certain: list[bool] = field(default_factory=list)
    """True for each hand whose points are certain from the record."""

    def __post_init__(self) -> None:
        rng = self.rng = Random(f"gin/{self.seed}")
        self.players = ["Ana", "Beto"]
        rng.shuffle(self.players)
        self.house = {
            "knock_limit": rng.choice(("10", "10", "7", "5", "0")),
            "gin": rng.choice(("25", "20")),
            "undercut": rng.choice(("25", "20", "10")),
            "line": rng.choice(("0", "20", "25")),
            "game": rng.choice(("0", "100")),
        }
        self.seen = rng.choice((0.0, 0.5, 0.9, 1.0, 1.0))
        self.keen = rng.choice((0.3, 0.8, 1.0))
        self.hands = rng.choice((1, 2, 3, 12))
        self.sums = dict.fromkeys(self.players, 0)
        self.bonus = dict.fromkeys(self.players, 0)
        self.write("game", game="gin_rummy", players=list(self.players), house=self.house)
        dealer = rng.choice(self.players)
        for _ in range(self.hands):
            self.hand(dealer)
            dealer = self.other(dealer)
            if max(self.sums.values()) >= 100:
                self.end_the_game()
                break

    # Writing down

    def write(self, what: str, /, **fields: Any) -> None:
        told = {name: value for name, value in fields.items() if value is not None}
        self.events.append({"type": what, **told})

    def maybe(self, card: str) -> str:
        """Return the card as it is recorded."""
        return card if self.rng.random() < self.seen else "??"

    def other(self, player: str) -> str:
        return self.players[1 - self.players.index(player)]

    # A hand

    def hand(self, dealer: str) -> None:
        rng, self.dealer, self.told = self.rng, dealer, True
        cards = rng.sample(DECK, 52)
        self.held = {player: [cards.pop() for _ in range(10)] for player in self.players}
        self.pile, self.stock = [cards.pop()], cards
        self.turn, self.taken = self.other(dealer), ""
        self.over = ""
        self.write("hand", dealer=dealer)
        self.play()
        if self.over == "void":
            self.count(dict.fromkeys(self.players, 0), certain=True)

    def play(self) -> None:
        rng = self.rng
        if rng.random() < 0.3:
            self.write("cut", player=self.other(self.dealer))
        hands: Event = {}
        for player, held in self.held.items():
            if rng.random() < 0.7:
                hands[player] = [self.maybe(card) for card in held]
            elif rng.random() < 0.5:
                hands[player] = 10
        if hands or rng.random() < 0.5:
            self.write("deal", hands=hands)
        if rng.random() < 0.9:
            self.write("turn_up", card=self.maybe(self.pile[0]))
        self.offer()
        while not self.over:
            self.take_turn()
        if self.over == "knock":
            self.lay_down()

    def offer(self) -> None:
        for player in (self.turn, self.dealer):
            if self.likes(player):
                self.turn = player
                self.take(player)
                self.lay(player)
                return
            if self.rng.random() < 0.6:
                self.write("pass", player=player)
        self.draw(self.turn)
        self.lay(self.turn)

    def likes(self, player: str) -> bool:
        before, after = best(self.held[player])[1], best([*self.held[player], self.pile[-1]])[1]
        return len(after) < len(before) or self.rng.random() < 0.1

    def take_turn(self) -> None:
        player = self.turn
        if self.likes(player):
            self.take(player)
        else:
            self.draw(player)
        self.lay(player)

    def draw(self, player: str) -> None:
        card = self.stock.pop()
        self.held[player].append(card)
        self.taken = ""
        self.write("draw", player=player, card=self.maybe(card))

    def take(self, player: str) -> None:
        self.taken = self.pile.pop()
        self.held[player].append(self.taken)
        named = self.maybe(self.taken) if self.rng.random() < 0.6 else None
        self.write("take", player=player, card=named)

    def lay(self, player: str) -> None:
        """Discard a card, with a knock if the player can and wants to."""
        held = self.held[player]
        _, left = best(held)
        free = [card for card in left or held if card != self.taken] or [
            card for card in held if card != self.taken
        ]
        card = max(free, key=lambda one: (worth([one]), one))
        low = worth(best([one for one in held if one != card])[1]) <= int(self.house["knock_limit"])
        knocks = low and self.rng.random() < self.keen
        self.lay_card(player, card, "knock" if knocks else "discard")

    def lay_card(self, player: str, card: str, how: str) -> None:
        self.held[player].remove(card)
        self.pile.append(card)
        self.write(how, player=player, card=self.maybe(card))
        self.taken = ""
        if how == "knock":
            self.knocker, self.over = player, "knock"
        elif len(self.stock) <= 2:
            self.over = "void"
        self.turn = self.other(player)

    def lay_down(self) -> None:
        """Lay down the cards of both players, and count the hand."""
        knocker, other = self.knocker, self.other(self.knocker)
        melds, left = best(self.held[knocker])
        if left:
            own, off, rest = best_against(self.held[other], melds)
        else:
            own, rest = best(self.held[other])
            off = []
        self.write_down(knocker, melds, [], left)
        self.write_down(other, own, off, rest)
        points = self.score(knocker, worth(left), worth(rest))
        self.count(points, certain=self.told)

    def write_down(
        self, player: str, melds: Sequence[Meld], off: Sequence[str], left: Sequence[str]
    ) -> None:
        for meld in melds:
            self.write("meld", player=player, cards=[self.seen_down(card) for card in meld])
        if off:
            self.write("lay_off", player=player, cards=[self.seen_down(card) for card in off])
        if left and self.rng.random() < 0.8:
            self.write("show", player=player, cards=[self.seen_down(card) for card in left])
        else:
            self.told = self.told and not left

    def seen_down(self, card: str) -> str:
        """Return a card that lies on the table as it is recorded, nearly always by name."""
        unseen = self.rng.random() < 0.01
        self.told = self.told and not unseen
        return "??" if unseen else card

    def score(self, knocker: str, own: int, theirs: int) -> dict[str, int]:
        other = self.other(knocker)
        if not own:
            return {knocker: theirs + int(self.house["gin"]), other: 0}
        if theirs <= own:
            return {knocker: 0, other: own - theirs + int(self.house["undercut"])}
        return {knocker: theirs - own, other: 0}

    def count(self, points: dict[str, int], *, certain: bool) -> None:
        for player, more in points.items():
            self.sums[player] += more
        self.points.append(points)
        written = self.rng.random() < 0.6
        self.certain.append(certain or written)
        if written:
            totals = dict(self.sums) if self.rng.random() < 0.5 and all(self.certain) else None
            self.write("score", points=points, totals=totals)

    def end_the_game(self) -> None:
        """End the game with its bonuses once a player has a hundred points."""
        line, game = self.house["line"], self.house["game"]
        for player in self.players:
            won = sum(bool(one[player]) for one in self.points)
            self.bonus[player] = won * int(line)
        self.bonus[max(self.players, key=lambda one: self.sums[one])] += int(game)
