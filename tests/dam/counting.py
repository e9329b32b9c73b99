"""A log of That Dam Game counted by the game's page alone: everybody's points, without asking the
referee.

The log is taken at its word: who broke a rule is another question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.judging.corrections import as_they_should_read
from tests.dam.games import CONTRACTS, Event, worth

Points = dict[str, int | None]

UNSEEN = "??"


def counted(log: Sequence[Event]) -> Points:
    """The sums of a game, of the hands that somebody ended; None for whom they cannot be told."""
    events = [event for _, event in as_they_should_read(log)]
    players = events[0]["players"]
    sums: Points = dict.fromkeys(players, 0)
    starts = [at for at, event in enumerate(events) if event["type"] == "hand"]
    number = 0
    for start, stop in zip(starts, [*starts[1:], len(events)], strict=False):
        sets, runs, length, _wilds = CONTRACTS[min(number, len(CONTRACTS) - 1)]
        hand = Hand(players, 3 * sets + length * runs, events[start + 1 : stop])
        number += not hand.is_given_up
        if not hand.is_over:
            continue
        for player, before in sums.items():
            points = hand.points(player)
            sums[player] = None if before is None or points is None else before + points
    return sums


class Hand:
    """One hand, read from its lines: who holds which cards, and what lies."""

    def __init__(self, players: Sequence[str], each: int, lines: Sequence[Event]) -> None:
        self.held = {player: Counter({UNSEEN: each}) for player in players}
        self.melds: dict[str, list[Counter[str]]] = {player: [] for player in players}
        self.shown: dict[str, list[str]] = {player: [] for player in players}
        self.written: dict[str, int] = {}
        self.pile: list[str] = []
        self.is_over = self.is_played = self.is_given_up = False
        for line in lines:
            step = getattr(self, f"_{line['type']}", None)
            known = {line.get("player", players[0]), line.get("owner", players[0])} <= {*players}
            if step and known and (not self.is_over or line["type"] in ("show", "score")):
                step(line)

    def points(self, player: str) -> int | None:
        """Return what the cards count that a player has left, else what is written."""
        cards = self.held[player] + Counter[str]()
        if UNSEEN in cards and len(self.shown[player]) == cards.total():
            cards = Counter(self.shown[player])
        if UNSEEN in cards:
            return self.written.get(player)
        return sum(map(worth, cards.elements()))

    def _deal(self, line: Event) -> None:
        if not self.is_played:
            for player, cards in line["hands"].items():
                known = cards if isinstance(cards, list) else [UNSEEN] * cards
                self.held[player] = Counter(known)

    def _draw(self, line: Event) -> None:
        self.is_played = True
        self.held[line["player"]][line["card"]] += 1

    def _take(self, line: Event) -> None:
        self.held[line["player"]][self.from_pile(line)] += 1

    def _beg(self, line: Event) -> None:
        self.held[line["player"]].update([self.from_pile(line), line.get("drawn", UNSEEN)])

    def from_pile(self, line: Event) -> str:
        """The card that a line takes from the pile; unseen where none lies there."""
        top = self.pile.pop() if self.pile else UNSEEN
        card: str = line.get("card", top)
        if card != top and card in self.pile:
            self.pile[-1 - self.pile[::-1].index(card)] = top
        return card

    def _reshuffle(self, _line: Event) -> None:
        del self.pile[:-1]

    def _discard(self, line: Event) -> None:
        self.lay(line["player"], [line["card"]])
        self.pile.append(line["card"])
        self._look(line["player"])

    def _meld(self, line: Event) -> None:
        lies, mine = Counter(line["cards"]), self.held[line["player"]]
        theirs = self.melds[line.get("owner", line["player"])]
        again = lies if lies <= mine else Counter[str]()
        grown = [
            one for one in theirs if one <= lies and one != again and self.has(mine, lies - one)
        ]
        if grown:
            was = max(grown, key=Counter.total)
            theirs.remove(was)
            self.lay(line["player"], (lies - was).elements())
        else:
            self.lay(line["player"], line["cards"])
        theirs.append(lies)
        self._look(line["player"])

    @staticmethod
    def has(hand: Counter[str], cards: Counter[str]) -> bool:
        """Return whether the cards can come from a hand, of which some may not be known."""
        return (cards - hand).total() <= hand[UNSEEN]

    def lay(self, player: str, cards: Iterable[str]) -> None:
        """Cards leave a hand, in which they were seen or not."""
        held = self.held[player]
        for card in cards:
            held[card if held[card] > 0 else UNSEEN] -= 1

    def _show(self, line: Event) -> None:
        self.shown[line["player"]] += line["cards"]

    def _score(self, line: Event) -> None:
        self.written |= line["points"]

    def _end(self, _line: Event) -> None:
        self.is_given_up = True

    def _look(self, player: str) -> None:
        self.is_over = self.is_played and self.held[player].total() == 0
