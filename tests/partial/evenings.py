"""The evenings of every game that are made partial."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from random import Random
from typing import Final

from tests.partial.other_games import OTHER_GAMES, gaps_that_tell
from tests.partial.poverty import Event, mixture
from tests.partial.ways import Evenings, mixture_of_all, single_ways, with_mixtures
from tests.simulation.faults import SLIPS
from tests.simulation.generate import faulty_session, lawful_session


def _lawful_desmoche(rng: Random) -> list[Event]:
    return lawful_session(rng, masked=False, mended=False)[0]


def _faulty_desmoche(rng: Random) -> list[Event]:
    return faulty_session(rng, rng.choice(SLIPS))[0]


DESMOCHE: Final = single_ways(
    turns=("draw", "pass"),
    moved=("pay", "discard", "claim"),
    shown=("meld", "show"),
    optional=("discard", "pass", "claim", "cut", "win"),
)

EVENINGS: Final[Mapping[str, Evenings]] = {
    "desmoche": Evenings(
        _lawful_desmoche,
        _faulty_desmoche,
        {
            **with_mixtures(DESMOCHE, mixture(list(DESMOCHE.values())), mixture_of_all(DESMOCHE)),
            "gaps that tell": gaps_that_tell(melds=True),
        },
    ),
    **OTHER_GAMES,
}


def check_ways(parser: ArgumentParser, ways: Iterable[str], games: Iterable[str]) -> None:
    """Refuse a way to lose lines that one of these games lacks, and list its ways."""
    for game in games:
        known = EVENINGS[game].ways
        for way in ways:
            if way not in known:
                named = ", ".join(map(repr, known))
                parser.error(f"{game} has no way {way!r}. Its ways are: {named}.")
