"""Facts that a record may leave open.

An open fact is a missing attribute: reading it raises `NotKnown`. A rule that reads one says
nothing, and a formula that reads one leaves its own fact open. So no rule has to say what it rests
on. Values are immutable, apart from the dictionaries that hold one value a seat; a hand forks by
copying these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, Self, TypeVar

T = TypeVar("T")


class NotKnown(Exception):  # noqa: N818 - it is no error: the record leaves something open
    """The record leaves a fact open."""


OPEN: Final[Any] = object()
"""Stands for the value of an open fact where a formula's result is passed on."""


class PerSeat(dict[Any, Any]):
    """One value for each seat; reading a missing one raises `NotKnown`.

    >>> known(lambda: PerSeat({"Ana": 4})["Beto"], "open")
    'open'
    """

    def __missing__(self, seat: object) -> Any:
        raise NotKnown(seat)


class Open:
    """Stands in a class for a fact that may be open: reading the fact comes to it where an object
    has none of this name, and raises `NotKnown`."""

    def __set_name__(self, kind: type, name: str) -> None:
        self.name = name

    def __get__(self, bag: object, kind: type) -> Any:
        raise NotKnown(self.name)


class Facts:
    """A bag of facts. Its class says which of them may be `Open`.

    >>> class Light(Facts):
    ...     on = Open()
    >>> light = Light()
    >>> light.let(on=True)
    >>> light.on, known(lambda: light.on), light.forget("on"), known(lambda: light.on)
    (True, True, None, None)
    """

    def maybe(self, name: str, otherwise: Any = None) -> Any:
        """Return a fact, or something else if it is open."""
        return self.__dict__.get(name, otherwise)

    def forget(self, *names: str) -> None:
        """Leave these facts open."""
        for name in names:
            self.__dict__.pop(name, None)

    def let(self, **formulas: Any) -> None:
        """Set facts to values or to what formulas give, all worked out from the old facts. A
        formula that reads an open fact leaves its own fact open."""
        for name, one in formulas.items():
            formulas[name] = known(one, OPEN) if callable(one) else one
        self.set(**formulas)

    def set(self, **values: Any) -> None:
        """Set facts to values; ``OPEN`` leaves one open."""
        self.__dict__.update(values)
        if OPEN in values.values():
            self.forget(*[name for name, value in values.items() if value is OPEN])

    def let_each(self, name: str, seats: Iterable[Any], formula: Callable[[Any], Any]) -> None:
        """Set a fact of each of these seats to what a formula gives for it."""
        values = PerSeat(self.__dict__[name])
        for seat in seats:
            try:
                values[seat] = formula(seat)
            except NotKnown:
                values.pop(seat, None)
        self.__dict__[name] = values

    def fork(self) -> Self:
        """Return a copy that can go another way."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other


@cache
def having(kind: type[T], names: frozenset[str]) -> type[T]:
    """Return a kind of bag in which these facts may be open, too."""
    return type(kind.__name__, (kind,), {name: Open() for name in names})


def known(formula: Callable[[], T], otherwise: Any = None) -> T | Any:
    """Return what a formula gives, or something else if it reads an open fact."""
    try:
        return formula()
    except NotKnown:
        return otherwise


def any_known(formulas: Iterable[Callable[[], object]]) -> bool:
    """Return `any` of formulas of which some may be open: True if one is certainly true.

    Raises `NotKnown` if none is and one is open.
    """
    is_open = False
    for formula in formulas:
        try:
            if formula():
                return True
        except NotKnown:
            is_open = True
    if is_open:
        raise NotKnown
    return False
