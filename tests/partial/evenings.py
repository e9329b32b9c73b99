"""The evenings of every game that are made partial, and how they are.

Evenings with a slip keep the lines that it depends on: the wrong numbers of dealt cards, and a pass
on a discard before the player begs it.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from referee.simulating.declared import evening_of
from referee.simulating.many import with_a_slip
from tests.evenings import evening, seen_in_part
from tests.every_game import all_files, cases
from tests.lawful import WHOLE, lawful, read
from tests.partial.poverty import Event, Poverty, ways
from tests.plug_ins.example import HIGH_CARD
from tests.slips import OF_EVERY_GAME, RECORDED
from tests.table_talk import Case

LONGEST: Final = 600
"""The most lines of an evening."""

CASES: Final = 0.3
"""The share of the evenings with a slip that are cases of the rules."""

Playing = Callable[[Random], list[Event]]


@dataclass(frozen=True, slots=True)
class Evenings:
    """A game to try: legal evenings, evenings with one slip, and ways to lose lines."""

    lawful: Playing
    faulty: Playing
    ways: Mapping[str, Poverty]
    together: tuple[str, ...] = ()
    """The kinds of lines that are left out in a hand all or none."""


def of_hands(*hands: int, games: Sequence[str]) -> Playing:
    """Return a function that plays one of these games for so many hands, with all cards recorded or
    only some of those that not everybody sees."""

    def play(rng: Random) -> list[Event]:
        log = evening(rng.choice(games), rng.getrandbits(40), rng.choice(hands))[:LONGEST]
        return seen_in_part(log, rng, rng.choice((1, 1, 1, 0.5)))

    return play


@cache
def _cases(game: str) -> Sequence[Case]:
    return [one for path in all_files() if path.parent.name == game for one in cases(path)]


def slipping(game: str, lawful: Playing) -> Playing:
    """Evenings with a slip in them: recorded ones and cases of rules, or else a scribe's slip."""
    recorded = [path for path in OF_EVERY_GAME if path.match(f"{game}-*")]

    def faulty(rng: Random) -> list[Event]:
        if recorded and rng.random() > CASES:
            return [*read(rng.choice(recorded))]
        return rng.choice(_cases(game)).events if recorded else with_a_slip(lawful(rng), rng)

    return faulty


def of_game(
    game: str, lawful: Playing, *, melds: bool = True, together: tuple[str, ...] = (), **lines: str
) -> Evenings:
    """Return the evenings of a game; ``lines`` are the kinds of lines in ``poverty.ways``."""
    kinds: dict[str, Any] = {name: tuple(some.split()) for name, some in lines.items()}
    lost = ways(melds=melds, together=together, **kinds)
    return Evenings(lawful, slipping(game, lawful), lost, together)


DESMOCHE: Final = Evenings(
    lambda rng: lawful(rng, WHOLE),
    lambda rng: lawful(rng, RECORDED),
    ways(
        turns=("draw", "pass"),
        moved=("pay", "discard", "claim"),
        shown=("meld", "show"),
        optional=("discard", "pass", "claim", "cut", "deal", "cambio", "win", "end", "show"),
        together=("cambio", "show"),
    ),
    ("cambio", "show"),
)

EVENINGS: Final[Mapping[str, Evenings]] = {
    "desmoche": DESMOCHE,
    "dimes": of_game(
        "dimes",
        of_hands(1, 2, 2, 3, 4, 11, games=["dimes"]),
        turns="draw take discard meld win",
        shown="meld show",
        optional="cut deal turn_up win show score reshuffle payment",
    ),
    "dam": of_game(
        "dam",
        of_hands(1, 2, 3, 3, games=["dam"]),
        turns="draw take discard meld beg pass",
        shown="meld show",
        optional="cut deal pass show score reshuffle",
    ),
    "golf": of_game(
        "golf",
        of_hands(1, 2, 2, 9, games=["golf", "cambio_cabo"]),
        turns="draw take discard swap knock",
        shown="show look",
        optional="cut deal turn_up look show score end",
        melds=False,
        together=("show",),
    ),
    "high_card": of_game(
        "high_card",
        lambda rng: evening_of(HIGH_CARD, rng, rng.randint(1, 5)),
        turns="draw",
        shown="draw",
        optional="cut score end",
        melds=False,
    ),
    "gin_rummy": of_game(
        "gin_rummy",
        of_hands(1, 2, 3, 12, games=["gin_rummy"]),
        turns="draw take discard knock pass",
        shown="meld lay_off show",
        optional="cut deal turn_up pass show score end",
        melds=False,
    ),
    "desmoche_app": of_game(
        "desmoche_app",
        of_hands(2, games=["desmoche_app"]),
        turns="draw take discard meld take_back pass cambio",
        shown="meld take_back show",
        optional="cut deal cambio turn_up pass win reshuffle",
        together=("cambio",),
    ),
}


def check_ways(parser: ArgumentParser, ways: Iterable[str], games: Iterable[str]) -> None:
    """Refuse a way to lose lines that one of these games lacks, and list its ways."""
    for game in games:
        known = EVENINGS[game].ways
        for way in ways:
            if way not in known:
                named = ", ".join(map(repr, known))
                parser.error(f"{game} has no way {way!r}. Its ways are: {named}.")
