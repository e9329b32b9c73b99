"""The score grid of an evening: one row per hand with its stakes, the points or money of each
player and the running totals; and the events that add or correct a row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Final

from referee.judging import scorecard
from referee.judging.corrections import Event, correction
from referee.judging.live import report_now
from referee.judging.replay import ReplayedLog
from referee.judging.rulebook import Rulebook
from referee.wording.language import Word, _
from referee.wording.sentences import Sentence, SpellCard, letters
from referee.wording.unreadable import Unreadable

DETAIL: Final = "x_detail"
"""The field of the opening event that says how much detail a table writes down."""

POINTS: Final = "points"
"""The level of detail of a table that writes down the points of each hand."""

WINNER: Final = "winner"
"""The level of detail of a table that writes down the winner of each hand."""

DETAILS: Final = ("cards", WINNER, POINTS)
"""The levels of detail."""

WRITES: Final[Mapping[str, str]] = {POINTS: "score", WINNER: "result"}
"""The event type of a row, by level of detail."""

AROUND: Final = frozenset(
    {"hand", "score", "result", "payment", "end", "forgive", "disqualify", "side_bet"}
)
"""Events of a hand that belong to a grid: they name no card."""


def details(rulebook: Rulebook) -> list[str]:
    """Return the levels of detail that this game can be written in."""
    counts = {POINTS: rulebook.counting is not None, WINNER: True}
    able = (detail for detail, kind in WRITES.items() if kind in rulebook.events and counts[detail])
    return [DETAILS[0], *able]


def has_grid(replay: ReplayedLog) -> bool:
    """Return whether the table writes only results, and no card of the hand in play."""
    if replay.opening.get(DETAIL) not in details(replay.rulebook)[1:]:
        return False
    play = replay.rulebook.events.keys() - AROUND
    newest = (event["type"] for _seq, event in reversed(replay.events))
    of_hand = takewhile(lambda kind: kind != "hand", newest)
    return not replay.play.hand_is_open or play.isdisjoint(of_hand)


def read_sum(text: str) -> int | None:
    """Return a number, or the sum of numbers joined with plus signs; None for anything else.

    >>> read_sum("10+15+8"), read_sum("8"), read_sum("8+"), read_sum("-8")
    (33, 8, None, None)
    """
    parts = text.split("+")
    if not all(part.isascii() and part.isdecimal() and len(part) < 9 for part in parts):
        return None
    return sum(map(int, parts))


@dataclass(frozen=True, slots=True)
class GridRow:
    """One hand: its number, round and stakes, each player's result and running total (None if
    open), and the number and event of its last score or result; 0 if none was written."""

    number: int
    round: int
    plays_for: Sentence | None
    points: Mapping[str, int | None]
    sums: Mapping[str, int | None]
    seq: int
    score: Event


class Grid:
    """The score grid after the events of a replay, with its ``report`` for a player who asks."""

    def __init__(self, replay: ReplayedLog, spell: SpellCard = letters) -> None:
        self._replay = replay
        self.report = report = report_now(replay, spell)
        self.players: Sequence[str] = report["players"]
        self.winners: Sequence[str] = report.get("winners", ())
        self.by_winner = replay.opening.get(DETAIL) == WINNER
        """True if a row gives the winner instead of the points."""
        won = scorecard.MONEY if replay.rulebook.money else scorecard.WINS
        self.card = scorecard.card_of(report, won if self.by_winner else scorecard.POINTS)
        """The results and totals of its hands."""
        self._hands = report["hands"]
        self._rounds = replay.rulebook.rounds
        counted = [bool(hand.get("scores")) for hand in report["hands"]]
        rounds = [1 + done for done in accumulate(counted, initial=0)]
        scores, lines = self._written(), self.card.rows[: len(counted)]
        rows = [
            GridRow(
                at, round_, self._stakes(at, round_), line.brought, line.so_far,
                *scores.get(at, (0, {})),
            )
            for at, (round_, line) in enumerate(zip(rounds, lines, strict=False), 1)
        ]  # fmt: skip
        self._is_open = replay.play.hand_is_open
        self.rows: Sequence[GridRow] = rows[: len(rows) - self._is_open]
        self.number = len(self.rows) + 1
        """The number of the next hand."""
        self.round = rounds[len(self.rows)]
        self.is_over = bool(self.winners) or 0 < len(self._rounds) < self.round

    def _stakes(self, number: int, round_: int) -> Sentence | None:
        if round_ <= len(self._rounds):
            return self._rounds[round_ - 1]
        pot = self._hands[number - 1]["pot"] if number <= len(self._hands) else 0
        return Sentence("for {pot}", {"pot": pot}) if pot else None

    @property
    def next_for(self) -> Sentence | None:
        """The stakes of the next hand in words."""
        if self.asks_bet and self.bet:
            pot = self.bet * len(self.seated) + self._hands[-1]["carried"]
            return Sentence("for {pot}", {"pot": pot})
        return self._stakes(self.number, self.round)

    @property
    def bet(self) -> int | None:
        """The bet of the previous hand; None before the first hand, and in games without bets."""
        return self._hands[-1]["bet"] if self._hands and self._replay.rulebook.bets else None

    @property
    def asks_bet(self) -> bool:
        """Return whether a new row needs a bet."""
        return self._replay.rulebook.bets and not self._is_open

    def cell(self, row: GridRow, player: str) -> str:
        """Return a player's result of a hand; of points that are not valid, the written number."""
        brought = row.points[player]
        if brought is None and not self.by_winner:
            brought = row.score.get("points", {}).get(player)
        return self.card.format_amount(brought)

    @property
    def seated(self) -> Sequence[str]:
        """The players at the table."""
        seated: Sequence[str] = self._replay.view()["seated"]
        return seated

    @property
    def dealer(self) -> str:
        """The dealer of the next hand: the next in turn, at first the last seat."""
        if self._is_open:
            newest = (event for _, event in reversed(self._replay.events))
            return str(next(event["dealer"] for event in newest if event["type"] == "hand"))
        opens = (each.players for each in self._replay.expected() if each.act == "hand")
        dealers = next(opens, ())
        return dealers[0] if len(dealers) == 1 else self.seated[-1]

    @property
    def leaders(self) -> Sequence[str]:
        """The players who lead, or have won; none before the first hand."""
        if not self.rows:
            return ()
        return [name for place, name in self.card.standing(self.winners) if place == 1]

    def row(self, number: int) -> GridRow | None:
        """Return the row of this number if its score can be corrected."""
        return next((row for row in self.rows if row.number == number and row.seq), None)

    def lines(self, score: Event, number: int | None = None, bet: int | None = None) -> list[Event]:
        """Return the events of a new row with this score or result, and the bet of the hand; with a
        number, the event that corrects that row. Raises Unreadable if there is no such row."""
        if number is not None:
            row = self.row(number)
            if row is None:
                raise Unreadable(
                    Sentence("hand {hand}", {"hand": number}),
                    Word("a hand of which the points are written"),
                )
            now = {"totals": row.score["totals"]} if "totals" in row.score else {}
            line = self._replay.lines[row.seq - 1]
            return [correction(row.seq, line, {**now, **score}, _("corrected"))]
        bet = self.bet if bet is None else bet
        stake = {"bet": bet} if self.asks_bet and bet is not None else {}
        opens = [] if self._is_open else [{"type": "hand", "dealer": self.dealer, **stake}]
        return [*opens, score]

    def _written(self) -> dict[int, tuple[int, Event]]:
        """Return the last score or result of each hand, with its event number."""
        kind = WRITES[WINNER if self.by_winner else POINTS]
        found: dict[int, tuple[int, Event]] = {}
        hand = 0
        for seq, event in self._replay.events:
            hand += event["type"] == "hand"
            if event["type"] == kind:
                found[hand] = seq, event
        return found
