"""Random legal games of Dimes, written from the rulebook's page (``docs/games/dimes.md``): eleven
rounds, fully recorded or only as the table saw them, with the expected results. Shares no code with
the referee, except for the fewest points of large hands, which have their own tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from referee.cards.arranging import arrange
from referee.cards.wild_melds import Round
from tests.dimes.brute_force import LINE, POINTS, TIMES, is_lawful, is_wild

Event = dict[str, Any]

NAMES = ("Ana", "Beto", "Carla", "Dora", "Eva", "Fito", "Gil", "Hugo", "Inés", "Juan")
ROUNDS = "3456789TJQK"
SMALL = 6
"""Hands up to this size are arranged by brute force."""


@dataclass
class Played:
    """A recorded game, and its expected result."""

    events: list[Event]
    scores: list[dict[str, int | None]] = field(default_factory=list)
    nets: list[dict[str, int]] = field(default_factory=list)
    carried: list[int] = field(default_factory=list)
    outs: list[tuple[str, int]] = field(default_factory=list)
    """The player who went out in each hand, and the number of the event."""
    winners: list[str] = field(default_factory=list)


def count(cards: list[str], wild: str) -> int:
    points = [
        50 if card == "Jk" else 20 if is_wild(card, wild) else POINTS[card[0]] for card in cards
    ]
    return TIMES.get(wild, 1) * sum(points)


def packs(players: int) -> list[str]:
    number = 1 if players == 2 else 2 if players <= 6 else 3
    return [*(rank + suit for rank in LINE[:13] for suit in "cdhs"), "Jk", "Jk"] * number


def melds_of(rng: Random, size: int, wild: str, deck: list[str]) -> list[list[str]]:
    while True:
        free, laid, left = Counter(deck), [], size
        while left:
            length = left if left < 6 else rng.randint(3, left - 3)
            meld = _meld(rng, length, wild, free)
            if meld is None:
                break
            free -= Counter(meld)
            laid.append(meld)
            left -= length
        if not left:
            return laid


def _meld(rng: Random, length: int, wild: str, free: Counter[str]) -> list[str] | None:
    wilds = [card for card in free.elements() if is_wild(card, wild)]
    if rng.random() < 0.5:
        start, suit = rng.randrange(15 - length), rng.choice("cdhs")
        places = [rank + suit for rank in LINE[start : start + length]]
        own = [card for card in places if free[card] and not is_wild(card, wild)]
    else:
        rank = rng.choice(LINE[:13])
        own = [card for card in free.elements() if card[0] == rank and not is_wild(card, wild)]
        rng.shuffle(own)
        own = own[:length]
    fewest = max((length + 1) // 2, length - len(wilds))
    if len(own) < fewest:
        return None
    own = rng.sample(own, rng.randint(fewest, min(len(own), length)))
    found = own + rng.sample(wilds, length - len(own))
    rng.shuffle(found)
    return found


@cache
def arranged(hand: tuple[str, ...], wild: str) -> tuple[int, tuple[tuple[str, ...], ...]]:
    """Return the fewest points that a small hand can leave, and melds that leave them."""
    if not hand:
        return 0, ()
    first, others = hand[0], hand[1:]
    least, melds = arranged(others, wild)
    best = (least + count([first], wild), melds)
    for size in range(2, len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            meld = (first, *(others[at] for at in chosen))
            if is_lawful(tuple(sorted(meld)), wild, False):
                left = tuple(card for at, card in enumerate(others) if at not in chosen)
                least, melds = arranged(left, wild)
                best = min(best, (least, (meld, *melds)))
    return best


class _Game:
    def __init__(self, rng: Random, players: int, rounds: int, *, hidden: float) -> None:
        self.rng = rng
        self.players = list(NAMES[:players])
        self.unseen = {name for name in self.players if rng.random() < hidden}
        self.money = rng.choice(("none", "middle", "end"))
        self.played = Played([{"type": "game", "game": "dimes", "players": self.players}])
        self.pot = 5 * players
        self.totals: dict[str, int | None] = dict.fromkeys(self.players, 0)
        self.dealer = rng.randrange(players)
        for number in range(1, rounds + 1):
            self.hand(number)
            self.dealer = (self.dealer + 1) % players

    def write(self, type_: str, **fields: Any) -> None:
        self.played.events.append({"type": type_, **fields})

    def sometimes(self, chance: float = 0.5) -> bool:
        return self.rng.random() < chance

    def hand(self, number: int) -> None:
        rng = self.rng
        self.number, self.wild = number, ROUNDS[number - 1]
        self.deck = packs(len(self.players))
        self.pile: list[str] = []
        rng.shuffle(self.deck)
        self.write("hand", dealer=self.players[self.dealer])
        if self.sometimes(0.2):
            self.write("cut", player=self.players[self.dealer - 1])
        self.deal()
        turns = rng.choice((0, 1, 1, 2, 3)) if rng.random() < 0.9 else 60
        order = self.players[self.dealer + 1 :] + self.players[: self.dealer + 1]
        while True:
            for name in order:
                if name == self.lucky and turns <= 0 and self.goes_out():
                    self.settle()
                    return
                self.turn(name)
            turns -= 1

    def deal(self) -> None:
        rng, size = self.rng, self.number + 2
        self.lucky = rng.choice(self.players)
        self.melds = melds_of(rng, size, self.wild, self.deck)
        mine = [card for meld in self.melds for card in meld]
        self.wanted = rng.choice(mine)
        self.hands: dict[str, list[str]] = {}
        for card in mine:
            self.deck.remove(card)
        mine.remove(self.wanted)
        for name in self.players:
            self.hands[name] = [self.deck.pop() for _ in range(size)]
        self.deck += [self.hands[self.lucky].pop() for _ in range(size - 1)]
        self.hands[self.lucky] += mine
        self.kept = Counter(mine)
        self.known = {name: Counter[str]() for name in self.players}
        rng.shuffle(self.deck)
        self.deck.insert(0, self.wanted)
        seen: dict[str, Any] = {}
        for name in self.players:
            if name not in self.unseen:
                seen[name] = rng.sample(self.hands[name], size)
            elif self.sometimes():
                seen[name] = size
        self.write("deal", hands=seen)
        self.pile.append(self.deck.pop())
        self.turned = self.sometimes(0.8)
        """True if every card of the pile was recorded."""
        if self.turned:
            self.write("turn_up", card=self.pile[-1])

    def gets(self, name: str) -> str:
        """Take a card from the deck or the pile, and record it."""
        if self.sometimes(0.3) and self.pile:
            card = self.pile.pop()
            is_first = not self.pile and not self.turned
            named = {"card": card} if name not in self.unseen or self.sometimes() else {}
            self.write("take", player=name, **named)
            if named or not is_first:
                self.known[name][card] += 1
            self.turned |= is_first
        else:
            self.renew()
            card = self.deck.pop()
            self.write("draw", player=name, card="??" if name in self.unseen else card)
        self.hands[name].append(card)
        return card

    def renew(self) -> None:
        if not self.deck:
            self.turned |= len(self.pile) > 1
            self.deck, self.pile = self.pile[:-1], self.pile[-1:]
            self.rng.shuffle(self.deck)
            if self.sometimes():
                self.write("reshuffle")

    def lays(self, name: str, card: str) -> None:
        self.hands[name].remove(card)
        self.known[name] -= Counter([card])
        self.pile.append(card)
        self.write("discard", player=name, card=card)

    def turn(self, name: str) -> None:
        """Play the turn of a player who does not go out."""
        card = self.gets(name)
        if card != self.wanted:
            spare = Counter(self.hands[name])
            if name == self.lucky:
                spare -= self.kept
            card = self.rng.choice(sorted(spare.elements()))
        self.lays(name, card)

    def goes_out(self) -> bool:
        """Play the turn of the player with the melds, if the card that they want is available."""
        name = self.lucky
        if self.pile and self.pile[-1] == self.wanted:
            self.hands[name].append(self.pile.pop())
            self.write("take", player=name, card=self.wanted)
        elif self.wanted in self.deck:
            self.deck.remove(self.wanted)
            self.hands[name].append(self.wanted)
            hide = name in self.unseen and self.sometimes()
            self.write("draw", player=name, card="??" if hide else self.wanted)
        else:
            return False
        calls = self.rng.choice(("no", "first", "between", "before", "behind"))
        if calls == "first":
            self.write("win", player=name)
        for at, meld in enumerate(self.melds):
            if at == 1 and calls == "between":
                self.write("win", player=name)
            self.write("meld", player=name, cards=meld)
        if calls == "before":
            self.write("win", player=name)
        spare = list((Counter(self.hands[name]) - self.kept - Counter([self.wanted])).elements())
        self.lays(name, spare[0])
        self.played.outs.append((name, len(self.played.events)))
        if calls == "behind":
            self.write("win", player=name)
        return True

    def settle(self) -> None:
        points: dict[str, int | None] = {self.lucky: 0}
        scored = self.sometimes(0.7)
        losers = [name for name in self.players if name != self.lucky]
        written = {self.lucky: 0} if self.sometimes(0.9) else {}
        for name in self.rng.sample(losers, len(losers)):
            points[name] = self.declares(name, scored, written)
        scores = {name: points[name] for name in self.players}
        self.played.scores.append(scores)
        for name, more in scores.items():
            before = self.totals[name]
            self.totals[name] = None if before is None or more is None else before + more
        if scored:
            known = {name: total for name, total in self.totals.items() if total is not None}
            totals = {"totals": known} if self.sometimes() and known else {}
            self.write("score", points=written, **totals)
        self.pay()

    def declares(self, name: str, scored: bool, written: dict[str, int]) -> int | None:
        """Lay, show and count the cards of a loser; return their points."""
        hand, wild = sorted(self.hands[name]), self.wild
        if name in self.unseen and (vague := list((Counter(hand) - self.known[name]).elements())):
            if self.sometimes():
                hand.remove(self.rng.choice(vague))
                shown = self.rng.sample(hand, self.rng.randint(1, len(hand)))
                self.write("show", player=name, cards=shown)
                if scored and self.sometimes():
                    written[name] = count(shown, wild)
                return count(shown, wild)
            if scored and self.sometimes():
                written[name] = count(self.rng.sample(hand, self.rng.randint(0, len(hand))), wild)
                return written[name]
            return None
        if len(hand) > SMALL:
            least = arrange(hand, Round(wild)).penalty
            if scored:
                written[name] = least
                return least
            return least
        least, melds = arranged(tuple(hand), wild)
        if scored and self.sometimes():
            written[name] = least
            return least
        for meld in melds:
            self.write("meld", player=name, cards=list(meld))
        left = list((Counter(hand) - Counter(card for meld in melds for card in meld)).elements())
        if left and (not melds or self.sometimes()):
            self.write("show", player=name, cards=left)
        if scored and self.sometimes():
            written[name] = least
        return least

    def pay(self) -> None:
        gets = dict.fromkeys(self.players, 0)
        if self.pot:
            gets[self.lucky] += 1
            self.pot -= 1
        if self.number == len(ROUNDS) and None not in self.totals.values():
            self.share(gets)
        stake = 5 if self.number == 1 else 0
        nets = {name: got - stake for name, got in gets.items()}
        self.played.nets.append(nets)
        self.played.carried.append(self.pot)
        last = self.number == len(ROUNDS)
        if last and not self.played.winners:
            return
        if self.money == "middle" and self.sometimes(0.8):
            if stake:
                for name in self.players:
                    if self.sometimes():
                        self.write("payment", **{"from": name, "to": "pot", "amount": 5})
            for name, got in gets.items():
                if got:
                    self.write("payment", **{"from": "pot", "to": name, "amount": got})
        if self.money == "end" and last:
            self.settle_between()

    def share(self, gets: dict[str, int]) -> None:
        best = min(total for total in self.totals.values() if total is not None)
        winners = [name for name in self.players if self.totals[name] == best]
        outs = Counter(name for name, _ in self.played.outs)
        order = self.players[self.dealer + 1 :] + self.players[: self.dealer + 1]
        winners.sort(key=lambda name: (-outs[name], order.index(name)))
        while self.pot >= len(winners):
            for name in winners:
                gets[name] += 1
                self.pot -= 1
        for name in winners[: self.pot]:
            gets[name] += 1
            self.pot -= 1
        self.played.winners = [name for name in self.players if name in winners]

    def settle_between(self) -> None:
        sums = Counter(dict.fromkeys(self.players, 0))
        for nets in self.played.nets:
            for name, net in nets.items():
                sums[name] += net
        givers = [[name, -net] for name, net in sums.items() if net < 0]
        for name, net in sums.items():
            while net > 0:
                giver = givers[-1]
                amount = min(net, giver[1])
                self.write("payment", **{"from": giver[0], "to": name, "amount": amount})
                giver[1] -= amount
                net -= amount
                if not giver[1]:
                    givers.pop()


def game(rng: Random, *, rounds: int = 11, hidden: float = 0.3) -> Played:
    """Return a game of this many rounds; ``hidden`` is the chance that a player's cards are not
    recorded."""
    players = rng.choice((2, 2, 3, 3, 4, 4, 5, 6, 7, 10))
    return _Game(rng, players, rounds, hidden=hidden).played
