"""Random games of Golf, played with real cards from the page of the rulebook alone.

Nothing here knows the engine. A game is played with a shuffled deck; what is written down of it is
chosen at random, and with it what anybody can know of the cards. One slip may be made on the way:
``Game.slip`` names it, ``Game.slipped`` is what must be found, and nothing else may be. Those that
take a turn of their own are made in ``slips``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

Event = dict[str, Any]
Found = tuple[int, str, str, str | None]
"""A finding: its event, rule, kind and player."""

NAMES = ("Ana", "Beto", "Carla", "Dina", "Eva", "Fito", "Gil", "Hugo")
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
HOLES = 9


@dataclass
class Card:
    """A real card, and whether the record tells which it is."""

    name: str
    told: bool = False


class GameOver(Exception):  # noqa: N818 - no error
    """The hole ended in the middle of something."""


Maker = Callable[["Game"], str | None]


@dataclass
class Game:
    """One game, played out as it is made."""

    seed: object
    slip: str = ""
    game: str = "golf"
    holes: int = HOLES
    events: list[Event] = field(default_factory=list)
    slipped: list[Found] = field(default_factory=list)
    scores: list[dict[str, int | None]] = field(default_factory=list)
    outcomes: list[tuple[str, int, str | None]] = field(default_factory=list)
    clear: bool = True
    """The slip, if there was one, left no doubt about the cards."""
    makers: Mapping[str, Maker] = field(default_factory=dict)
    """Makes a slip at the beginning of a turn and plays on to the end of it; tells how the hole
    ended with it, if it did. By the slip."""

    def __post_init__(self) -> None:
        rng = self.rng = Random(f"golf/{self.seed}")
        self.players = list(NAMES[: rng.choice((2, 2, 3, 3, 4, 5, 8))])
        if self.slip in ("turn.last", "turn.order.last"):
            self.players = list(NAMES[: rng.randint(3, 5)])
        self.house = {
            "knock_penalty": rng.choice(("none", "plus_ten", "double")),
            "pairs": rng.choice(("count", "cancel")),
            "last_card": rng.choice(("turn", "turn", "at_once")),
            "tie": rng.choice(("shared", "last_hole")),
            "first_knock": "barred" if self.slip == "knock.first" else "allowed",
        }
        if self.slip == "deck.empty":
            self.house["last_card"] = "turn"
        self.seen = rng.choice((0.0, 0.5, 0.9, 1.0))
        if self.slip.startswith("card.location"):
            self.seen = 1.0
        self.patience = rng.choice((0.02, 0.1, 0.2))
        self.slip_hole = 2 if self.slip == "dealer.rotation" else rng.randint(1, self.holes)
        self.wait = rng.randint(0, 6)
        self.write("game", game=self.game, players=self.players, house=self.house)
        dealer = rng.choice(self.players)
        for number in range(1, self.holes + 1):
            if self.makes("dealer.rotation", number):
                dealer = self.after(dealer)
            self.hole(number, dealer)
            dealer = self.after(dealer)
        if self.makes("hand.over.tenth", self.slip_hole):
            self.write("hand", dealer=dealer)
            self.find("hand.over", "record", None)

    # Writing down

    def write(self, what: str, /, **fields: Any) -> None:
        told = {name: value for name, value in fields.items() if value is not None}
        self.events.append({"type": what, **told})

    def find(self, rule: str, kind: str, player: str | None) -> None:
        self.slipped.append((len(self.events), rule, kind, player))

    def makes(self, slip: str, hole: int = 0) -> bool:
        """Return whether this slip is to be made now, if it was not made before."""
        hole = hole or self.number
        if self.slip != slip or self.slipped or hole < self.slip_hole:
            return False
        if self.wait > 0 and hole == self.slip_hole and hole < self.holes and self.in_play:
            self.wait -= 1
            return False
        return True

    in_play = False
    number = 0

    def maybe(self, card: Card) -> str:
        """The card as it is written down."""
        if self.rng.random() < self.seen:
            card.told = True
            return card.name
        return "??"

    def after(self, player: str) -> str:
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def before(self, player: str) -> str:
        return self.players[self.players.index(player) - 1]

    # A hole

    def hole(self, number: int, dealer: str) -> None:
        self.number, rng = number, self.rng
        cards = DECK.copy()
        rng.shuffle(cards)
        self.stock = [Card(name) for name in cards]
        self.layouts = {player: [self.stock.pop() for _ in range(4)] for player in self.players}
        self.knocker: str | None = None
        self.due: list[str] = []
        self.passed_over: set[str] = set()
        self.last_drawn = False
        self.turns = 0
        self.write("hand", dealer=dealer)
        if self.makes("dealer.rotation"):
            self.find("dealer.rotation", "violation", dealer)
        self.beginning(dealer)
        self.in_play = True
        self.turn = self.after(dealer)
        kind = self.play()
        self.in_play = False
        if kind in ("knock", "stock_empty"):
            self.after_the_hole(kind, len(self.events))
        elif kind == "early":
            self.scores.append({})

    def beginning(self, dealer: str) -> None:
        rng = self.rng
        if rng.random() < 0.5 or self.makes("cut.player"):
            cutter = self.before(dealer)
            if self.makes("cut.player"):
                cutter = rng.choice([one for one in self.players if one != cutter])
                self.write("cut", player=cutter)
                self.find("cut.player", "violation", cutter)
            else:
                self.write("cut", player=cutter)
        dealing = rng.random() < 0.8 or self.makes("deal.count")
        if dealing:
            hands: dict[str, Any] = {}
            for player in self.players:
                if (how := rng.random()) < 0.3:
                    hands[player] = [self.maybe(card) for card in self.layouts[player]]
                elif how < 0.6:
                    hands[player] = 4
            if self.makes("deal.count"):
                who = rng.choice(self.players)
                for card in self.layouts[who]:
                    card.told = False
                hands[who] = rng.choice((3, 5, ["??"] * 5, ["??"] * 3))
                self.write("deal", hands=hands)
                self.find("deal.count", "violation", dealer)
            else:
                self.write("deal", hands=hands)
        self.pile = [self.stock.pop()]
        if rng.random() < 0.8:
            self.write("turn_up", card=self.maybe(self.pile[0]))
        looking = [one for one in self.players if rng.random() < 0.6]
        for player in looking:
            self.look(player, range(2))
        if self.makes("look.again.second"):
            who = rng.choice(looking or self.players)
            if who not in looking:
                self.look(who, range(2))
            self.look(who, range(2))
            self.find("look.again", "violation", who)
        if self.makes("look.again.three"):
            rest = [one for one in self.players if one not in looking] or ["nobody"]
            if rest != ["nobody"]:
                self.seen, seen = 1.0, self.seen
                self.look(rest[0], range(3))
                self.seen = seen
                self.find("look.again", "violation", rest[0])
        self.looked = looking

    def look(self, player: str, places: range) -> None:
        cards = [self.layouts[player][place] for place in places]
        told = None if self.rng.random() < 0.3 and len(cards) == 2 else cards
        self.write("look", player=player, cards=told and [self.maybe(card) for card in told])

    def play(self) -> str:
        """Turns until the hole is over; how it ended."""
        while True:
            again = self.another_slip()
            if again:
                return again
            player = self.turn
            try:
                self.take_turn(player)
            except GameOver:
                return self.done(player) or "stock_empty"
            ended = self.done(player)
            if ended:
                return ended

    def done(self, player: str) -> str | None:
        """The turn is over: whose is the next one, or how the hole ended."""
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
        if may_knock and self.rng.random() < self.patience and not self.needs_a_long_hole():
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

    def needs_a_long_hole(self) -> bool:
        return self.slip == "deck.empty" and not self.slipped and self.number >= self.slip_hole

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

    def swap(self, player: str, card: Card, *, laid: bool = True) -> None:
        place = self.rng.randrange(4)
        old, self.layouts[player][place] = self.layouts[player][place], card
        if laid:
            self.pile.append(old)
        self.write(
            "swap", player=player, position=place + 1, card=self.maybe(old) if laid else None
        )

    def discard(self, player: str, card: Card) -> None:
        self.pile.append(card)
        self.write("discard", player=player, card=self.maybe(card))

    def after_the_hole(self, kind: str, event: int) -> None:
        rng = self.rng
        if self.makes("hand.over"):
            who = rng.choice(self.players)
            self.write("draw", player=who, card="??")
            self.find("hand.over", "record", None)
            self.write("discard", player=who, card="??")
        if self.makes("card.count"):
            who = rng.choice(self.players)
            self.write("show", player=who, cards=["??"] * rng.choice((3, 5)))
            self.find("card.count", "record", who)
        for player in self.players:
            layout = self.layouts[player]
            if self.makes("card.location.show") and layout[0].told:
                shown = [card.name for card in layout]
                other = next(name for name in DECK if name not in shown)
                self.write("show", player=player, cards=[other, *shown[1:]])
                self.find("card.location", "record", None)
                self.clear = False
            elif rng.random() < 0.6:
                self.write("show", player=player, cards=[self.maybe(card) for card in layout])
        self.count(kind, event)
        if rng.random() < 0.3:
            self.write("end")

    # Points

    def count(self, kind: str, event: int) -> None:
        rng, real = self.rng, self.points()
        known = {player: all(card.told for card in self.layouts[player]) for player in self.players}
        written: dict[str, int] = {}
        if rng.random() < 0.7 or self.slip.startswith("score.wrong"):
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
        told = dict(written)
        if self.makes("score.wrong.points"):
            knowable = [
                player
                for player in written
                if all(card.told for card in self.layouts[player]) and player != self.knocker
            ]
            if knowable:
                told[knowable[0]] += 1
                self.write("score", points=told)
                self.find("score.wrong", "record", None)
                return
        if self.makes("score.wrong.totals"):
            knowable = [player for player in totals if player != self.knocker]
            if knowable:
                totals[knowable[0]] += 1
                self.write("score", points=told, totals=totals)
                self.find("score.wrong", "record", None)
                return
        use = self.rng.random() < 0.5 or not totals
        self.write("score", points=told, totals=None if use else totals)

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

    # Slips in the middle of a hole

    def another_slip(self) -> str | None:
        """Make the slip of this game, if it is its time; how the hole ended by it."""
        maker = self.makers.get(self.slip)
        if maker is None or not self.makes(self.slip):
            return None
        try:
            return maker(self)
        except GameOver:
            return "stock_empty"

    def rest_of_turn(self, player: str) -> str | None:
        self.take_turn(player)
        return self.done(player)
