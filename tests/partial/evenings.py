"""The evenings of every game that are made partial, and how they are.

Evenings with a slip keep the lines that it depends on: the wrong numbers of dealt cards, and a pass
on a discard before the player begs it.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from referee.simulating.declared import evening_of
from tests.dam import games as dam
from tests.desmoche_app import playing as app
from tests.dimes import games as dimes
from tests.every_game import all_files, cases
from tests.gin_rummy.playing import Game as Gin
from tests.golf.playing import Game as Golf
from tests.partial.poverty import Event, Poverty, ways
from tests.plug_ins.example import HIGH_CARD
from tests.simulation import faulty_session, lawful_session
from tests.simulation.faults import SLIPS as FAULTS
from tests.slips import SLIPS, some_slip
from tests.table_talk import Case

LONGEST: Final = 600
"""The longest evening to try."""

CASES: Final = 0.3
"""The share of the evenings with a slip that are cases of the rules."""


@dataclass(frozen=True, slots=True)
class Evenings:
    """A game to try: legal evenings, evenings with one slip, and ways to lose lines."""

    lawful: Callable[[Random], list[Event]]
    faulty: Callable[[Random], list[Event]]
    ways: Mapping[str, Poverty]
    together: str = ""
    """The kind of lines that are left out in a hand all or none."""


def _lawful_dimes(rng: Random) -> list[Event]:
    while True:
        rounds, hidden = rng.choice((1, 2, 2, 3, 4, 11)), rng.choice((0, 0, 0, 0.5))
        events = dimes.game(rng, rounds=rounds, hidden=hidden).events
        if len(events) <= LONGEST:
            return events


def _lawful_dam(rng: Random) -> list[Event]:
    return dam.lawful(rng, hands=rng.choice((1, 2, 3, 3, 10))).log


def _lawful_golf(rng: Random) -> list[Event]:
    game = rng.choice(("golf", "cambio_cabo"))
    return Golf(rng.getrandbits(40), holes=rng.choice((1, 2, 2, 9)), game=game).events


def _lawful_high_card(rng: Random) -> list[Event]:
    return evening_of(HIGH_CARD, rng, rng.randint(1, 5))


def _lawful_gin(rng: Random) -> list[Event]:
    return Gin(rng.getrandbits(40)).events[:LONGEST]


def _lawful_app(rng: Random) -> list[Event]:
    keen, sees = rng.choice((0.95, 0.9, 0.6, 0.2)), rng.choice((1.0, 1.0, 0.5))
    return app.game(rng.getrandbits(40), keen=keen, sees=sees)[0]


WITHOUT_TURNS: Final = (
    "dealer.rotation", "cut.player", "end.early", "hand.over", "player.unknown", "offence.other",
)  # fmt: skip
"""The slips that a game can have in which everybody draws once."""


@cache
def _cases(game: str) -> Sequence[Case]:
    return [one for path in all_files() if path.parent.name == game for one in cases(path)]


def with_a_slip(game: str, lawful: Callable[[Random], list[Event]]) -> Callable[..., list[Event]]:
    """Evenings with a slip in them: mostly one of those of every game, else a case of a rule."""
    rules = WITHOUT_TURNS if game == "high_card" else list(SLIPS)

    def faulty(rng: Random) -> list[Event]:
        while True:
            if _cases(game) and rng.random() < CASES:
                return rng.choice(_cases(game)).events
            slip = some_slip(lawful(rng), rng, rng.choice(rules))
            if slip is not None:
                return slip.log

    return faulty


EVENINGS: Final[Mapping[str, Evenings]] = {
    "desmoche": Evenings(
        lambda rng: lawful_session(rng, masked=False, mended=False)[0],
        lambda rng: faulty_session(rng, rng.choice(FAULTS))[0],
        ways(
            turns=("draw", "pass"),
            moved=("pay", "discard", "claim"),
            shown=("meld", "show"),
            optional=("discard", "pass", "claim", "cut", "win"),
        ),
    ),
    "dimes": Evenings(
        _lawful_dimes,
        with_a_slip("dimes", _lawful_dimes),
        ways(
            turns=("draw", "take", "discard", "meld", "win"),
            shown=("meld", "show"),
            optional=(
                "cut", "deal", "turn_up", "win", "show", "score", "reshuffle", "payment",
            ),
        ),
    ),
    "dam": Evenings(
        _lawful_dam,
        with_a_slip("dam", _lawful_dam),
        ways(
            turns=("draw", "take", "discard", "meld", "beg", "pass"),
            shown=("meld", "show"),
            optional=("cut", "deal", "pass", "show", "score", "reshuffle"),
        ),
    ),
    "golf": Evenings(
        _lawful_golf,
        with_a_slip("golf", _lawful_golf),
        ways(
            turns=("draw", "take", "discard", "swap", "knock"),
            shown=("show", "look"),
            optional=("cut", "deal", "turn_up", "look", "show", "score", "end"),
            melds=False,
            together="show",
        ),
        together="show",
    ),
    "high_card": Evenings(
        _lawful_high_card,
        with_a_slip("high_card", _lawful_high_card),
        ways(turns=("draw",), shown=("draw",), optional=("cut", "score", "end"), melds=False),
    ),
    "gin_rummy": Evenings(
        _lawful_gin,
        with_a_slip("gin_rummy", _lawful_gin),
        ways(
            turns=("draw", "take", "discard", "knock", "pass"),
            shown=("meld", "lay_off", "show"),
            optional=("cut", "deal", "turn_up", "pass", "show", "score", "end"),
            melds=False,
        ),
    ),
    "desmoche_app": Evenings(
        _lawful_app,
        with_a_slip("desmoche_app", _lawful_app),
        ways(
            turns=("draw", "take", "discard", "meld", "take_back", "pass", "cambio"),
            shown=("meld", "take_back", "show"),
            optional=("cut", "deal", "turn_up", "pass", "win", "reshuffle"),
        ),
    ),
}  # fmt: skip


def check_ways(parser: ArgumentParser, ways: Iterable[str], games: Iterable[str]) -> None:
    """Refuse a way to lose lines that one of these games lacks, and list its ways."""
    for game in games:
        known = EVENINGS[game].ways
        for way in ways:
            if way not in known:
                named = ", ".join(map(repr, known))
                parser.error(f"{game} has no way {way!r}. Its ways are: {named}.")
