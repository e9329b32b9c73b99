"""The standings: the figures of many evenings combined, for each unit of money and game of
points."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from itertools import accumulate
from math import inf
from typing import Any, Final

from referee.judging.names import fold
from referee.season.evening import KINDS
from referee.season.keeping import Figures
from referee.store.naming import PERSONS
from referee.store.persons import Persons

MOST_DAYS: Final = 62
"""The most evenings for which a line has one point for each day; otherwise it has one for each
month."""

A_DAY: Final = 10
A_MONTH: Final = 7
"""The lengths of a day (YYYY-MM-DD) and of its month."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A selection of evenings: from ``since`` to ``until`` (days, or the beginnings of days), of
    these games, with all of these players, with these options of house rules; ``places`` are those
    of the games that the user may see, None for all."""

    since: str = ""
    until: str = ""
    games: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    house: Mapping[str, str] = field(default_factory=dict)
    places: tuple[int, ...] | None = None


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
    over_time: list[tuple[str, int]] = field(default_factory=list)

    @property
    def each_hand(self) -> float | None:
        """The average amount of a hand; None without a hand that counts."""
        return self.amount / self.counted if self.counted else None

    def to_dict(self) -> dict[str, Any]:
        """Return the results as plain data."""
        each, rating = self.each_hand, self.rating
        return asdict(self) | {
            "each_hand": None if each is None else round(each, 4),
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


def standings(figures: Figures, persons: Persons, question: Selection | None = None) -> Standings:
    """Return the standings over these evenings. Points are rated if the package ``openskill`` is
    installed."""
    rated = find_spec("openskill") is not None
    if rated:
        from referee.season.rating import rate

        rate(figures, persons)
    return _Asking(figures, persons, question or Selection(), rated).answer()


_SAT = """
SELECT {section} AS section, substr(e.day, 1, {letters}) AS at, ifnull(w.person, s.player) AS who,
    s.place, e.most, {sums}, {whole} AS whole
FROM evenings e JOIN plays s USING (place) LEFT JOIN temp.who w USING (player) WHERE {where}
"""
_SUMS: Final = ("disqualified", "side_games", *KINDS)
_TOGETHER = f"""
SELECT section, who, at, count(*), sum(hands), sum(counted), sum(won), sum(amount),
    max(CASE WHEN whole THEN amount END), min(CASE WHEN whole THEN amount END), max(most),
    {", ".join(f"sum({name})" for name in _SUMS)}
FROM ({{sat}}) GROUP BY section, who, at ORDER BY section, who, at
"""
_DOUBLED = """
INSERT OR IGNORE INTO temp.doubled SELECT s.place FROM plays s LEFT JOIN temp.who w USING (player)
WHERE s.place IN (SELECT place FROM plays JOIN temp.who USING (player))
GROUP BY s.place, ifnull(w.person, s.player) HAVING count(*) > 1
"""
_BIGGEST = """
SELECT e.unit, ifnull(w.person, s.player) AS who, max(s.best), e.name, e.day, s.best_hand
FROM evenings e JOIN plays s USING (place) LEFT JOIN temp.who w USING (player)
WHERE {where} AND s.best > 0 GROUP BY e.unit, who
"""
_MONEY: Final = {
    "section": "e.unit", "counted": "s.counted", "won": "s.won", "amount": "s.net",
    "whole": "s.whole",
}  # fmt: skip
_POINTS: Final = {
    "section": "e.game", "counted": "s.scored", "won": "s.took_the_game", "amount": "s.score",
    "whole": "s.whole AND s.rank IS NOT NULL",
}  # fmt: skip


def _sat(of: Mapping[str, str], letters: int, where: str, doubled: bool) -> str:
    """Return the SQL for the players of each evening, one row for each person. ``doubled`` selects
    the evenings with a person under two names, which need a slower query."""
    columns = {"hands": "s.hands"} | {name: of[name] for name in ("counted", "won", "amount")}
    columns |= {name: f"s.{name}" for name in _SUMS}
    told = "sum({})" if doubled else "{}"
    sums = ", ".join(f"{told.format(column)} AS {name}" for name, column in columns.items())
    whole = f"min({of['whole']})" if doubled else of["whole"]
    sat = _SAT.format(section=of["section"], letters=letters, sums=sums, whole=whole, where=where)
    if doubled:
        return f"{sat} AND e.place IN temp.doubled GROUP BY section, who, s.place"
    return f"{sat} AND e.place NOT IN temp.doubled"


class _Asking:
    """A question being answered."""

    def __init__(
        self, figures: Figures, persons: Persons, question: Selection, rated: bool
    ) -> None:
        self._execute = figures.connection.execute
        self._persons = persons
        self._question = question
        self._rated = rated
        self._execute("CREATE TEMP TABLE IF NOT EXISTS who (player PRIMARY KEY, person)")
        self._execute("CREATE TEMP TABLE IF NOT EXISTS doubled (place INTEGER PRIMARY KEY)")
        for table in ("who", "doubled"):
            self._execute(f"DELETE FROM temp.{table}")
        for folded, (name, _person) in persons.spelled.items():
            person = fold(persons.person(name))
            self._execute("INSERT INTO temp.who VALUES (?, ?)", (folded, person))
        if persons.spelled:
            self._execute(_DOUBLED)
        figures.connection.commit()
        self._where, self._values = self._conditions()

    def answer(self) -> Standings:
        counted = "SELECT count(*), ifnull(sum(hands), 0), ifnull(sum(undecided), 0) FROM evenings"
        found = self._execute(f"{counted} e WHERE {self._where}", self._values).fetchone()
        unread = self._execute(
            "SELECT count(*) FROM evenings WHERE game IS NULL AND name <> ?", (PERSONS,)
        ).fetchone()
        unreadable = 0 if self._question.places is not None else unread[0]
        sections = [*self._sections(points=False), *self._sections(points=True)]
        evenings, hands, undecided = found
        return Standings(evenings, hands, undecided, unreadable, self._rated, sections)

    def _conditions(self) -> tuple[str, list[Any]]:
        """Return the SQL conditions for the evenings, and their values."""
        asked = self._question
        conditions: list[tuple[str, list[Any]]] = [("e.game IS NOT NULL", [])]
        if asked.since:
            conditions.append(("e.day >= ?", [asked.since]))
        if asked.until:
            # the beginning of a day includes all days that begin like it
            conditions.append(("substr(e.day, 1, ?) <= ?", [len(asked.until), asked.until]))
        if asked.games:
            conditions.append(_among("e.game", asked.games))
        for player in asked.players:
            text, values = _among("player", self._names_of(player))
            sat = f"e.place IN (SELECT place FROM plays WHERE {text})"
            conditions.append((sat, values))
        if asked.house:
            conditions.append(_among("e.house", self._houses()))
        if asked.places is not None:
            listed = "e.place IN (SELECT value FROM json_each(?))"
            conditions.append((listed, [json.dumps(asked.places)]))
        texts = [text for text, _values in conditions]
        return " AND ".join(texts), [value for _text, values in conditions for value in values]

    def _names_of(self, player: str) -> list[str]:
        """Return all names of the person with this name, folded."""
        person = self._persons.person(player)
        return [fold(name) for name in (person, *self._persons.names().get(person, ()))]

    def _houses(self) -> list[int]:
        """Return the sets of house rules with the options of the question."""
        known = self._execute("SELECT house, options FROM houses").fetchall()
        return [number for number, text in known if _fits(json.loads(text), self._question.house)]

    def _sections(self, *, points: bool) -> list[Section]:
        where = f"{self._where} AND {'e.points' if points else 'e.money'}"
        days = self._execute(f"SELECT count(DISTINCT e.day) FROM evenings e WHERE {where}",
                             self._values).fetchone()[0]  # fmt: skip
        of = _POINTS if points else _MONEY
        letters = A_DAY if days <= MOST_DAYS else A_MONTH
        sat = " UNION ALL ".join(_sat(of, letters, where, doubled) for doubled in (False, True))
        rows = self._execute(_TOGETHER.format(sat=sat), [*self._values, *self._values]).fetchall()
        lines: dict[str, dict[str, PlayerSeason]] = {}
        most: set[str] = set()
        for section, who, *row in rows:
            line = lines.setdefault(section, {}).setdefault(who, PlayerSeason(who))
            _add(line, row)
            if row[8]:
                most.add(section)
        if not points:
            self._take_biggest(lines, where)
        return [
            self._section(points, name, mine, fewest=points and name not in most)
            for name, mine in lines.items()
        ]

    def _take_biggest(self, lines: Mapping[str, Mapping[str, PlayerSeason]], where: str) -> None:
        asked = _BIGGEST.format(where=where)
        for unit, who, *biggest in self._execute(asked, self._values).fetchall():
            lines[unit][who].biggest = Biggest(*biggest)

    def _section(
        self, points: bool, of: str, lines: Mapping[str, PlayerSeason], *, fewest: bool
    ) -> Section:
        chosen = {fold(self._persons.person(name)) for name in self._question.players}
        told = [line for who, line in lines.items() if not chosen or who in chosen]
        for line in told:
            self._finish(line, of, points=points, fewest=fewest)
        return Section(points, of, sorted(told, key=_leads_by_points if points else _leads))

    def _finish(self, line: PlayerSeason, of: str, *, points: bool, fewest: bool) -> None:
        """Fill in the results that are not sums over evenings."""
        who = line.player
        sums = accumulate(amount for _at, amount in line.over_time)
        line.over_time = [(at, total) for (at, _), total in zip(line.over_time, sums, strict=True)]
        if points and self._rated:
            line.rating = self._rating(of, who)
        if fewest:
            line.best, line.worst = line.worst, line.best
        line.player = self._shown(who)

    def _rating(self, game: str, who: str) -> tuple[float, float] | None:
        """Return the rating of a person after the last evening of the selected time."""
        until = self._question.until or "~"
        found: tuple[float, float] | None = self._execute(
            "SELECT mu, sigma FROM ratings WHERE game = ? AND person = ? AND substr(day, 1, ?) <= ?"
            " ORDER BY day DESC, place DESC LIMIT 1",
            (game, who, len(until), until),
        ).fetchone()
        return found

    def _shown(self, who: str) -> str:
        """Return the name of a person: as it was joined, else as last written in a game."""
        for person in self._persons.names():
            if fold(person) == who:
                return person
        found = self._execute("SELECT shown FROM names WHERE player = ?", (who,)).fetchone()
        return str(found[0]) if found else who


def _add(line: PlayerSeason, row: list[Any]) -> None:
    """Add the figures of one day or month."""
    at, evenings, hands, counted, won, amount, best, worst, _most, out, side_games, *kinds = row
    line.evenings += evenings
    line.hands += hands
    line.counted += counted
    line.won += won
    line.amount += amount
    line.best = max(filter(_is_there, (line.best, best)), default=None)
    line.worst = min(filter(_is_there, (line.worst, worst)), default=None)
    line.disqualified += out
    line.side_games += side_games
    for kind, count in zip(KINDS, kinds, strict=True):
        line.findings[kind] += count
    line.over_time.append((at, amount))


def _is_there(amount: int | None) -> bool:
    return amount is not None


def _leads(line: PlayerSeason) -> tuple[Any, ...]:
    return not line.counted, -line.amount, -line.won, fold(line.player)


def _leads_by_points(line: PlayerSeason) -> tuple[Any, ...]:
    # a lower bound of the strength; unrated players come last
    surely = line.rating[0] - 3 * line.rating[1] if line.rating else -inf
    return -surely, -line.won, fold(line.player)


def _among(column: str, values: Iterable[Any]) -> tuple[str, list[Any]]:
    listed = list(values)
    return f"{column} IN ({', '.join('?' * len(listed))})", listed


def _fits(house: Mapping[str, Any], wanted: Mapping[str, str]) -> bool:
    """Return whether house rules have these options, written as on a score sheet.

    >>> _fits({"knock": "free", "bonuses": ["mico"]}, {"bonuses": "mico"})
    True
    """
    return all(_written(house.get(name)) == option for name, option in wanted.items())


def _written(option: Any) -> str:
    return ",".join(map(str, option)) if isinstance(option, list) else str(option)
