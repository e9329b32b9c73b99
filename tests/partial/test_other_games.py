"""Lawful evenings of the games beside Desmoche, made poorer: nothing is found, and nothing is told
that is not so."""

from __future__ import annotations

import pytest

from tests.depth import seeds
from tests.partial.other_games import OTHER_GAMES
from tests.partial.trying import trial

WAYS = [(game, way) for game, evenings in OTHER_GAMES.items() for way in evenings.ways]


@pytest.mark.parametrize(("game", "way"), WAYS)
def test_knowing_less_accuses_nobody(game: str, way: str) -> None:
    for seed in seeds(30, 2):
        tried = trial(game, way, seed)
        assert tried is not None
        assert tried.broken == [], seed
