"""Random games of That Dam Game, written from the page of the game alone.

Nothing of the referee is used here: melds are read the long way (``all_readings``), points are
counted anew. Every player has a contract in mind and gets its cards sooner or later; what the deck
holds is decided card by card.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from tests.dam.all_readings import ASCENDING, is_set, runs, wild

Event = dict[str, Any]

CONTRACTS = [
    (2, 0, 0, 0), (1, 1, 4, 1), (0, 2, 4, 1), (3, 0, 0, 0), (1, 1, 7, 3),
    (2, 1, 5, 2), (0, 3, 4, 1), (1, 1, 10, 4), (2, 2, 4, 1), (0, 3, 5, 2),
]  # fmt: skip
"""The number of sets of three, of runs, their length, and the most wild cards in each run."""

NAMES = ["Ana", "Beto", "Carla", "Dora", "Eva", "Fito"]
DECK = [rank + suit for suit in "cdhs" for rank in ASCENDING] + ["Jk", "Jk"]
HOUSE = {
    "decks": ["by_players", "four"],
    "begs": ["game", "hand"],
    "beggars": ["others", "all"],
    "two_in_place": ["natural", "wild"],
    "grown_runs": ["any_wilds", "contract"],
    "lay_off": ["next_turn", "at_once"],
    "last_discard": ["free", "required"],
}


class HandOver(Exception):  # noqa: N818 - no error
    """Raised when a player has no cards left."""


class Stuck(Exception):  # noqa: N818 - no error
    """Raised if a hand does not end."""


class Game:
    """One game, with its log and what it must come to."""

    def __init__(self, rng: Random, hands: int) -> None:
        self.rng, self.hands = rng, hands
        self.players = NAMES[: rng.randint(3, 6)]
        self.house = {name: rng.choice(options) for name, options in HOUSE.items()}
        usual = {name: options[0] for name, options in HOUSE.items()}
        if rng.random() < 0.5:
            self.house = usual
        chosen = {name: option for name, option in self.house.items() if option != usual[name]}
        opening = {"type": "game", "game": "dam", "players": self.players, "house": chosen}
        self.log: list[Event] = [opening]
        self.scores: list[dict[str, int]] = []
        self.outs: list[tuple[str, int]] = []
        self.begs = Counter[str]()
        self.dealer = rng.randrange(len(self.players))

    def play(self) -> Game:
        for number in range(1, self.hands + 1):
            Hand(self, number).play()
            self.dealer += 1
        return self

    def write(self, kind: str, **fields: Any) -> None:
        self.log.append({"type": kind, **fields})

    @property
    def totals(self) -> dict[str, int]:
        return {player: sum(hand[player] for hand in self.scores) for player in self.players}


class Hand:
    def __init__(self, game: Game, number: int) -> None:
        self.game, self.rng, self.number = game, game.rng, number
        self.players, self.house = game.players, game.house
        self.sets, self.runs, self.length, self.wilds = CONTRACTS[number - 1]
        self.each = 3 * self.sets + self.length * self.runs
        packs = {3: 2, 4: 3, 5: 3, 6: 4}[len(self.players)]
        self.packs = packs if self.house["decks"] == "by_players" else 4
        self.pool = Counter(DECK * self.packs)
        self.kept: dict[str, list[str]] = {}
        self.plans: dict[str, list[list[str]]] = {}
        self.held: dict[str, list[str]] = {player: [] for player in self.players}
        self.melds: dict[str, list[list[str]]] = {player: [] for player in self.players}
        self.pile: list[str] = []
        self.offered = False
        at = game.dealer % len(self.players)
        self.dealer = self.players[at]
        self.order = self.players[at + 1 :] + self.players[: at + 1]
        if house_begs(game) == "hand":
            game.begs.clear()

    # The deck

    def left(self) -> int:
        return self.pool.total() + sum(map(len, self.kept.values()))

    def from_pool(self) -> str:
        if not self.pool.total():
            owner = self.rng.choice([name for name, cards in self.kept.items() if cards])
            return self.kept[owner].pop()
        cards = list(self.pool)
        card = self.rng.choices(cards, [self.pool[one] for one in cards])[0]
        self.pool[card] -= 1
        return card

    def next_card(self, player: str, luck: float) -> str:
        if not self.left():
            if len(self.pile) < 2:
                raise Stuck
            if self.rng.random() < 0.5:
                self.game.write("reshuffle")
            self.pool.update(self.pile[:-1])
            del self.pile[:-1]
        kept = self.kept.get(player)
        if kept and self.rng.random() < luck:
            return kept.pop()
        return self.from_pool()

    # Plans

    def plan(self, player: str) -> None:
        """Plan a contract from cards that are still in the pool."""
        for _ in range(40):
            left = self.pool.copy()
            melds = [self.a_set(left) for _ in range(self.sets)]
            melds += [self.a_run(left) for _ in range(self.runs)]
            if all(melds):
                self.pool = left
                self.plans[player] = melds
                self.kept[player] = [card for meld in melds for card in meld]
                self.rng.shuffle(self.kept[player])
                return

    def a_set(self, left: Counter[str]) -> list[str]:
        rank = self.rng.choice([*ASCENDING, "Jk"])
        cards = [card for card in left.elements() if card == rank or card[0] == rank != "J"]
        if rank == "J":
            cards = [card for card in left.elements() if card[0] == "J" and card != "Jk"]
        return self.grab(left, self.rng.sample(cards, 3)) if len(cards) > 2 else []

    def a_run(self, left: Counter[str]) -> list[str]:
        suit, low = self.rng.choice("cdhs"), self.rng.randint(0, 13 - self.length)
        places = ASCENDING[low : low + self.length]
        wilds = self.rng.randint(0, self.wilds)
        gaps = set(self.rng.sample(range(self.length), wilds))
        cards = []
        rest = left.copy()
        for place, rank in enumerate(places):
            choices = [rank + suit]
            if place in gaps:
                choices = [card for card in rest.elements() if wild(card) and card != "2" + suit]
            card = self.rng.choice(choices) if choices else ""
            if not rest[card]:
                return []
            rest[card] -= 1
            cards.append(card)
        best = min((found[2] for found in runs(cards, self.house["two_in_place"])), default=9)
        return self.grab(left, cards) if best <= self.wilds else []

    def grab(self, left: Counter[str], cards: list[str]) -> list[str]:
        left.subtract(cards)
        return cards

    # Play

    def play(self) -> None:
        game = self.game
        game.write("hand", dealer=self.dealer)
        if self.rng.random() < 0.3:
            game.write("cut", player=self.order[-2])
        for player in self.order:
            self.plan(player)
        for player in self.order:
            self.held[player] = [self.next_card(player, 0.6) for _ in range(self.each)]
        game.write("deal", hands={player: list(cards) for player, cards in self.held.items()})
        try:
            for turn in range(400):
                self.turn(self.order[turn % len(self.order)], first=turn == 0)
        except HandOver:
            self.score()
            return
        raise Stuck

    def turn(self, player: str, *, first: bool) -> None:
        held, before = self.held[player], bool(self.melds[player])
        self.take(player, first)
        if (
            not self.melds[player]
            and len(held) > self.each
            and self.can_meld(player)
            and self.rng.random() < 0.9
        ):
            self.lay_contract(player, self.plans[player])
        if before or (self.melds[player] and self.house["lay_off"] == "at_once"):
            self.lay_off(player)
        self.discard(player, self.least_wanted(player))

    def take(self, player: str, first: bool) -> None:
        game = self.game
        top = self.pile[-1] if self.pile else None
        wanted = top is not None and top in self.missing(player)
        if self.offered and not first and (wanted or self.rng.random() < 0.1):
            named = {"card": top} if self.rng.random() < 0.6 else {}
            game.write("take", player=player, **named)
            self.held[player].append(self.pile.pop())
        else:
            self.draw(player)
        self.offered = False

    def draw(self, player: str) -> None:
        card = self.next_card(player, 0.5)
        self.held[player].append(card)
        self.game.write("draw", player=player, card=card)

    def missing(self, player: str) -> Counter[str]:
        if player not in self.plans or self.melds[player]:
            return Counter()
        return all_of(self.plans[player]) - Counter(self.held[player])

    def can_meld(self, player: str) -> bool:
        ready = player in self.plans and not self.melds[player] and not self.missing(player)
        return ready and len(self.held[player]) >= self.each

    def lay_contract(self, player: str, melds: list[list[str]]) -> None:
        for meld in self.rng.sample(melds, len(melds)):
            self.put(player, player, meld, [], meld)

    def put(
        self, player: str, owner: str, meld: list[str], onto: list[str], cards: list[str]
    ) -> None:
        for card in cards:
            self.held[player].remove(card)
        lying = list(meld)
        self.melds[owner] = [one for one in self.melds[owner] if one is not onto]
        self.melds[owner].append(lying)
        named = {"owner": owner} if owner != player or self.rng.random() < 0.05 else {}
        self.game.write("meld", player=player, cards=lying, **named)
        if not self.held[player]:
            self.out(player)

    def lay_off(self, player: str) -> None:
        """Lay off all fitting cards, or some of them."""
        required = self.house["last_discard"] == "required"
        for card in list(self.held[player]):
            if (required and len(self.held[player]) == 1) or card not in self.held[player]:
                continue
            for owner in self.players:
                for meld in self.melds[owner]:
                    if not self.may_grow(meld, card) or self.rng.random() < 0.2:
                        continue
                    self.put(player, owner, self.arranged([*meld, card]), meld, [card])
                    break
                else:
                    continue
                break
        self.move_wilds(player)

    def move_wilds(self, player: str) -> None:
        for owner in self.players:
            for meld in self.melds[owner]:
                if any(map(wild, meld)) and not is_set(meld) and self.rng.random() < 0.1:
                    self.put(player, owner, self.arranged(meld), meld, [])
                    return

    def may_grow(self, meld: list[str], card: str) -> bool:
        grown = [*meld, card]
        if is_set(meld):
            return is_set(grown)
        found = runs(grown, self.house["two_in_place"]) if len(grown) < 14 else set()
        if self.house["grown_runs"] == "contract":
            found = {one for one in found if one[2] <= self.wilds}
        return bool(found)

    def arranged(self, meld: list[str]) -> list[str]:
        while True:
            order = self.rng.sample(meld, len(meld))
            if order != meld or len(set(meld)) == 1:
                return order

    def least_wanted(self, player: str) -> str:
        held = self.held[player]
        plan = Counter() if self.melds[player] else all_of(self.plans.get(player, []))
        spare = list((Counter(held) - plan).elements())
        return self.rng.choice(spare or held)

    def discard(self, player: str, card: str) -> None:
        game = self.game
        self.held[player].remove(card)
        self.pile.append(card)
        game.write("discard", player=player, card=card)
        self.offered = True
        if not self.held[player]:
            self.out(player)
        at = self.order.index(player)
        behind = self.order[at + 1 :] + self.order[:at]
        after, others = behind[0], behind[1:]
        if self.house["beggars"] == "all":
            others = [*others, player]
        passes = self.rng.random() < 0.2
        if passes:
            game.write("pass", player=after)
        for other in others:
            if game.begs[other] < 3 and self.rng.random() < 0.06:
                self.beg(other)
                return
            if passes and self.rng.random() < 0.4:
                game.write("pass", player=other)

    def beg(self, player: str) -> None:
        card = self.pile.pop()
        drawn = self.next_card(player, 0.3)
        self.held[player] += [card, drawn]
        self.game.begs[player] += 1
        self.offered = False
        told = {"card": card} if self.rng.random() < 0.6 else {}
        self.game.write("beg", player=player, **told, drawn=drawn)

    def out(self, player: str) -> None:
        self.game.outs.append((player, len(self.game.log)))
        raise HandOver

    def score(self) -> None:
        game = self.game
        points = {player: sum(map(worth, self.held[player])) for player in self.players}
        game.scores.append(points)
        for player in self.players:
            if self.held[player] and self.rng.random() < 0.3:
                game.write("show", player=player, cards=list(self.held[player]))
        if self.rng.random() < 0.7:
            totals = {"totals": game.totals} if self.rng.random() < 0.5 else {}
            game.write("score", points=points, **totals)


def house_begs(game: Game) -> str:
    return game.house["begs"]


def all_of(melds: list[list[str]]) -> Counter[str]:
    return Counter(card for meld in melds for card in meld)


def worth(card: str) -> int:
    if card == "Jk":
        return 50
    return {"2": 20, "A": 15, "K": 10, "Q": 10, "J": 10, "T": 10}.get(card[0], 5)


def lawful(rng: Random, hands: int = 10) -> Game:
    for _ in range(400):
        try:
            return Game(Random(rng.getrandbits(64)), hands).play()
        except Stuck:
            continue
    raise RuntimeError("no game came to an end")
