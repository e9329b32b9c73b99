"""The games that the referee knows: its own, and installed plug-ins.

A game is loaded on demand. A plug-in names its rulebook, or a tuple of them, in its entry points of
the group ``referee.rulebooks``; its game names are known only after loading, so plug-ins are loaded
for an unknown name, or when all games are needed. Their translations are in their folder (see
``bring``). ``docs/plug-in`` has an example.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final
from warnings import warn

from referee.judging.counting import CountError
from referee.judging.forms import together
from referee.judging.rulebook import Rulebook
from referee.wording.language import joined
from referee.wording.translations import bring

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "referee.rulebooks"

OWN: Final[Mapping[str, str]] = {
    "desmoche": "referee.games.desmoche",
    "conquien": "referee.games.desmoche",
    "desmoche_app": "referee.games.desmoche_app",
    "golf": "referee.games.golf",
    "cambio_cabo": "referee.games.golf",
    "gin_rummy": "referee.games.gin_rummy",
    "dimes": "referee.games.dimes",
    "dam": "referee.games.dam",
}
"""The games of this project, each with the package whose ``RULEBOOKS`` have it. The first game is
the default. They need no entry point, and so work without installation."""


class TwoGamesError(ValueError):
    """Raised if two installed rulebooks have the same name."""


USUAL_GAME: Final = next(iter(OWN))
"""The name of the default game."""


def find(name: str) -> Rulebook:
    """Return the rulebook for a game, also at an edition. Raises KeyError.

    >>> find("golf").title, find("golf@1") is find("golf")
    ('Golf', True)
    """
    return _find_own(name) or rulebooks()[name]


def called(word: str) -> str | None:
    """Return the name of the game called ``word``, in any case; None if there is no such game.

    >>> called("Golf"), called("golf@1"), called("golf@7"), called("x")
    ('golf', 'golf@1', None, None)
    """
    name = word.casefold()
    if _find_own(name):
        return name
    others = rulebooks() if plug_ins() else ()
    return next((known for known in others if known.casefold() == name), None)


def game_called(word: str) -> Rulebook:
    """Return the rulebook of the game called ``word``. Raises CountError."""
    name = called(word)
    if name is None:
        known = joined(book.name for book in games())
        raise CountError("There is no game {game}; the games are {known}.", game=word, known=known)
    return find(name)


def _find_own(name: str) -> Rulebook | None:
    package = OWN.get(name.partition("@")[0])
    known = _rulebooks_of(package) if package else ()
    return next((rulebook for rulebook in known if name in _names(rulebook)), None)


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """Return every installed rulebook by the names that a log may use: the game, and the game at an
    edition.

    Raises TwoGamesError if two have the same name. A plug-in that cannot be loaded, or conflicts
    with the games before it, is left out with a warning.
    """
    known: dict[str, Rulebook] = {}
    brought: dict[str, str] = {}
    for package in dict.fromkeys(OWN.values()):
        for rulebook in _rulebooks_of(package):
            _make_known(rulebook, "this project", known, brought)
    for plug_in in plug_ins():
        for rulebook in _brought_by(plug_in, known):
            _make_known(rulebook, _home(plug_in), known, brought)
    return known


def games() -> tuple[Rulebook, ...]:
    """Return every game once, in order of registration; the first one is the default."""
    return tuple(book for name, book in rulebooks().items() if "@" not in name)


@cache
def plug_ins() -> Sequence[EntryPoint]:
    """Return the entry points of the plug-ins in order; none if ``REFEREE_GAMES=own``."""
    if os.environ.get("REFEREE_GAMES") == "own":
        return ()
    # as slow to load as a game, and needed only for all games
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda plug_in: (_home(plug_in), plug_in.name))


@cache
def _rulebooks_of(package: str) -> tuple[Rulebook, ...]:
    brought: tuple[Rulebook, ...] = import_module(package).RULEBOOKS
    return brought


def _names(rulebook: Rulebook) -> tuple[str, str]:
    return rulebook.name, f"{rulebook.name}@{rulebook.edition}"


def _make_known(
    rulebook: Rulebook, home: str, known: dict[str, Rulebook], brought: dict[str, str]
) -> None:
    name, edition = _names(rulebook)
    other = brought.setdefault(name, home)
    if edition in known or other != home:
        raise TwoGamesError(
            f'two games have the name "{name}": one comes with {other}, one with {home}. '
            f"Remove one of the two packages."
        )
    known[name] = known[edition] = rulebook


def _brought_by(plug_in: EntryPoint, known: dict[str, Rulebook]) -> tuple[Rulebook, ...]:
    """Return the rulebooks of a plug-in; none, with a warning, if it is broken."""
    try:
        loaded = plug_in.load()
        brought = loaded if isinstance(loaded, tuple) else (loaded,)
        for one in brought:
            _check(one)
        bring(Path(sys.modules[plug_in.module].__file__ or "").parent)
        together((book.name, book.events) for book in (*known.values(), *brought))
    except Exception as problem:  # a foreign module may raise anything, and breaks no other game
        text = f"{type(problem).__name__}: {problem}"
        warn(f"The games of {_home(plug_in)} are left out: {text}", stacklevel=2)
        return ()
    return brought


def _check(brought: object) -> None:
    if not isinstance(brought, Rulebook):
        raise TypeError(f"{brought!r} is not a rulebook")
    brought.check()


def _home(plug_in: EntryPoint) -> str:
    return plug_in.dist.name if plug_in.dist is not None else plug_in.module
