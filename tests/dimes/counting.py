"""A log of Dimes counted by the game's page alone: everybody's points and dimes, without asking the
referee.

The log is taken at its word: who broke a rule is another question. What a hand can leave at least
is found by trying everything, so hands are small; the pot is not shared out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from referee.judging.corrections import as_they_should_read
from tests.dimes.games import ROUNDS, SMALL, Event, arranged, count

UNSEEN = "??"
STAKE = 5


@dataclass
class Counted:
    """What a game comes to: points (None for whom they cannot be told), dimes, and the pot."""

    points: dict[str, int | None]
    dimes: dict[str, int]
    pot: int = 0


def counted(log: Sequence[Event]) -> Counted:
    """The sums of a game, of the rounds in which somebody was out."""
    events = [event for _, event in as_they_should_read(log)]
    players = events[0]["players"]
    starts = [at for at, event in enumerate(events) if event["type"] == "hand"]
    sums = Counted(dict.fromkeys(players, 0), dict.fromkeys(players, 0))
    for number, (start, stop) in enumerate(zip(starts, [*starts[1:], len(events)], strict=False)):
        if not number:
            sums.dimes, sums.pot = dict.fromkeys(players, -STAKE), STAKE * len(players)
        hand = Hand(players, ROUNDS[number], events[start + 1 : stop])
        if stop < len(events):
            hand.close()
        if not hand.is_closed:
            continue
        if hand.out:
            sums.dimes[hand.out] += 1
            sums.pot -= 1
        for player in players:
            before, points = sums.points[player], hand.points(player)
            sums.points[player] = None if before is None or points is None else before + points
    return sums


class Hand:
    """One round, read from its lines."""

    def __init__(self, players: Sequence[str], wild: str, lines: Sequence[Event]) -> None:
        self.wild, self.size = wild, ROUNDS.index(wild) + 3
        self.held = {player: Counter({UNSEEN: self.size}) for player in players}
        self.melded = {player: Counter[str]() for player in players}
        self.shown: dict[str, list[str]] = {}
        self.written: dict[str, int] = {}
        self.pile: list[str] = []
        self.turn, self.called, self.out = players[0], "", ""
        self.is_closed = False
        for line in lines:
            step = getattr(self, f"_{line['type']}", None)
            if step and line.get("player", players[0]) in players:
                step(line)

    def _deal(self, line: Event) -> None:
        for player, cards in line["hands"].items():
            known = cards if isinstance(cards, list) else [UNSEEN] * cards
            self.held[player] = Counter(known)

    def _turn_up(self, line: Event) -> None:
        self.pile.append(line["card"])

    def _draw(self, line: Event) -> None:
        if not self.out:
            self.turn = line["player"]
            self.held[self.turn][line["card"]] += 1

    def _take(self, line: Event) -> None:
        top = self.pile.pop() if self.pile else UNSEEN
        self._draw({**line, "card": line.get("card", top)})

    def _discard(self, line: Event) -> None:
        player, card = line["player"], line["card"]
        if self.out:
            return
        self.lay(player, card)
        self.pile.append(card)
        if self.melded[player].total() >= self.size or self.called == player:
            self.close()

    def close(self) -> None:
        """The table holds the round to be over: whoever has melded or called in this turn is
        out."""
        self.is_closed = True
        if not self.out and (self.melded[self.turn] or self.called == self.turn):
            self.out = self.turn

    def _meld(self, line: Event) -> None:
        player = line["player"]
        if player != self.turn:
            self.close()
        for card in line["cards"]:
            self.lay(player, card)
            self.melded[player][card] += 1

    def lay(self, player: str, card: str) -> None:
        """A card leaves a hand, in which it was seen or not."""
        held = self.held[player]
        held[card if held[card] > 0 else UNSEEN] -= 1

    def _win(self, line: Event) -> None:
        self.called = line["player"]

    def _payment(self, line: Event) -> None:
        if line["from"] == "pot":
            self.close()

    def _end(self, _line: Event) -> None:
        self.close()

    def _show(self, line: Event) -> None:
        self.close()
        self.shown.setdefault(line["player"], []).extend(line["cards"])

    def _score(self, line: Event) -> None:
        self.close()
        self.written |= line["points"]

    def points(self, player: str) -> int | None:
        """Return what a player counts: what they declared, but never less than their cards can
        leave."""
        if player == self.out:
            return 0
        declared = self.declared(player)
        cards = (self.held[player] + self.melded[player]) if self.out else Counter({UNSEEN: 1})
        if UNSEEN in cards or cards.total() != self.size or self.size > SMALL:
            return declared
        least, _melds = arranged(tuple(sorted(cards.elements())), self.wild)
        if declared is None:
            return least
        return max(declared, least)

    def declared(self, player: str) -> int | None:
        """The points that are written, else what is shown, else what the melds leave."""
        if player in self.written:
            return self.written[player]
        if player in self.shown:
            return None if UNSEEN in self.shown[player] else count(self.shown[player], self.wild)
        left = list(self.held[player].elements())
        if self.melded[player] and UNSEEN not in left:
            return count(left, self.wild)
        return None
