"""The scorecard of an evening: the points or money of each hand with running totals, the dealer,
the winner and the way of winning, and the money in the middle."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.registry import find
from referee.judging.report import Report
from referee.judging.summary import counts_points, format_money, format_points, money_in
from referee.wording.language import N_, Word, _
from referee.wording.sentences import Sentence

POINTS: Final = "scores"
MONEY: Final = "net"
WINS: Final = "wins"
"""The ways to score on a scorecard: points, money, and hands won for games with neither."""

_HOW: Final = {
    "melds": N_("ten cards"),
    "last_standing": N_("all others are out"),
    "out": N_("out first"),
    "knock": N_("after a knock"),
    "stock_empty": N_("at the last card of the deck"),
}
"""The words for how a hand was won, by the kind of its end."""

_UNWON: Final = {
    "open": N_("The hand is not over."),
    "undecided": N_("It is unknown who has won."),
    "none": N_("Nobody has won."),
    "void": N_("Two cards were left in the deck."),
}
"""The words for why a hand has no winner, by the kind of its end."""


@dataclass(frozen=True, slots=True)
class ScorecardRow:
    """A row of the scorecard: a hand, or the additions at the end of the game. ``brought`` and
    ``so_far`` are by player, without those who did not take part; None is unknown."""

    heading: Sentence
    ending: Sentence
    brought: Mapping[str, int | None]
    so_far: Mapping[str, int | None]
    middle: int


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The hands of an evening with one kind of score: ``POINTS``, ``MONEY`` or ``WINS``.
    ``players`` are in the order in which they first sat down. ``most_wins`` means that more is
    better."""

    counts: str
    players: Sequence[str]
    rows: Sequence[ScorecardRow]
    most_wins: bool = True

    @property
    def has_middle(self) -> bool:
        """Return whether money lay in the middle after a hand."""
        return any(row.middle for row in self.rows)

    def title(self, unit: str = "") -> str:
        """Return the title of the card; ``unit`` is that of its money."""
        if self.counts == MONEY:
            return money_in(unit)
        return _("Points") if self.counts == POINTS else _("Hands won")

    def format_amount(self, amount: int | None) -> str:
        """Return an amount as the card shows it."""
        return format_money(amount) if self.counts == MONEY and amount else format_points(amount)

    def total(self, player: str) -> int | None:
        """Return the total of a player."""
        return next((row.so_far[player] for row in reversed(self.rows) if player in row.so_far), 0)

    def courses(self) -> dict[str, list[int]] | None:
        """Return each player's total after every hand; None if an amount is unknown."""
        courses: dict[str, list[int]] = {player: [] for player in self.players}
        for row in self.rows:
            for player, course in courses.items():
                amount = row.so_far.get(player, course[-1] if course else 0)
                if amount is None:
                    return None
                course.append(amount)
        return courses

    def standing(self, winners: Sequence[str] = ()) -> list[tuple[int, str]]:
        """Return the players with their places, the best first: these winners, then by money, hands
        or points; players with unknown points come last."""
        best = -1 if self.most_wins else 1
        keys = {
            name: (name not in winners, total is None, best * (total or 0))
            for name in self.players
            for total in [self.total(name)]
        }
        place = places(keys)
        return [(place[name], name) for name in sorted(self.players, key=keys.__getitem__)]


def places(keys: Mapping[str, tuple[Any, ...]]) -> dict[str, int]:
    """Return the places of players, the smallest key first; equal ones share a place.

    >>> places({"Ana": (12,), "Beto": (9,), "Carla": (12,), "Dora": (30,)})
    {'Ana': 2, 'Beto': 1, 'Carla': 2, 'Dora': 4}
    """
    return {name: 1 + sum(other < key for other in keys.values()) for name, key in keys.items()}


def scorecards(report: Report) -> Iterator[Scorecard]:
    """Yield the cards of an evening: its points and its money, or else its hands won."""
    if not report["hands"]:
        return
    points, money = counts_points(report), find(report["game"]).money
    if points:
        yield card_of(report, POINTS)
    if money or not points:
        yield card_of(report, MONEY if money else WINS)


def card_of(report: Report, counts: str) -> Scorecard:
    """Return the card of an evening with this kind of score."""
    rulebook = find(report["game"])
    rows: list[ScorecardRow] = []
    so_far: dict[str, int | None] = {}
    lies = 0
    for hand in report["hands"]:
        fields: Mapping[str, Any] = hand
        winner, players = hand["outcome"]["winner"], report["players"]
        wins = {player: int(player == winner) for player in players}
        given = wins if counts == WINS else fields.get(counts, {})
        brought = {name: given[name] for name in players if name in given}
        for name, amount in brought.items():
            before = so_far.get(name, 0)
            so_far[name] = None if before is None or amount is None else before + amount
        lies -= sum(hand["net"].values())
        now = {name: so_far[name] for name in brought}
        middle = lies if counts == MONEY else 0
        title = rulebook.account(hand).heading
        rows.append(ScorecardRow(title, _ending(hand), brought, now, middle))
    is_final = counts == POINTS and report.get("winners")
    final: Mapping[str, Any] = report["scores"] if is_final else {}
    more = {name: sum_ - (so_far.get(name) or 0) for name, sum_ in final.items()}
    if any(more.values()):
        heading, ending = N_("The end of the game"), N_("Points on top of those of the hands.")
        rows.append(ScorecardRow(Sentence(heading, {}), Sentence(ending, {}), more, final, 0))
    most_wins = counts != POINTS or rulebook.most_points_win
    return Scorecard(counts, report["players"], rows, most_wins)


def _ending(hand: Mapping[str, Any]) -> Sentence:
    outcome = hand["outcome"]
    kind, win = outcome["kind"], outcome["win"]
    if kind == "undecided" and is_written(hand):
        return Sentence("The points were written down.", {})
    if outcome["winner"] is None:
        if None in (hand.get("scores") or {}).values():
            return Sentence("It is unknown who has won.", {})
        return Sentence(_UNWON.get(kind, N_("No single player has won.")), {})
    if kind in ("melds", "undecided") and not outcome["melds"]:
        return Sentence("{player} wins the hand.", {"player": outcome["winner"]})
    how = win.replace("_", " ") if win else Word(_HOW.get(kind, kind.replace("_", " ")))
    return Sentence("{player}: {how}", {"player": outcome["winner"], "how": how})


def is_written(hand: Mapping[str, Any]) -> bool:
    """Return whether the points of a hand are known only from written scores."""
    basis, scores = hand.get("basis") or {}, hand.get("scores") or {None: None}
    return {*basis.values()} == {"written"} and None not in scores.values()
