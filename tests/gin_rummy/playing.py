"""Random games of Gin Rummy, played with real cards from the page of the rules alone.

Nothing here knows the engine. The written events are chosen at random. One slip may be
made on the way: ``Game.slip`` names it, ``Game.slipped`` is what must be found, and nothing else
may be. The slips are made in ``slips``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.gin_rummy.deadwood import Meld, best, best_against, worth

Event = dict[str, Any]
Found = tuple[int, str, str, str | None]
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]


class HandOver(Exception):  # noqa: N818 - no error
    """The hand is over in the middle of something: it ended with a knock, or was given up."""


class TurnOver(Exception):  # noqa: N818 - no error
    """The turn is over: a slip has played it to its end."""


Maker = Callable[["Game"], None]


@dataclass
class Game:
    """One game, played out as it is made."""

    seed: object
    slip: str = ""
    makers: Mapping[str, Maker] = field(default_factory=dict)
    """Makes a slip at a moment of the game; by the slip."""
    events: list[Event] = field(default_factory=list)
    slipped: list[Found] = field(default_factory=list)
    points: list[dict[str, int] | None] = field(default_factory=list)
    """The points of each hand; None where a slip leaves them open."""
    certain: list[bool] = field(default_factory=list)
    """True for each hand whose record gives its points."""

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
        self.seen = 1.0 if self.slip else rng.choice((0.0, 0.5, 0.9, 1.0, 1.0))
        self.hides = self.slip.endswith("unseen")
        if self.hides:
            self.seen = 0.0
        self.keen = rng.choice((0.3, 0.8, 1.0))
        self.hands = rng.choice((1, 2, 3, 12))
        self.slip_hand = rng.randint(1, min(self.hands, 2))
        self.wait = rng.randint(0, 4)
        self.sums = dict.fromkeys(self.players, 0)
        self.bonus = dict.fromkeys(self.players, 0)
        self.write("game", game="gin_rummy", players=list(self.players), house=self.house)
        dealer = rng.choice(self.players)
        for number in range(1, self.hands + 1):
            self.number = number
            self.hand(dealer)
            dealer = self.other(self.dealer)
            if max(self.sums.values()) >= 100:
                self.end_the_game()
                break
        self.at("finished")

    # Writing down

    def write(self, what: str, /, **fields: Any) -> None:
        told = {name: value for name, value in fields.items() if value is not None}
        self.events.append({"type": what, **told})

    def find(self, rule: str, kind: str, player: str | None) -> None:
        self.slipped.append((len(self.events), rule, kind, player))

    def at(self, moment: str) -> bool:
        """Return whether the slip is made now."""
        maker = self.makers.get(self.slip)
        if maker is None or self.slipped or self.number < self.slip_hand:
            return False
        if getattr(maker, "moment", "turn") != moment:
            return False
        if moment == "turn" and self.wait > 0:
            self.wait -= 1
            return False
        maker(self)
        return bool(self.slipped)

    def maybe(self, card: str) -> str:
        """The card as it is written down."""
        return card if self.rng.random() < self.seen else "??"

    def other(self, player: str) -> str:
        return self.players[1 - self.players.index(player)]

    # A hand

    def hand(self, dealer: str) -> None:
        rng, self.dealer, self.told = self.rng, dealer, True
        cards = rng.sample(DECK, 52)
        self.held = {player: [cards.pop() for _ in range(10)] for player in self.players}
        self.pile, self.stock = [cards.pop()], cards
        self.turn, self.taken, self.passes = self.other(dealer), "", 0
        self.over = ""
        self.write("hand", dealer=dealer)
        self.at("opened")
        try:
            self.play()
        except HandOver as how:
            self.over = str(how)
        if self.over == "given up":
            self.write("end", why="abandoned")
            self.points.append(None)
            self.certain.append(False)
        elif self.over == "void":
            self.count(dict.fromkeys(self.players, 0), certain=True)

    def play(self) -> None:
        rng = self.rng
        if rng.random() < 0.3 and not self.at("cut"):
            self.write("cut", player=self.other(self.dealer))
        hands: Event = {}
        for player, held in self.held.items():
            if (self.slip and not self.hides) or rng.random() < 0.7:
                hands[player] = [self.maybe(card) for card in held]
            elif rng.random() < 0.5:
                hands[player] = 10
        if hands or rng.random() < 0.5:
            self.write("deal", hands=hands)
            self.at("dealt")
        if self.slip or rng.random() < 0.9:
            self.write("turn_up", card=self.maybe(self.pile[0]))
        self.offer()
        while not self.over:
            try:
                self.at("turn")
                self.take_turn()
            except TurnOver:
                pass
        if self.over == "knock":
            self.lay_down()

    def offer(self) -> None:
        """The card that was turned up is offered to both."""
        for player in (self.turn, self.dealer):
            if self.likes(player):
                self.turn = player
                self.take(player)
                self.lay(player)
                return
            self.passes += 1
            if self.slip or self.rng.random() < 0.6:
                self.write("pass", player=player)
            if self.at("passed"):
                return
        self.draw(self.turn)
        self.lay(self.turn)

    def likes(self, player: str) -> bool:
        """Return whether a player takes the top card of the pile."""
        before, after = best(self.held[player])[1], best([*self.held[player], self.pile[-1]])[1]
        return len(after) < len(before) or self.rng.random() < 0.1

    def take_turn(self) -> None:
        player = self.turn
        if self.likes(player):
            self.take(player)
        else:
            self.draw(player)
        self.at("taken")
        self.lay(player)

    def draw(self, player: str) -> None:
        card = self.stock.pop()
        self.held[player].append(card)
        self.taken = ""
        self.write("draw", player=player, card=self.maybe(card))

    def take(self, player: str) -> None:
        self.taken = self.pile.pop()
        self.held[player].append(self.taken)
        named = self.maybe(self.taken) if self.slip or self.rng.random() < 0.6 else None
        self.write("take", player=player, card=named)

    def lay(self, player: str) -> None:
        """A card is laid down, with a knock if the player can and likes to."""
        held = self.held[player]
        _, left = best(held)
        free = [card for card in left or held if card != self.taken] or [
            card for card in held if card != self.taken
        ]
        card = max(free, key=lambda one: (worth([one]), one))
        low = worth(best([one for one in held if one != card])[1]) <= int(self.house["knock_limit"])
        knocks = low and self.rng.random() < self.keen
        if self.hides and not self.slipped and self.number >= self.slip_hand and not low:
            knocks = self.rng.random() < 0.1
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
        """Both lay down their cards, and the hand is counted."""
        knocker, other = self.knocker, self.other(self.knocker)
        self.at("knocked")
        melds, left = self.choose(self.held[knocker])
        self.laid, self.left = melds, left
        if left:
            own, off, rest = best_against(self.held[other], melds)
        else:
            own, rest = best(self.held[other])
            off = []
        self.theirs = (own, off, rest)
        self.write_down(knocker, melds, [], left)
        self.at("laid")
        self.write_down(other, own, off, rest)
        self.at("shown")
        points = self.score(knocker, worth(left), worth(rest))
        self.count(points, certain=self.told)

    def choose(self, cards: Sequence[str]) -> tuple[list[Meld], list[str]]:
        return best(cards)

    def write_down(
        self, player: str, melds: Sequence[Meld], off: Sequence[str], left: Sequence[str]
    ) -> None:
        for meld in melds:
            self.write("meld", player=player, cards=[self.seen_down(card) for card in meld])
        if off:
            self.write("lay_off", player=player, cards=[self.seen_down(card) for card in off])
        if left and (self.slip or self.rng.random() < 0.8):
            self.write("show", player=player, cards=[self.seen_down(card) for card in left])
        else:
            self.told = self.told and not left

    def seen_down(self, card: str) -> str:
        """A card that lies on the table is seen by nearly everybody."""
        unseen = not self.slip and self.rng.random() < 0.01
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
        written = self.slip.startswith("score") or self.rng.random() < 0.6
        self.certain.append(certain or written)
        if written and not self.at("score"):
            totals = dict(self.sums) if self.rng.random() < 0.5 and all(self.certain) else None
            self.write("score", points=points, totals=totals)

    def end_the_game(self) -> None:
        """Bonuses come when somebody has a hundred points."""
        line, game = self.house["line"], self.house["game"]
        for player in self.players:
            won = sum(bool(one and one[player]) for one in self.points)
            self.bonus[player] = won * int(line)
        self.bonus[max(self.players, key=lambda one: self.sums[one])] += int(game)
        self.at("won")
