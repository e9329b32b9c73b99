"""Random evenings of High Card, played with real cards from the docstrings of its rules alone.

Nothing here knows the engine. Some cards, chosen at random, are not written down. One slip may be
made on the way: ``Evening.slipped`` is what must be found, and nothing else may be.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

Event = dict[str, Any]
Found = tuple[int, str, str | None]

NAMES: Final = ("Ana", "Beto", "Carla", "Dina", "Eva", "Fito", "Gil", "Hugo")
DECK: Final = tuple(rank + suit for rank in "A23456789TJQK" for suit in "cdhs")
HEIGHT: Final = {rank: at for at, rank in enumerate("A23456789TJQK", 1)}
HANDS: Final = 5

SLIPS: Final = (
    "draws out of turn",
    "draws twice",
    "draws again later",
    "draws a card that somebody has",
    "deals out of turn",
    "cuts out of turn",
    "cuts late",
    "draws after the end",
    "ends the hand early",
    "opens the next hand early",
    "writes wrong points",
    "writes wrong totals",
    "plays a sixth hand",
    "breaks good order",
    "is nobody at the table",
)


class Evening:
    """One evening, played out as it is made."""

    def __init__(self, rng: Random, slip: str = "") -> None:
        self.rng, self.slip = rng, slip
        self.events: list[Event] = []
        self.slipped: list[Found] = []
        fewest = 3 if slip == "draws out of turn" else 2
        self.players = list(NAMES[: rng.randint(fewest, 8)])
        self.hands = HANDS if slip == "plays a sixth hand" else rng.randint(2, HANDS)
        self.seen = 1.0 if slip in SEEN else rng.choice((0.5, 0.9, 1.0, 1.0))
        self.slip_hand = rng.randint(2, self.hands) if slip in LATER else rng.randint(1, self.hands)
        if slip == "opens the next hand early":
            self.slip_hand = rng.randint(1, self.hands - 1)
        self.totals: dict[str, int] | None = dict.fromkeys(self.players, 0)
        self.points: list[dict[str, int]] = []
        self.write("game", game="high_card", players=self.players)
        dealer = rng.choice(self.players)
        for number in range(1, self.hands + 1):
            if self.makes("deals out of turn", number):
                dealer = self.after(dealer)
            self.hand(number, dealer)
            dealer = self.after(dealer)
        if self.slip == "plays a sixth hand":
            self.write("hand", dealer=dealer)
            self.find("hand.over")

    def write(self, what: str, /, **fields: Any) -> None:
        """Write a line down."""
        self.events.append({"type": what, **fields})

    def find(self, rule: str, player: str | None = None, *, further: int = 0) -> None:
        """The line just written is found, or one further down."""
        self.slipped.append((len(self.events) + further, rule, player))

    def makes(self, slip: str, number: int) -> bool:
        """Return whether this slip is made in this hand."""
        return self.slip == slip and number == self.slip_hand and not self.slipped

    def after(self, player: str) -> str:
        """The next player in turn order."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def hand(self, number: int, dealer: str) -> None:
        """Play one hand."""
        rng = self.rng
        deck = rng.sample(DECK, len(DECK))
        self.write("hand", dealer=dealer)
        if self.makes("deals out of turn", number):
            self.find("dealer.rotation", dealer)
        self.cut(number, dealer)
        at = self.players.index(dealer) + 1
        waiting = self.players[at:] + self.players[:at]
        drawn: dict[str, str] = {}
        stop = len(waiting)
        if self.makes("ends the hand early", number) or self.makes(
            "opens the next hand early", number
        ):
            stop = rng.randint(1, len(waiting) - 1)
        moment = rng.randrange(stop)
        while len(drawn) < stop:
            if len(drawn) == moment and self.slip and number == self.slip_hand and not self.slipped:
                self.slips_at_a_turn(waiting, drawn, deck)
            if waiting:
                self.draw(waiting.pop(0), drawn, deck)
        if self.makes("draws after the end", number):
            self.write("draw", player=rng.choice(self.players), card="??")
            self.find("hand.over")
        if stop == len(self.players):
            self.score(number, drawn)
        elif self.slip == "ends the hand early":
            self.write("end", why="tired")
            self.find("end.early")
        else:
            self.find("end.early", further=1)
        if stop < len(self.players):
            self.totals = None

    def cut(self, number: int, dealer: str) -> None:
        """The player before the dealer may cut."""
        right = self.players[self.players.index(dealer) - 1]
        if self.makes("cuts out of turn", number):
            cutter = self.rng.choice([one for one in self.players if one != right])
            self.write("cut", player=cutter)
            self.find("cut.player", cutter)
        elif self.rng.random() < 0.5:
            self.write("cut", player=right)

    def draw(self, player: str, drawn: dict[str, str], deck: list[str]) -> None:
        """A player draws the top card."""
        drawn[player] = deck.pop()
        told = drawn[player] if self.rng.random() < self.seen else "??"
        self.write("draw", player=player, card=told)

    def slips_at_a_turn(self, waiting: list[str], drawn: dict[str, str], deck: list[str]) -> None:
        """Make the slip of this evening before the next player draws, if it can be made here."""
        rng = self.rng
        match self.slip:
            case "draws out of turn" if len(waiting) > 1:
                who = rng.choice(waiting[1:])
                at = waiting.index(who)
                self.draw(who, drawn, deck)
                self.find("turn.order", who)
                # those behind come next, and then those who were passed over, or the other way
                passed, behind = waiting[:at], waiting[at + 1 :]
                waiting[:] = behind + passed if rng.random() < 0.5 else passed + behind
            case "draws twice" | "draws again later":
                if not drawn:
                    self.draw(waiting.pop(0), drawn, deck)
                if not waiting:
                    return
                who = list(drawn)[-1] if self.slip == "draws twice" else rng.choice(list(drawn))
                card = deck[-1]
                if rng.random() < 0.5:
                    # it goes back somewhere into the deck
                    deck.insert(0, deck.pop())
                self.write("draw", player=who, card=card if rng.random() < self.seen else "??")
                self.find("draw.once", who)
            case "draws a card that somebody has" if drawn:
                who = waiting.pop(0)
                self.write("draw", player=who, card=rng.choice(list(drawn.values())))
                drawn[who] = deck.pop()
                self.find("card.location")
            case "cuts late" if drawn:
                self.write("cut", player=rng.choice(self.players))
                self.find("event.phase")
            case "breaks good order":
                who = rng.choice(self.players)
                self.write("offence", player=who, kind="other")
                self.find("offence.other", who)
            case "is nobody at the table":
                who = waiting.pop(0)
                drawn[who] = deck.pop()
                self.write("draw", player="Nobody", card="??")
                self.find("player.unknown")

    def score(self, number: int, drawn: dict[str, str]) -> None:
        """The points may be written down, and the totals."""
        points = {player: HEIGHT[card[0]] for player, card in drawn.items()}
        self.points.append(points)
        if self.totals is not None:
            self.totals = {player: self.totals[player] + points[player] for player in self.players}
        wrong = self.makes("writes wrong points", number), self.makes("writes wrong totals", number)
        if not any(wrong) and self.rng.random() < 0.5:
            return
        told: Event = {"points": points}
        if self.totals is not None and (wrong[1] or self.rng.random() < 0.5):
            told["totals"] = dict(self.totals)
        if any(wrong):
            what = told["points"] if wrong[0] else told["totals"]
            name = self.rng.choice(self.players)
            told["totals" if wrong[1] else "points"] = {**what, name: what[name] % 13 + 1}
            if wrong[0]:
                told.pop("totals", None)
        self.write("score", **told)
        if any(wrong):
            self.find("score.wrong")


LATER: Final = frozenset({"deals out of turn"})
"""Slips that no first hand has."""

SEEN: Final = frozenset(
    {"draws a card that somebody has", "writes wrong points", "writes wrong totals"}
)
"""Slips that show only where the cards are known."""


def lawful(rng: Random) -> list[Event]:
    """A lawful evening."""
    return Evening(rng).events


def faulty(rng: Random) -> list[Event]:
    """An evening with one slip."""
    while True:
        evening = Evening(rng, rng.choice(SLIPS))
        if evening.slipped:
            return evening.events
