"""A log of Golf counted by the game's page alone: everybody's points, without asking the referee.

The log is taken at its word: who broke a rule is another question.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.judging.corrections import as_they_should_read
from tests.golf.playing import Event

Points = dict[str, int | None]

UNSEEN = "??"
WORTH = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 0} | {str(pips): pips for pips in range(2, 10)}
LAYING = ("swap", "discard")
PRESET = {"cambio_cabo": {"knock_penalty": "plus_ten"}}


def counted(log: Sequence[Event]) -> Points:
    """The sums of a game; None for whom they cannot be told."""
    events = [event for _, event in as_they_should_read(log)]
    opening = events[0]
    sums: Points = dict.fromkeys(opening["players"], 0)
    starts = [at for at, event in enumerate(events) if event["type"] == "hand"]
    for start, stop in zip(starts, [*starts[1:], len(events)], strict=False):
        hole = Hole(opening, events[start + 1 : stop])
        is_last = stop == len(events)
        if hole.is_given_up or (is_last and not hole.is_over and not hole.is_closed):
            continue
        for player, points in hole.points().items():
            before = sums[player]
            sums[player] = None if before is None or points is None else before + points
    return sums


class Hole:
    """One hole, read from its lines."""

    def __init__(self, opening: Event, lines: Sequence[Event]) -> None:
        self.players: list[str] = opening["players"]
        self.house = PRESET.get(opening["game"], {}) | opening.get("house", {})
        self.layouts = {player: [UNSEEN] * 4 for player in self.players}
        self.pile: list[str] = []
        self.taken: dict[str, str] = {}
        self.left = 51 - 4 * len(self.players)
        self.knocker = ""
        self.due: list[str] = []
        self.written: dict[str, int] = {}
        self.is_over = self.is_closed = self.is_given_up = False
        for line in lines:
            self.read(line)

    def read(self, line: Event) -> None:
        """Take the next line in. Once the hole is over only shows and points count."""
        kind = line["type"]
        if kind in ("show", "score", "end"):
            self.is_closed = True
            self.is_given_up |= line.get("why") == "abandoned" and not self.is_over
            self.written |= line.get("points", {})
            if kind == "show" and len(line["cards"]) == 4:
                self.see(line["player"], line["cards"])
        elif not self.is_over and line.get("player") in self.players:
            getattr(self, f"_{kind}", self._nothing)(line)
        elif kind == "deal" and not self.taken:
            for player, cards in line["hands"].items():
                self.see(player, cards if isinstance(cards, list) else [])
        elif kind == "turn_up" and not self.pile:
            self.pile = [line["card"]]

    def see(self, player: str, cards: Sequence[str]) -> None:
        """These cards lie before a player."""
        for place, card in enumerate(cards[:4]):
            if card != UNSEEN:
                self.layouts[player][place] = card

    def _nothing(self, line: Event) -> None:
        pass

    def _look(self, line: Event) -> None:
        if not self.taken:
            self.see(line["player"], line.get("cards") or [])

    def _draw(self, line: Event) -> None:
        self.left -= 1
        self.taken[line["player"]] = line["card"]

    def _take(self, line: Event) -> None:
        top = self.pile.pop() if self.pile else UNSEEN
        named = line.get("card", UNSEEN)
        self.taken[line["player"]] = top if named == UNSEEN else named

    def _swap(self, line: Event) -> None:
        player, place = line["player"], line["position"] - 1
        was = line.get("card", UNSEEN)
        self.pile.append(self.layouts[player][place] if was == UNSEEN else was)
        self.layouts[player][place] = self.taken.pop(player, UNSEEN)
        self.had_turn(player)

    def _discard(self, line: Event) -> None:
        self.pile.append(line["card"])
        self.taken.pop(line["player"], None)
        self.had_turn(line["player"])

    def _knock(self, line: Event) -> None:
        if not self.knocker:
            at = self.players.index(line["player"])
            self.knocker, self.due = line["player"], self.players[at + 1 :] + self.players[:at]
        else:
            self.had_turn(line["player"])

    def had_turn(self, player: str) -> None:
        """A player's turn is over, and perhaps the hole with it."""
        if player in self.due:
            self.due.remove(player)
        self.is_over = (bool(self.knocker) and not self.due) or self.left <= 0

    def points(self) -> Points:
        """Everybody's points: by their four cards, else as they are written; with the penalty."""
        cards: Points = {player: self.count(player) for player in self.players}
        own = cards.get(self.knocker)
        plain = {
            player: self.written.get(player) if points is None else points
            for player, points in cards.items()
        }
        if not self.knocker or self.house.get("knock_penalty", "none") == "none" or own is None:
            return plain
        others = [points for player, points in plain.items() if player != self.knocker]
        more = {"plus_ten": 10, "double": own}[self.house["knock_penalty"]]
        if any(points is not None and points < own for points in others):
            return {**plain, self.knocker: own + more}
        return {**plain, self.knocker: None} if None in others and more else plain

    def count(self, player: str) -> int | None:
        """Return what four cards count that are all known."""
        cards = self.layouts[player]
        if UNSEEN in cards or not (self.is_over or self.is_closed):
            return None
        columns = ((cards[0], cards[2]), (cards[1], cards[3]))
        cancel = self.house.get("pairs") == "cancel"
        return sum(
            WORTH[near[0]] + WORTH[far[0]]
            for near, far in columns
            if not cancel or near[0] != far[0]
        )
