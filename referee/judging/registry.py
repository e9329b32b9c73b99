"""The games that the referee knows: its own, and those that are installed beside it.

A game is loaded when it is asked for first. A package that brings a game names its rulebook, or a
tuple of them, in its entry points of the group ``referee.rulebooks``; what such a package calls its
games only shows when it is loaded, so that is done where a name is none of our own, or where all
games are wanted. Its sentences in other languages lie in its folder (see ``bring``).
``docs/plug-in`` has an example.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final
from warnings import warn

from referee.judging.forms import together
from referee.judging.rulebook import Rulebook
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
"""The games of this project, each with the package whose ``RULEBOOKS`` have it, the first game of
all first: it is meant where nobody names one. They need no entry point: they are there before
anything is installed."""


class TwoGamesError(ValueError):
    """Two installed rulebooks have the same name, so that a log could mean either."""


class Games:
    """The games that a log may name: our ``own``, by their names with the package that has each,
    and those of the packages that are installed beside this one.

    >>> games = Games(OWN)
    >>> games.usual, games.find("golf").title, games.find("golf@1") is games.find("golf")
    ('desmoche', 'Golf', True)
    """

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own

    @property
    def usual(self) -> str:
        """The name of the game that is meant where nobody names one."""
        return next(iter(self._own))

    def find(self, name: str) -> Rulebook:
        """The rulebook that a log names: a game, or a game at an edition. KeyError where there is
        none. One of our own is found without loading the others."""
        return self._find_own(name) or self.by_name[name]

    def called(self, word: str) -> str | None:
        """The name of the game that somebody calls so, whatever the case of the letters; None where
        no game is called so.

        >>> games = Games(OWN)
        >>> games.called("Golf"), games.called("golf@1"), games.called("golf@7"), games.called("x")
        ('golf', 'golf@1', None, None)
        """
        name = word.casefold()
        if self._find_own(name):
            return name
        others = self.by_name if self._plug_ins else ()
        return next((known for known in others if known.casefold() == name), None)

    def _find_own(self, name: str) -> Rulebook | None:
        package = self._own.get(name.partition("@")[0])
        known = _rulebooks_of(package) if package else ()
        return next((rulebook for rulebook in known if name in _names(rulebook)), None)

    @cached_property
    def _plug_ins(self) -> Sequence[EntryPoint]:
        return sorted(plug_ins(), key=lambda one: (_home(one), one.name))

    @cached_property
    def by_name(self) -> Mapping[str, Rulebook]:
        """Every rulebook by the names that a log may use: the game, and the game at an edition.

        Raises TwoGamesError where two have the same name. A plug-in that cannot be loaded, or does
        not go together with the games before it, is left out with a warning.
        """
        known: dict[str, Rulebook] = {}
        brought: dict[str, str] = {}
        for package in dict.fromkeys(self._own.values()):
            for rulebook in _rulebooks_of(package):
                _make_known(rulebook, "this project", known, brought)
        for plug_in in self._plug_ins:
            for rulebook in _brought_by(plug_in, known):
                _make_known(rulebook, _home(plug_in), known, brought)
        return known


INSTALLED: Final = Games(OWN)
"""The games that are there on this machine."""


def rulebooks() -> Mapping[str, Rulebook]:
    """Every rulebook that is installed by the names that a log may use; see `Games.by_name`."""
    return INSTALLED.by_name


def games() -> tuple[Rulebook, ...]:
    """Every game once, in the order in which they were registered; the first one is meant where
    nobody names a game."""
    return tuple(book for name, book in rulebooks().items() if "@" not in name)


called: Final = INSTALLED.called
"""Returns the name of the installed game that somebody calls so; see `Games.called`."""

find: Final = INSTALLED.find
"""Returns the installed rulebook that a log names; see `Games.find`."""


def plug_ins() -> Iterable[EntryPoint]:
    """The entry points of the packages that bring games; none where ``REFEREE_GAMES=own``."""
    if os.environ.get("REFEREE_GAMES") == "own":
        return ()
    # it takes as long to load as a game, and is needed where all games are
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


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
    """The rulebooks of a plug-in; none, with a warning, where it is broken."""
    try:
        loaded = plug_in.load()
        brought = loaded if isinstance(loaded, tuple) else (loaded,)
        for one in brought:
            _check(one)
        bring(_folder(plug_in))
        together((book.name, book.events) for book in (*known.values(), *brought))
    # a stranger's module may raise anything, and must not keep the other games from being played
    except Exception as problem:
        told = f"{type(problem).__name__}: {problem}"
        warn(f"The games of {_home(plug_in)} are left out: {told}", stacklevel=2)
        return ()
    return brought


def _folder(plug_in: EntryPoint) -> Path:
    return Path(sys.modules[plug_in.module].__file__ or "").parent


def _check(brought: object) -> None:
    if not isinstance(brought, Rulebook):
        raise TypeError(f"{brought!r} is no rulebook")
    brought.check()


def _home(plug_in: EntryPoint) -> str:
    return plug_in.dist.name if plug_in.dist is not None else plug_in.module
