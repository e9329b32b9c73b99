"""Ratings of the players in games of points, by OpenSkill, from their places in one evening after
the other. It needs the package ``openskill``."""

from __future__ import annotations

import json
from importlib.metadata import version
from itertools import groupby
from operator import itemgetter
from typing import Any

from openskill.models import PlackettLuce

from referee.judging.names import fold
from referee.season.keeping import Figures
from referee.store.persons import Persons


def rate(figures: Figures, persons: Persons) -> None:
    """Rate the unrated evenings, in the order of their days. If the joined names have changed, all
    evenings are rated again."""
    connection = figures.connection
    mine = f"{version('openskill')} {json.dumps(persons.names())}"
    with connection:
        # no other program may rate an evening in between
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("SELECT ratings FROM made").fetchone()[0] != mine:
            connection.execute("DELETE FROM ratings")
            connection.execute("UPDATE made SET ratings = ?", (mine,))
        games = connection.execute("SELECT DISTINCT game FROM evenings WHERE points").fetchall()
        for (game,) in games:
            _rate_game(connection, game, persons)


_LAST = "SELECT day, place FROM ratings WHERE game = ? ORDER BY day DESC, place DESC LIMIT 1"
_UNRATED = """
SELECT e.day, e.place, s.player, s.rank FROM evenings e JOIN plays s USING (place)
WHERE e.game = ? AND (e.day, e.place) > (?, ?) AND s.rank IS NOT NULL ORDER BY e.day, e.place
"""
_STRENGTH = """
SELECT mu, sigma FROM ratings WHERE game = ? AND person = ? ORDER BY day DESC, place DESC LIMIT 1
"""


def _rate_game(connection: Any, game: str, persons: Persons) -> None:
    """Rate the evenings of a game after the last rated one."""
    model = PlackettLuce()
    strengths: dict[str, Any] = {}

    def of(person: str) -> Any:
        if person not in strengths:
            known = connection.execute(_STRENGTH, (game, person)).fetchone()
            strengths[person] = model.rating(*known) if known else model.rating()
        return strengths[person]

    last = connection.execute(_LAST, (game,)).fetchone() or ("", 0)
    unrated = connection.execute(_UNRATED, (game, *last)).fetchall()
    rows = []
    for (day, place), plays in groupby(unrated, itemgetter(0, 1)):
        # a person with two names gets the better place
        ranks: dict[str, int] = {}
        for _day, _place, player, rank in plays:
            person = fold(persons.person(player))
            ranks[person] = min(rank, ranks.get(person, rank))
        if len(ranks) < 2:
            continue
        teams = [[of(person)] for person in ranks]
        for person, (strength,) in zip(
            ranks, model.rate(teams, ranks=list(map(float, ranks.values()))), strict=True
        ):
            strengths[person] = strength
            rows.append((game, person, day, place, strength.mu, strength.sigma))
    connection.executemany("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?)", rows)
