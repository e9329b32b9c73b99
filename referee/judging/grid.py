"""The score grid of an evening: a row a hand, with what it plays for, the points or the money of
each player and the sums so far; and the events that a new row, or one put right, comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Final

from referee.judging import scorecard
from referee.judging.corrections import Event, correction
from referee.judging.replay import Replay
from referee.judging.report import Report
from referee.judging.rulebook import Rulebook
from referee.judging.scorecard import Scorecard, scorecards
from referee.judging.summary import points_told
from referee.wording.language import _
from referee.wording.sentences import Sentence

DETAIL: Final = "x_detail"
"""The field of the opening event that says how much a table writes; without it, every card."""

POINTS: Final = "points"
"""The detail of a table that writes the points of each hand."""

WINNER: Final = "winner"
"""The detail of a table that writes who has won each hand."""

DETAILS: Final = ("cards", WINNER, POINTS)
"""The levels of detail, by how much a table writes."""

WRITES: Final[Mapping[str, str]] = {POINTS: "score", WINNER: "result"}
"""The event of a row, by the detail of the table."""

AROUND: Final = frozenset(
    {"hand", "score", "result", "payment", "end", "forgive", "disqualify", "side_bet"}
)
"""Events of a hand that belong to a grid: they tell of no card."""


def details(rulebook: Rulebook) -> list[str]:
    """Return how much a table of this game may write: points alone where a hand is counted by
    itself, the winner where the game has results."""
    counts = {POINTS: rulebook.counting is not None, WINNER: True}
    able = (one for one, kind in WRITES.items() if kind in rulebook.events and counts[one])
    return [DETAILS[0], *able]


def has_grid(replay: Replay) -> bool:
    """Return whether the table writes the points or the winner of each hand, and no card of the
    one in play."""
    if replay.opening.get(DETAIL) not in details(replay.rulebook)[1:]:
        return False
    play = replay.rulebook.events.keys() - AROUND
    newest = (event["type"] for _seq, event in reversed(replay.events))
    of_hand = takewhile(lambda kind: kind != "hand", newest)
    return not replay.play.hand_is_open or play.isdisjoint(of_hand)


def added(told: str) -> int | None:
    """Return a number as people write it, or a sum as they add it; None if it is neither.

    >>> added("10+15+8"), added("8"), added("8+"), added("-8")
    (33, 8, None, None)
    """
    parts = told.split("+")
    if not all(part.isascii() and part.isdecimal() and len(part) < 9 for part in parts):
        return None
    return sum(map(int, parts))


@dataclass(frozen=True, slots=True)
class Row:
    """A hand: its number, its round and what it plays for, what each player got and has since
    (None where that is open), and the number and text of its last score or result; 0 where none
    was written."""

    number: int
    round: int
    plays_for: Sentence | None
    points: Mapping[str, int | None]
    sums: Mapping[str, int | None]
    seq: int
    score: Event

    def told(self, player: str) -> str:
        """Return what a player got: what was written where that cannot be."""
        written = self.score.get("points", {}).get(player)
        return points_told(written if self.points[player] is None else self.points[player])


class Grid:
    """The score grid after the events of a replay."""

    def __init__(self, replay: Replay, report: Report) -> None:
        self._replay = replay
        self.players: Sequence[str] = report["players"]
        self.winners: Sequence[str] = report.get("winners", ())
        self.by_winner = replay.opening.get(DETAIL) == WINNER
        """True if a row gives the winner, and not the points."""
        counts = {scorecard.MONEY, scorecard.WINS} if self.by_winner else {scorecard.POINTS}
        self._card: Scorecard | None = next(
            (one for one in scorecards(report) if one.counts in counts), None
        )
        self._hands = report["hands"]
        self._rounds = replay.rulebook.rounds
        counted = [bool(hand.get("scores")) for hand in report["hands"]]
        rounds = [1 + done for done in accumulate(counted, initial=0)]
        scores = self._written()
        lines = self._card.rows[: len(counted)] if self._card else ()
        rows = [
            Row(
                at, round_, self.plays_for(round_) or self._stake(at),
                line.brought, line.so_far, *scores.get(at, (0, {})),
            )
            for at, (round_, line) in enumerate(zip(rounds, lines, strict=False), 1)
        ]  # fmt: skip
        is_open = replay.play.hand_is_open
        self.rows: Sequence[Row] = rows[: len(rows) - is_open]
        self.number = len(self.rows) + 1
        """The number of the next hand."""
        self.round = rounds[len(self.rows)]
        self.is_over = bool(self.winners) or 0 < len(self._rounds) < self.round
        self._is_open = is_open

    def plays_for(self, round_: int) -> Sentence | None:
        """Return what a round plays for."""
        return self._rounds[round_ - 1] if round_ <= len(self._rounds) else None

    def _stake(self, number: int) -> Sentence | None:
        pot = self._hands[number - 1]["pot"] if number <= len(self._hands) else 0
        return Sentence("for {pot}", {"pot": pot}) if pot else None

    @property
    def next_for(self) -> Sentence | None:
        """Return what the next hand plays for."""
        if self.asks_bet and self.bet:
            pot = self.bet * len(self.seated) + self._hands[-1]["carried"]
            return Sentence("for {pot}", {"pot": pot})
        return self.plays_for(self.round) or self._stake(self.number)

    @property
    def bet(self) -> int | None:
        """The bet of the hand before; None before the first, and in games without bets."""
        return self._hands[-1]["bet"] if self._hands and self._replay.rulebook.bets else None

    @property
    def asks_bet(self) -> bool:
        """Return whether a new row needs a bet."""
        return self._replay.rulebook.bets and not self._is_open

    def told(self, amount: int | None) -> str:
        """Return points, money or hands won as the grid shows them."""
        return self._card.told(amount) if self._card else points_told(amount)

    @property
    def seated(self) -> Sequence[str]:
        """The players at the table."""
        seated: Sequence[str] = self._replay.view()["seated"]
        return seated

    @property
    def dealer(self) -> str:
        """Return the dealer of the next hand: the next in turn, at first the last seat."""
        if self._is_open:
            newest = (event for _, event in reversed(self._replay.events))
            return str(next(event["dealer"] for event in newest if event["type"] == "hand"))
        dealers = next((one.players for one in self._replay.expected() if one.act == "hand"), ())
        return dealers[0] if len(dealers) == 1 else self.seated[-1]

    @property
    def leaders(self) -> Sequence[str]:
        """The players who are ahead, or have won; none before the first hand."""
        if self._card is None or not self.rows:
            return ()
        return [name for place, name in self._card.standing(self.winners) if place == 1]

    def total(self, player: str) -> int | None:
        """Return the points of a player in all."""
        return self._card.total(player) if self._card else 0

    def row(self, number: int) -> Row | None:
        """Return the row of this number if its score can be put right."""
        return next((row for row in self.rows if row.number == number and row.seq), None)

    def written(self, score: Event, bet: int | None = None) -> list[Event]:
        """Return the events of a new row with this score or result, and the bet of the hand."""
        bet = self.bet if bet is None else bet
        stake = {"bet": bet} if self.asks_bet and bet is not None else {}
        opens = [] if self._is_open else [{"type": "hand", "dealer": self.dealer, **stake}]
        return [*opens, score]

    def put_right(self, row: Row, score: Event) -> list[Event]:
        """Return the event by which a row has this score."""
        now = {"totals": row.score["totals"]} if "totals" in row.score else {}
        line = self._replay.lines[row.seq - 1]
        return [correction(row.seq, line, {**now, **score}, _("put right"))]

    def _written(self) -> dict[int, tuple[int, Event]]:
        """Return the last score or result of each hand that has one, with its number."""
        kind = WRITES[WINNER if self.by_winner else POINTS]
        found: dict[int, tuple[int, Event]] = {}
        hand = 0
        for seq, event in self._replay.events:
            hand += event["type"] == "hand"
            if event["type"] == kind:
                found[hand] = seq, event
        return found
