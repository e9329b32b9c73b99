"""Ratings of the players in games of points, by OpenSkill, from their places in one evening after
the other. It needs the package ``openskill``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from openskill.models import PlackettLuce

from referee.judging.names import fold
from referee.season.evening import KeptEvening
from referee.store.persons import Persons


def rate(evenings: Iterable[KeptEvening], persons: Persons) -> dict[str, tuple[float, float]]:
    """Return the mean and the deviation of everyone's strength after these evenings of a game."""
    model = PlackettLuce()
    strengths: dict[str, Any] = {}
    for evening in evenings:
        # a person with two names gets the better place
        ranks: dict[str, int] = {}
        for player, rank in evening.ranks.items():
            person = fold(persons.person(player))
            ranks[person] = min(rank, ranks.get(person, rank))
        if len(ranks) < 2:
            continue
        teams = [[strengths.get(person) or model.rating()] for person in ranks]
        rated = model.rate(teams, ranks=list(map(float, ranks.values())))
        strengths |= {person: strength for person, (strength,) in zip(ranks, rated, strict=True)}
    return {person: (strength.mu, strength.sigma) for person, strength in strengths.items()}
