"""Evenings of the declared games for the tests, and a second opinion on who holds which cards.

The referee's own players play them, by the rules that judge them. What an evening must come to is
computed apart in ``tests/<game>``, from the cards in the log and the page of the game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final

from referee.core.hand import ABANDONED
from referee.judging.registry import find
from referee.simulating.declared import evening_of
from tests.partial.poverty import numbered, of, overwritten

Event = dict[str, Any]
Log = list[Event]

HIDDEN: Final = ("deal", "cambio", "draw", "beg", "look")
"""Lines with cards that only their player sees."""


@lru_cache(maxsize=256)
def evening(game: str, seed: object, hands: int) -> Log:
    """Return the log of a legal evening of at most so many hands, every seen card recorded, and no
    hand given up."""
    rng = Random(f"{game}/{seed}")
    while True:
        log = evening_of(find(game), rng, hands)
        if not any(event.get("why") == ABANDONED for event in log):
            return log


def hands_of(log: Iterable[Event]) -> list[Log]:
    """Return the lines of each hand, its opening first."""
    hands: list[Log] = []
    for event in log:
        if event["type"] == "hand":
            hands.append([])
        if hands:
            hands[-1].append(event)
    return hands


def seated(log: Log) -> list[str]:
    """Return the players who sit at the table after these lines."""
    seats = list(log[0]["players"])
    for event in log:
        if event["type"] == "join":
            seats.append(event["player"])
        elif event["type"] == "leave":
            seats.remove(event["player"])
    return seats


def house_of(log: Log) -> dict[str, str]:
    """Return the house rules of an evening."""
    return {**find(log[0]["game"]).house(), **log[0].get("house", {})}


def seen_in_part(
    log: Log, rng: Random, share: float, kinds: Iterable[str] = HIDDEN, left_out: Iterable[str] = ()
) -> Log:
    """Return the log with this share of the cards in lines of these kinds, and without most of the
    lines that may be left out."""
    kept = [event for event in log if event["type"] not in left_out or rng.random() < 0.2]
    return [event for _, event in overwritten(numbered(kept), rng, 1 - share, of(kinds))]


class Held:
    """The cards that the players hold during a hand of which every card is recorded."""

    def __init__(self) -> None:
        self.hands: dict[str, Counter[str]] = {}
        self.melds: dict[str, list[list[str]]] = {}
        self.pile: list[str] = []

    def take(self, event: Event) -> None:
        """Move the cards of a line."""
        player, card = event.get("player", ""), event.get("card", "")
        hand = self.hands.get(player, Counter())
        match event["type"]:
            case "deal":
                self.hands = {name: Counter(cards) for name, cards in event["hands"].items()}
                self.melds = {name: [] for name in self.hands}
            case "turn_up":
                self.pile.append(card)
            case "cambio":
                hand[card] -= 1
                (other,) = self.hands.keys() - {player}
                self.hands[other][card] += 1
            case "draw":
                hand[card] += 1
            case "take":
                hand[self.pile.pop()] += 1
            case "beg":
                hand.update([self.pile.pop(), event["drawn"]])
            case "discard" | "knock":
                hand[card] -= 1
                self.pile.append(card)
            case "meld":
                melds = self.melds[event.get("owner", player)]
                onto = [lying for lying in melds if Counter(lying) <= Counter(event["cards"])]
                onto = onto and [max(onto, key=len)]
                hand.subtract(Counter(event["cards"]) - Counter(*onto))
                for lying in onto:
                    melds.remove(lying)
                melds.append(event["cards"])
            case "take_back":
                hand.update(event["cards"])
                left = [Counter(meld) - Counter(event["cards"]) for meld in self.melds[player]]
                self.melds[player] = [list(meld.elements()) for meld in left if meld]

    def empty(self) -> Iterator[str]:
        """Yield the players who have no card left."""
        return (name for name, hand in self.hands.items() if not +hand)


def until(lines: Log, over: Callable[[Held, Event], bool]) -> tuple[Held, int]:
    """Return who holds what when a hand is over, and the index of the line that ends it; -1 if none
    does."""
    held = Held()
    for at, event in enumerate(lines):
        held.take(event)
        if held.hands and over(held, event):
            return held, at
    return held, -1


def total(points: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sums of the points of all hands."""
    sums: dict[str, int] = {}
    for hand in points:
        sums = {name: sums.get(name, 0) + more for name, more in hand.items()}
    return sums
