"""Random games of Golf, played with real cards and written from the page of the rulebook alone.

Nothing here knows the engine. A game is played with a shuffled deck; what is written down of it is
chosen at random, and with it what anybody can know of the cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

Event = dict[str, Any]

NAMES = ("Ana", "Beto", "Carla", "Dina", "Eva", "Fito", "Gil", "Hugo")
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
HOLES = 9


@dataclass
class Card:
    """A real card, and whether the record names it."""

    name: str
    told: bool = False


class GameOver(Exception):  # noqa: N818 - no error
    """Raised when the hole is over early."""


@dataclass
class Game:
    seed: object
    game: str = "golf"
    holes: int = HOLES
    events: list[Event] = field(default_factory=list)
    scores: list[dict[str, int | None]] = field(default_factory=list)
    outcomes: list[tuple[str, int, str | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = self.rng = Random(f"golf/{self.seed}")
        self.players = list(NAMES[: rng.choice((2, 2, 3, 3, 4, 5, 8))])
        self.house = {
            "knock_penalty": rng.choice(("none", "plus_ten", "double")),
            "pairs": rng.choice(("count", "cancel")),
            "last_card": rng.choice(("turn", "turn", "at_once")),
            "tie": rng.choice(("shared", "last_hole")),
            "first_knock": rng.choice(("allowed", "barred")),
        }
        self.seen = rng.choice((0.0, 0.5, 0.9, 1.0))
        self.patience = rng.choice((0.02, 0.1, 0.2))
        self.write("game", game=self.game, players=self.players, house=self.house)
        dealer = rng.choice(self.players)
        for _ in range(self.holes):
            self.hole(dealer)
            dealer = self.after(dealer)

    # Writing down

    def write(self, what: str, /, **fields: Any) -> None:
        told = {name: value for name, value in fields.items() if value is not None}
        self.events.append({"type": what, **told})

    def maybe(self, card: Card) -> str:
        """Return the card as it is recorded."""
        if self.rng.random() < self.seen:
            card.told = True
            return card.name
        return "??"

    def after(self, player: str) -> str:
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def before(self, player: str) -> str:
        return self.players[self.players.index(player) - 1]

    # A hole

    def hole(self, dealer: str) -> None:
        cards = DECK.copy()
        self.rng.shuffle(cards)
        self.stock = [Card(name) for name in cards]
        self.layouts = {player: [self.stock.pop() for _ in range(4)] for player in self.players}
        self.knocker: str | None = None
        self.due: list[str] = []
        self.last_drawn = False
        self.turns = 0
        self.write("hand", dealer=dealer)
        self.beginning(dealer)
        self.turn = self.after(dealer)
        kind = self.play()
        self.after_the_hole(kind, len(self.events))

    def beginning(self, dealer: str) -> None:
        rng = self.rng
        if rng.random() < 0.5:
            self.write("cut", player=self.before(dealer))
        if rng.random() < 0.8:
            hands: dict[str, Any] = {}
            for player in self.players:
                if (how := rng.random()) < 0.3:
                    hands[player] = [self.maybe(card) for card in self.layouts[player]]
                elif how < 0.6:
                    hands[player] = 4
            self.write("deal", hands=hands)
        self.pile = [self.stock.pop()]
        if rng.random() < 0.8:
            self.write("turn_up", card=self.maybe(self.pile[0]))
        looking = [one for one in self.players if rng.random() < 0.6]
        for player in looking:
            self.look(player, range(2))

    def look(self, player: str, places: range) -> None:
        cards = [self.layouts[player][place] for place in places]
        told = None if self.rng.random() < 0.3 and len(cards) == 2 else cards
        self.write("look", player=player, cards=told and [self.maybe(card) for card in told])

    def play(self) -> str:
        """Play turns until the hole is over; return how it ended."""
        while True:
            player = self.turn
            try:
                self.take_turn(player)
            except GameOver:
                return self.done(player) or "stock_empty"
            ended = self.done(player)
            if ended:
                return ended

    def done(self, player: str) -> str | None:
        """End the turn; set the next player, or return how the hole ended."""
        self.turns += 1
        if self.knocker is not None and player in self.due:
            self.due.remove(player)
        if self.knocker is not None and not self.due:
            return "knock"
        if self.last_drawn:
            return "stock_empty"
        self.turn = self.next_after(player)
        return None

    def next_after(self, player: str) -> str:
        other = self.after(player)
        while self.knocker is not None and other not in self.due:
            other = self.after(other)
        return other

    def take_turn(self, player: str) -> None:
        may_knock = self.knocker is None and self.turns >= len(self.players) * 2
        if may_knock and self.rng.random() < self.patience:
            self.knock(player)
            return
        if self.rng.random() < 0.3:
            self.swap(player, self.take(player))
            return
        card = self.draw(player)
        if self.rng.random() < 0.5:
            self.swap(player, card)
        else:
            self.discard(player, card)

    def knock(self, player: str) -> None:
        self.write("knock", player=player)
        self.knocker, at = player, self.players.index(player)
        self.due = self.players[at + 1 :] + self.players[:at]

    def draw(self, player: str) -> Card:
        card = self.stock.pop()
        self.write("draw", player=player, card=self.maybe(card))
        if not self.stock:
            self.last_drawn = True
            if self.house["last_card"] == "at_once":
                raise GameOver
        return card

    def take(self, player: str) -> Card:
        card = self.pile.pop()
        self.write(
            "take", player=player, card=self.maybe(card) if self.rng.random() < 0.6 else None
        )
        return card

    def swap(self, player: str, card: Card) -> None:
        place = self.rng.randrange(4)
        old, self.layouts[player][place] = self.layouts[player][place], card
        self.pile.append(old)
        self.write("swap", player=player, position=place + 1, card=self.maybe(old))

    def discard(self, player: str, card: Card) -> None:
        self.pile.append(card)
        self.write("discard", player=player, card=self.maybe(card))

    def after_the_hole(self, kind: str, event: int) -> None:
        rng = self.rng
        for player in self.players:
            if rng.random() < 0.6:
                shown = [self.maybe(card) for card in self.layouts[player]]
                self.write("show", player=player, cards=shown)
        self.count(kind, event)
        if rng.random() < 0.3:
            self.write("end")

    # Points

    def count(self, kind: str, event: int) -> None:
        rng, real = self.rng, self.points()
        known = {player: all(card.told for card in self.layouts[player]) for player in self.players}
        written: dict[str, int] = {}
        if rng.random() < 0.7:
            written = {player: points for player, points in real.items() if rng.random() < 0.9}
            self.score(written, real)
        base: dict[str, int | None] = {}
        for player, points in self.points(penalty=False).items():
            told = known[player] or (player in written and player != self.knocker)
            base[player] = points if told else None
        scores = dict(base)
        if self.knocker is not None:
            scores[self.knocker] = self.of_the_knocker(self.knocker, base, real, written)
        self.scores.append(scores)
        lowest = [one for one, points in scores.items() if points == min(map(real.get, real))]  # type: ignore[type-var]
        sole = len(lowest) == 1 and None not in scores.values()
        self.outcomes.append((kind, event, lowest[0] if sole else None))

    def of_the_knocker(
        self,
        knocker: str,
        base: dict[str, int | None],
        real: dict[str, int],
        written: dict[str, int],
    ) -> int | None:
        own, others = base[knocker], [base[one] for one in self.players if one != knocker]
        decided = self.house["knock_penalty"] == "none" or None not in others
        if own is not None and any(one is not None and one < own for one in others):
            decided = True
        if own is not None and decided:
            return real[knocker]
        return written.get(knocker)

    def score(self, written: dict[str, int], real: dict[str, int]) -> None:
        before = self.sums()
        totals = {
            player: total + real[player]
            for player, total in before.items()
            if total is not None and player in written
        }
        use = self.rng.random() < 0.5 or not totals
        self.write("score", points=written, totals=None if use else totals)

    def sums(self) -> dict[str, int | None]:
        sums: dict[str, int | None] = {}
        for player in self.players:
            points = [scores.get(player) for scores in self.scores]
            sums[player] = None if None in points else sum(points)  # type: ignore[arg-type]
        return sums

    def points(self, *, penalty: bool = True) -> dict[str, int]:
        base = {player: self.layout_points(player) for player in self.players}
        knocker = self.knocker
        if penalty and knocker is not None and min(base.values()) < base[knocker]:
            more = {"none": 0, "plus_ten": 10, "double": base[knocker]}
            return {**base, knocker: base[knocker] + more[self.house["knock_penalty"]]}
        return base

    def layout_points(self, player: str) -> int:
        one, two, three, four = (card.name for card in self.layouts[player])
        worth = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 0, **{str(n): n for n in range(2, 10)}}
        total = 0
        for near, far in ((one, three), (two, four)):
            if self.house["pairs"] == "count" or near[0] != far[0]:
                total += worth[near[0]] + worth[far[0]]
        return total

    def winners(self) -> list[str]:
        sums = self.sums()
        if None in sums.values() or len(self.scores) < HOLES:
            return []
        tied = [one for one in self.players if sums[one] == min(sums.values())]  # type: ignore[type-var]
        if self.house["tie"] == "last_hole":
            for scores in reversed(self.scores):
                best = min(scores[one] for one in tied)  # type: ignore[type-var]
                tied = [one for one in tied if scores[one] == best]
        return tied
