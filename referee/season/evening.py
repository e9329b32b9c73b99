"""The figures of each evening for the season: taken from its report, and cached beside the book.

Undecided money does not count, except for money paid for a hand about which nothing else is known.
A carried pot ties hands together: if one of them is open or undecided, the winner of the pot is
unknown, and none of them counts.

An evening is judged again when its head, or this program, has changed. The file of the figures may
be deleted at any time.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, field
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import Any, Final

from platformdirs import user_cache_path

from referee.judging.account import THE_MIDDLE
from referee.judging.names import fold
from referee.judging.registry import find, plug_ins
from referee.judging.replay import replayed
from referee.judging.report import Report
from referee.judging.scorecard import places
from referee.store import Kept, RecordBook
from referee.store.errors import GameUnreadable
from referee.store.location import is_on_a_server
from referee.store.reading import events_of
from referee.version import __version__

OPEN: Final = "open"
UNDECIDED: Final = "undecided"

KINDS: Final = ("violation", "disqualification", "forfeit", "missed", "payment")
"""The kinds of finding that are about a player."""

_is_a_day = re.compile(r"\d{4}-\d{2}-\d{2}").match


@dataclass(slots=True)
class PlayerEvening:
    """One player's results of an evening.

    ``hands`` are the finished ones, ``counted`` those of them whose money counts. ``net`` is money,
    ``best`` that of the best hand; ``score`` are the points of ``scored`` hands. ``whole`` is true
    if nothing of the evening is left out.
    """

    hands: int = 0
    counted: int = 0
    won: int = 0
    net: int = 0
    best: int | None = None
    best_hand: int | None = None
    scored: int = 0
    score: int = 0
    took_the_game: bool = False
    disqualified: int = 0
    side_games: int = 0
    findings: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    whole: bool = True


@dataclass(frozen=True, slots=True)
class KeptEvening:
    """One game of a book: its ``day`` (YYYY-MM-DD), its game and unit of money, the number of
    finished hands and of those whose money is left out, the places in a finished game of points
    (``ranks``), each player's part in it, and its house rules."""

    day: str
    game: str
    money: bool
    points: bool
    unit: str
    hands: int
    undecided: int
    ranks: Mapping[str, int]
    plays: Mapping[str, PlayerEvening]
    house: Mapping[str, Any]


def evening_of(opening: Mapping[str, Any], opened_at: str, report: Report) -> KeptEvening:
    """Return the figures of an evening, on the day that it names or was opened."""
    plays = {player: PlayerEvening() for player in report["players"]}
    paid = {hand["hand"]: net for hand, net in _paid(report)}
    hands: list[Mapping[str, Any]] = [
        {**hand, "net": paid.get(hand["hand"], hand["net"])} for hand in report["hands"]
    ]
    over = [hand for hand in hands if hand["outcome"]["kind"] != OPEN]
    decided = {*_decided(report), *paid}
    for hand in over:
        _count(hand, hand["hand"] in decided, plays)
    closed = {hand["hand"] for hand in over}
    for finding in report["findings"]:
        if finding["kind"] in KINDS and finding["player"] in plays and finding["hand"] in closed:
            plays[finding["player"]].findings[finding["kind"]] += 1
    for winner in report.get("winners", ()):
        plays[winner].took_the_game = True
    for play in plays.values():
        play.whole = play.whole and len(over) == len(report["hands"])
    return KeptEvening(
        day=day_of(opening, opened_at),
        game=report["game"],
        money=find(report["game"]).money,
        points="scores" in report,
        unit=opening.get("unit", ""),
        house=report["house"],
        plays={player: play for player, play in plays.items() if play.hands},
        hands=len(over),
        undecided=len(closed - decided) if find(report["game"]).money else 0,
        ranks=ranks_of(report),
    )


def day_of(opening: Mapping[str, Any], opened_at: str) -> str:
    """Return the day of an evening.

    >>> day_of({"date": "2024-07-19"}, "2025-01-01T20:00:00+00:00"), day_of({}, "2025-01-01T20:00")
    ('2024-07-19', '2025-01-01')
    """
    named = opening.get("date", "")
    return str(named if _is_a_day(named) else opened_at)[:10]


def _count(hand: Mapping[str, Any], decided: bool, plays: Mapping[str, PlayerEvening]) -> None:
    scores = hand.get("scores", {})
    for player in dict.fromkeys([*hand["net"], *scores]):
        play = plays[player]
        play.hands += 1
        play.whole = play.whole and decided and scores.get(player, 0) is not None
        if scores.get(player) is not None:
            play.scored += 1
            play.score += scores[player]
        if not decided:
            continue
        play.counted += 1
        play.won += hand["outcome"]["winner"] == player
        net = hand["net"].get(player, 0)
        play.net += net
        if play.best is None or net > play.best:
            play.best, play.best_hand = net, hand["hand"]
    for player in hand["disqualified"]:
        plays[player].disqualified += 1
    for side_game in hand["side_games"] if decided else ():
        for player in side_game["winners"]:
            plays[player].side_games += 1


def _decided(report: Report) -> Iterator[int]:
    """Yield the hands whose money, or whose points, are decided."""
    if not find(report["game"]).money:
        for hand in report["hands"]:
            # the winner, or everyone's points
            scores = hand.get("scores", {})
            is_won = hand["outcome"]["kind"] not in (OPEN, UNDECIDED)
            if (scores or is_won) and None not in scores.values():
                yield hand["hand"]
        return
    asked = {question["hand"] for question in report["undecided"]}
    for bound in _bound_by_pots(report["hands"]):
        numbers = [hand["hand"] for hand in bound]
        kinds = {hand["outcome"]["kind"] for hand in bound}
        if not kinds & {OPEN, UNDECIDED} and asked.isdisjoint(numbers):
            yield from numbers


def _paid(report: Report) -> Iterator[tuple[Mapping[str, Any], dict[str, int]]]:
    """Yield the hands of which only the payments are known, with everyone's net payments. Payments
    that may also be for a decided hand, or that go through the middle, are left out."""
    decided, unpaid = set(_decided(report)), set[int]()
    every = report["account"]["payments"] if "account" in report else []
    for hand in report["hands"]:
        unpaid.add(hand["hand"])
        payments = [payment for payment in every if payment["hand"] == hand["hand"]]
        if (
            payments
            and unpaid.isdisjoint(decided)
            and not any(THE_MIDDLE in (payment["from"], payment["to"]) for payment in payments)
        ):
            net = Counter[str]()
            for payment in payments:
                net[payment["from"]] -= payment["amount"]
                net[payment["to"]] += payment["amount"]
            yield hand, {name: net[name] for name in hand["net"]}
        if payments:
            unpaid.clear()


def _bound_by_pots(hands: Sequence[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """Yield the hands in groups: each hand but the last of its group leaves money in the middle."""
    bound: list[Mapping[str, Any]] = []
    for hand in hands:
        bound.append(hand)
        if not hand["carried"] and not any(side["carried"] for side in hand["side_games"]):
            yield bound
            bound = []
    if bound:
        yield bound


def ranks_of(report: Report) -> dict[str, int]:
    """Return the places in a finished game of points; empty if it is not finished, or points are
    open. The winner has the fewest or the most; ties share a place.

    >>> scores = {"Ana": 12, "Beto": 9, "Carla": 12, "Dora": 30}
    >>> ranks_of({"game": "golf", "scores": scores, "winners": ["Beto"]})
    {'Ana': 2, 'Beto': 1, 'Carla': 2, 'Dora': 4}
    """
    scores, winners = report.get("scores", {}), report.get("winners", [])
    known = {player: points for player, points in scores.items() if points is not None}
    if not winners or len(known) < len(scores):
        return {}
    most = find(report["game"]).most_points_win
    return places({
        player: (player not in winners, -points if most else points)
        for player, points in known.items()
    })  # fmt: skip


LAYOUT: Final = 4  # increase this when the stored figures of an evening change

AT_ONCE: Final = 1000  # evenings to judge before their figures are written to disk

NamedEvening = tuple[int, str, KeptEvening]  # an evening with its place in the book and its name

_one_at_a_time = Lock()
"""Held while figures are updated, so that concurrent threads judge no evening twice."""


class Figures:
    """The figures of all evenings of a book, as last updated: in a file, else only in memory."""

    def __init__(self, book: RecordBook) -> None:
        self._path = place_of(book)
        self._rows: dict[int, tuple[str, str, KeptEvening | None]] = {}
        """The name, the head and the figures of each evening by its place; None if unreadable."""
        if self._path is not None:
            # a missing or damaged file, or one of another program, has none
            with suppress(OSError, ValueError, AttributeError, KeyError, TypeError):
                written = json.loads(self._path.read_bytes())
                if written.get("made_by") == _versions():
                    rows = written["evenings"].items()
                    self._rows = {int(place): (*row[:2], _read(row[2])) for place, row in rows}

    def keep_up(self, book: RecordBook) -> None:
        """Judge the evenings that are new in the book or have grown. Raises BookError."""
        news = self.news(book)
        for first in range(0, len(news), AT_ONCE):
            self.keep((kept, judged_evening(book, kept)) for kept in news[first : first + AT_ONCE])

    def news(self, book: RecordBook) -> list[Kept]:
        """Return the evenings that are new or have grown; drop those gone. Raises BookError."""
        there = {place: head.hex() for place, head in book.heads().items()}
        known = {place: head for place, (_name, head, _figures) in self._rows.items()}
        self._rows = {place: row for place, row in self._rows.items() if place in there}
        new = [place for place, head in there.items() if known.get(place) != head]
        if not new:
            return []
        span = book.games(min(new) - 1, max(new) - min(new) + 1)
        return [kept for kept in span if known.get(kept.position) != kept.head.hash.hex()]

    def keep(self, judged: Iterable[tuple[Kept, KeptEvening | None]]) -> None:
        """Store the figures of some evenings, all or none; None is an unreadable evening. If no
        file can be written, they stay in memory."""
        for kept, evening in judged:
            self._rows[kept.position] = kept.name, kept.head.hash.hex(), evening
        if self._path is None:
            return
        written = json.dumps({"made_by": _versions(), "evenings": self._rows}, default=astuple)
        with suppress(OSError):
            prefix = f"{self._path.name}-"
            with NamedTemporaryFile(dir=self._path.parent, prefix=prefix, delete=False) as file:
                file.write(written.encode())
            try:
                Path(file.name).replace(self._path)
            finally:
                Path(file.name).unlink(missing_ok=True)

    def evenings(self) -> list[NamedEvening]:
        """Return the readable evenings, in the order of their days."""
        found = [(place, name, row) for place, (name, _, row) in self._rows.items() if row]
        return sorted(found, key=lambda named: (named[2].day, named[0]))

    def unreadable(self) -> int:
        """Return the number of evenings that cannot be read."""
        return sum(figures is None for _name, _head, figures in self._rows.values())

    def nearest_to(self, name: str) -> str | None:
        """Return a name that a player had, or else the most similar one, or None."""
        evenings = self.evenings()
        shown = {fold(player): player for *_, evening in evenings for player in evening.plays}
        if fold(name) in shown:
            return name
        found = get_close_matches(fold(name), shown, n=1)
        return shown[found[0]] if found else None


def newest(book: RecordBook) -> Figures:
    """Return the figures of a book, updated. Raises BookError."""
    with _one_at_a_time:
        figures = Figures(book)
        figures.keep_up(book)
    return figures


def place_of(book: RecordBook) -> Path | None:
    """Return the file with the figures of a book: beside it, or in the user's cache if the book is
    on a server; None for a book in memory, and without a cache."""
    if is_on_a_server(book.location):
        name = sha256(book.location.encode()).hexdigest()[:16]
        folder = user_cache_path("desmoche-referee", appauthor=False)
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        return folder / f"season-{name}.json"
    path = Path(book.location)
    return path.with_name(f"{path.name}-season") if path.is_file() else None


def judged_evening(book: RecordBook, kept: Kept) -> KeptEvening | None:
    """Return the figures of an evening of a book; None if it cannot be read."""
    try:
        events = list(events_of(book, kept))
    except GameUnreadable:
        return None
    replay = replayed(events)
    return evening_of(replay.opening, kept.opening.opened_at, replay.report())


def _read(figures: list[Any] | None) -> KeptEvening | None:
    if figures is None:
        return None
    *about, plays, house = figures
    values = [*about, {player: PlayerEvening(*play) for player, play in plays.items()}, house]
    return KeptEvening(*values)


def _versions() -> str:
    """Return the versions of the program and its plug-ins: another one may judge otherwise."""
    added = [
        f"{plug_in.value} {plug_in.dist.version if plug_in.dist else ''}" for plug_in in plug_ins()
    ]
    return "; ".join([str(LAYOUT), __version__, *sorted(added)])
