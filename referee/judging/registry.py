"""The games that the referee knows: its own, and those that are installed beside it.

A package that brings a game names its rulebook, or a tuple of them, in its entry points of the
group ``referee.rulebooks``. ``docs/plug-in`` has an example.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Final
from warnings import warn

from referee.judging.forms import together
from referee.judging.rulebook import Rulebook

GROUP: Final = "referee.rulebooks"

OWN: Final = ("desmoche", "desmoche_app", "golf", "dimes", "dam")
"""The packages in ``referee.rulebooks`` that have games, the first game of all first: it is meant
where nobody names one. Each has its ``RULEBOOKS``, and needs no entry point: it is there before
anything is installed."""


class TwoGamesError(Exception):
    """Two rulebooks have the same name, so that nobody could tell which one a log means."""


@cache
def rulebooks() -> dict[str, Rulebook]:
    """Every rulebook by the names that a log may use: the game, and the game at an edition.

    Raises TwoGamesError where two have the same name. A plug-in that cannot be loaded, or does not
    go together with the games before it, is left out with a warning.
    """
    shelf: dict[str, Rulebook] = {}
    brought: dict[str, str] = {}
    for folder in OWN:
        for rulebook in import_module(f"referee.rulebooks.{folder}").RULEBOOKS:
            _shelve(rulebook, "this project", shelf, brought)
    for plug_in in sorted(entry_points(group=GROUP), key=lambda one: (_home(one), one.name)):
        for rulebook in _brought_by(plug_in, shelf):
            _shelve(rulebook, _home(plug_in), shelf, brought)
    return shelf


def _shelve(
    rulebook: Rulebook, home: str, shelf: dict[str, Rulebook], brought: dict[str, str]
) -> None:
    edition = f"{rulebook.name}@{rulebook.edition}"
    other = brought.setdefault(rulebook.name, home)
    if edition in shelf or other != home:
        raise TwoGamesError(
            f'two games have the name "{rulebook.name}": one comes with {other}, one with {home}. '
            f"Remove one of the two packages."
        )
    shelf[rulebook.name] = shelf[edition] = rulebook


def _brought_by(plug_in: EntryPoint, shelf: dict[str, Rulebook]) -> tuple[Rulebook, ...]:
    """The rulebooks of a plug-in; none, with a warning, where it is broken."""
    try:
        loaded = plug_in.load()
        brought = loaded if isinstance(loaded, tuple) else (loaded,)
        for one in brought:
            _check(one)
        together((book.name, book.events) for book in (*shelf.values(), *brought))
    # a stranger's module may raise anything, and must not keep the other games from being played
    except Exception as problem:
        told = f"{type(problem).__name__}: {problem}"
        warn(f"The games of {_home(plug_in)} are left out: {told}", stacklevel=2)
        return ()
    return brought


def _check(brought: object) -> None:
    if not isinstance(brought, Rulebook):
        raise TypeError(f"{brought!r} is no rulebook")
    brought.check()


def _home(plug_in: EntryPoint) -> str:
    """The name of the package that has an entry point."""
    return plug_in.dist.name if plug_in.dist is not None else plug_in.module


def games() -> tuple[Rulebook, ...]:
    """Every game once, in the order in which they were registered; the first one is meant where
    nobody names a game."""
    return tuple(book for name, book in rulebooks().items() if "@" not in name)


def find(game: str) -> Rulebook:
    """The rulebook that a log names; KeyError where there is none."""
    return rulebooks()[game]
