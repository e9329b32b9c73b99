"""The standings: the figures of evenings combined by unit of money and game of points."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.util import find_spec
from math import inf
from typing import Any, Final

from referee.judging.names import fold
from referee.judging.registry import find
from referee.season.evening import KINDS, Figures, KeptEvening, NamedEvening
from referee.store.persons import Persons

MOST_DAYS: Final = 62  # the most days for which a line has a point each, not one for each month
A_DAY: Final = 10  # the length of a day (YYYY-MM-DD)
A_MONTH: Final = 7


@dataclass(frozen=True, slots=True)
class Selection:
    """A selection of evenings: from ``since`` to ``until`` (days, or the beginnings of days), of
    these games, with all of these players, with these options of house rules; ``positions`` are
    those of the games that the user may see, None for all."""

    since: str = ""
    until: str = ""
    games: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    house: Mapping[str, str] = field(default_factory=dict)
    positions: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Biggest:
    """The hand with the largest win: the amount, and the evening's name, day and hand."""

    amount: int
    name: str
    day: str
    hand: int


@dataclass(slots=True)
class PlayerSeason:
    """One player's results of a season.

    ``amount`` is money, or points in games with points; ``hands`` are all hands, ``counted`` those
    in which the amount is decided; ``won`` are hands for money, and games for points. ``best`` and
    ``worst`` are complete evenings. ``rating`` is the mean and the deviation of the player's
    strength. ``over_time`` has the sum after each day or month.
    """

    player: str
    evenings: int = 0
    hands: int = 0
    counted: int = 0
    won: int = 0
    amount: int = 0
    best: int | None = None
    worst: int | None = None
    disqualified: int = 0
    side_games: int = 0
    findings: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    biggest: Biggest | None = None
    rating: tuple[float, float] | None = None
    over_time: dict[str, int] = field(default_factory=dict)

    @property
    def each_hand(self) -> float | None:
        """The average amount of a hand; None without a hand that counts."""
        return self.amount / self.counted if self.counted else None

    def to_dict(self) -> dict[str, Any]:
        """Return the results as plain data."""
        each, rating = self.each_hand, self.rating
        return asdict(self) | {
            "each_hand": None if each is None else round(each, 4),
            "over_time": list(self.over_time.items()),
            "rating": rating and {"mu": round(rating[0], 4), "sigma": round(rating[1], 4)},
        }


@dataclass(frozen=True, slots=True)
class Section:
    """The lines of one unit of money, or of one game of points, with the leader first."""

    points: bool
    of: str
    lines: list[PlayerSeason]

    def to_dict(self) -> dict[str, Any]:
        """Return the section as plain data."""
        kind = {"points": True, "game": self.of} if self.points else {"unit": self.of}
        return {**kind, "players": [line.to_dict() for line in self.lines]}


@dataclass(frozen=True, slots=True)
class Standings:
    """The answer: the number of evenings and hands, the number of hands with undecided money, which
    is not counted, and the number of unreadable games; then the sections."""

    evenings: int
    hands: int
    undecided: int
    unreadable: int
    rated: bool
    sections: list[Section]

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        return asdict(self) | {"sections": [section.to_dict() for section in self.sections]}


def standings(figures: Figures, persons: Persons, question: Selection) -> Standings:
    """Return the standings over these evenings, rated if ``openskill`` is installed."""
    season = _Season(figures.evenings(), persons, question)
    evenings = [evening for _position, _name, evening in season.chosen]
    return Standings(
        evenings=len(evenings),
        hands=sum(evening.hands for evening in evenings),
        undecided=sum(evening.undecided for evening in evenings),
        unreadable=figures.unreadable() if question.positions is None else 0,
        rated=find_spec("openskill") is not None,
        sections=[*season.sections(points=False), *season.sections(points=True)],
    )


_MONEY: Final = ("counted", "won", "net")
_POINTS: Final = ("scored", "took_the_game", "score")
"""The fields of a `PlayerEvening` that add up to ``counted``, ``won`` and ``amount``."""


class _Season:
    """The evenings of a book, and those that a question is about."""

    def __init__(
        self, evenings: Sequence[NamedEvening], persons: Persons, question: Selection
    ) -> None:
        self._evenings = evenings
        self._persons = persons
        self._question = question
        wanted = [persons.person(player) for player in question.players]
        self._players = {fold(person) for person in wanted}
        self._together = [
            {fold(name) for name in (person, *persons.names().get(person, ()))} for person in wanted
        ]
        # as a person was joined, else as last written in a game
        self._spelled = {
            fold(player): player for *_, evening in evenings for player in evening.plays
        } | {fold(person): person for person in persons.names()}
        self.chosen = [named for named in evenings if self._is_chosen(named)]

    def _is_chosen(self, named: NamedEvening) -> bool:
        position, _name, evening = named
        asked = self._question
        sat = set(map(fold, evening.plays)) if asked.players else set()
        return (
            evening.day >= asked.since
            and self._is_in_time(evening)
            and (not asked.games or evening.game in asked.games)
            and not any(sat.isdisjoint(names) for names in self._together)
            and _fits(evening.house, asked.house)
            and (asked.positions is None or position in asked.positions)
        )

    def _is_in_time(self, evening: KeptEvening) -> bool:
        # a month or a year includes all its days
        until = self._question.until
        return not until or evening.day[: len(until)] <= until

    def sections(self, *, points: bool) -> list[Section]:
        """Return the sections of points, or of money, each with its leader first."""
        played = [named for named in self.chosen if (named[2].points if points else named[2].money)]
        days = {evening.day for *_, evening in played}
        letters = A_DAY if len(days) <= MOST_DAYS else A_MONTH
        found: dict[str, dict[str, PlayerSeason]] = {}
        for named in played:
            of = named[2].game if points else named[2].unit
            for who, players in self._by_person(named[2]).items():
                line = found.setdefault(of, {}).setdefault(who, PlayerSeason(self._spelled[who]))
                _add(line, named, players, letters, points=points)
        return [self._section(points, of, lines) for of, lines in sorted(found.items())]

    def _by_person(self, evening: KeptEvening) -> dict[str, list[str]]:
        """Return the players of an evening by person, who may have sat under several names."""
        found: dict[str, list[str]] = {}
        for player in evening.plays:
            found.setdefault(fold(self._persons.person(player)), []).append(player)
        return found

    def _section(self, points: bool, of: str, lines: Mapping[str, PlayerSeason]) -> Section:
        fewest = points and not find(of).most_points_win
        ratings = self._ratings(of) if points else {}
        chosen_lines = []
        for who, line in lines.items():
            line.rating = ratings.get(who)
            if fewest:
                line.best, line.worst = line.worst, line.best
            if not self._players or who in self._players:
                chosen_lines.append(line)
        return Section(points, of, sorted(chosen_lines, key=partial(_place, points=points)))

    def _ratings(self, game: str) -> Mapping[str, tuple[float, float]]:
        """Return the mean and the deviation of everyone's strength after these evenings."""
        if find_spec("openskill") is None:
            return {}
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        strengths: dict[str, Any] = {}
        played = (evening for _position, _name, evening in self._evenings if evening.game == game)
        for evening in filter(self._is_in_time, played):
            # a person with two names gets the better place
            ranks: dict[str, int] = {}
            for player, rank in evening.ranks.items():
                person = fold(self._persons.person(player))
                ranks[person] = min(rank, ranks.get(person, rank))
            if len(ranks) < 2:
                continue
            teams = [[strengths.get(person) or model.rating()] for person in ranks]
            rated = model.rate(teams, ranks=list(map(float, ranks.values())))
            strengths |= {person: strong for person, (strong,) in zip(ranks, rated, strict=True)}
        return {person: (strength.mu, strength.sigma) for person, strength in strengths.items()}


def _add(
    line: PlayerSeason, named: NamedEvening, players: Sequence[str], letters: int, *, points: bool
) -> None:
    """Add a person's evening to their line."""
    _position, name, evening = named
    parts = [evening.plays[player] for player in players]
    counted, won, amount = _POINTS if points else _MONEY
    brought = sum(getattr(part, amount) for part in parts)
    line.evenings += 1
    line.amount += brought
    line.over_time[evening.day[:letters]] = line.amount
    for part in parts:
        line.hands += part.hands
        line.counted += getattr(part, counted)
        line.won += getattr(part, won)
        line.disqualified += part.disqualified
        line.side_games += part.side_games
        for kind, count in part.findings.items():
            line.findings[kind] += count
        won_at_once = 0 if points else part.best or 0
        if won_at_once > (line.biggest.amount if line.biggest else 0):
            line.biggest = Biggest(won_at_once, name, evening.day, part.best_hand or 0)
    ranked = not points or all(player in evening.ranks for player in players)
    if ranked and all(part.whole for part in parts):
        line.best = brought if line.best is None else max(line.best, brought)
        line.worst = brought if line.worst is None else min(line.worst, brought)


def _place(line: PlayerSeason, *, points: bool) -> tuple[Any, ...]:
    """Return what sorts a player's line: by points a lower bound of the strength, unrated players
    last; by money the amount, players of whom nothing counts last."""
    if points:
        surely = line.rating[0] - 3 * line.rating[1] if line.rating else -inf
        return -surely, -line.won, fold(line.player)
    return not line.counted, -line.amount, -line.won, fold(line.player)


def _fits(house: Mapping[str, Any], wanted: Mapping[str, str]) -> bool:
    """Return whether house rules have these options, written as on a score sheet.

    >>> _fits({"knock": "free", "bonuses": ["mico"]}, {"bonuses": "mico"})
    True
    """
    written = {
        name: ",".join(map(str, option)) if isinstance(option, list) else str(option)
        for name, option in house.items()
    }
    return all(written.get(name) == option for name, option in wanted.items())
