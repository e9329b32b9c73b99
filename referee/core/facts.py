"""Facts that a record may leave open.

An open fact is a missing attribute: reading it raises `NotKnown`. A rule that reads one is silent,
and a formula that reads one leaves its own fact open. So rules need not list what they depend on.
Values are immutable, except dictionaries with one value per seat; a fork of a hand copies these.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, Self, TypeVar

T = TypeVar("T")


class NotKnown(Exception):  # noqa: N818 - it is no error: the record leaves something open
    """Raised on reading a fact that the record leaves open."""


OPEN: Final[Any] = object()
"""The value of an open fact, for passing on the result of a formula."""


class PerSeat(dict[Any, Any]):
    """One value for each seat; reading a missing one raises `NotKnown`.

    >>> known(lambda: PerSeat({"Ana": 4})["Beto"], "open")
    'open'
    """

    def __missing__(self, seat: object) -> Any:
        raise NotKnown(seat)


class Open:
    """A class attribute for a fact that may be open. Python reads it only if the object has no
    value of this name; it raises `NotKnown`."""

    def __set_name__(self, kind: type, name: str) -> None:
        self.name = name

    def __get__(self, bag: object, kind: type) -> Any:
        raise NotKnown(self.name)


class Facts:
    """A bag of facts. Its class defines which of them may be `Open`.

    >>> class Light(Facts):
    ...     on = Open()
    >>> light = Light()
    >>> light.let(on=True)
    >>> light.on, known(lambda: light.on), light.forget("on"), known(lambda: light.on)
    (True, True, None, None)
    """

    def maybe(self, name: str, otherwise: Any = None) -> Any:
        """Return a fact, or ``otherwise`` if it is open."""
        return self.__dict__.get(name, otherwise)

    def forget(self, *names: str) -> None:
        """Make these facts open."""
        for name in names:
            self.__dict__.pop(name, None)

    def let(self, **formulas: Any) -> None:
        """Set facts to values or to the results of formulas, all computed from the old facts. A
        formula that reads an open fact leaves its own fact open."""
        for name, formula in formulas.items():
            formulas[name] = known(formula, OPEN) if callable(formula) else formula
        self.set(**formulas)

    def set(self, **values: Any) -> None:
        """Set facts to values; ``OPEN`` leaves one open."""
        self.__dict__.update(values)
        if OPEN in values.values():
            self.forget(*[name for name, value in values.items() if value is OPEN])

    def let_each(self, name: str, seats: Iterable[Any], formula: Callable[[Any], Any]) -> None:
        """Set a fact of each of these seats to the result of a formula."""
        values = self.__dict__[name]
        for seat in seats:
            try:
                values[seat] = formula(seat)
            except NotKnown:
                values.pop(seat, None)

    def fork(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other


@cache
def having(kind: type[T], names: frozenset[str]) -> type[T]:
    """Return a subclass in which these facts may be open, too."""
    return type(kind.__name__, (kind,), {name: Open() for name in names})


def known(formula: Callable[[], T], otherwise: Any = None) -> T | Any:
    """Return the result of a formula, or ``otherwise`` if it reads an open fact."""
    try:
        return formula()
    except NotKnown:
        return otherwise


def any_known(formulas: Iterable[Callable[[], T | None]]) -> list[T]:
    """Return the true results of formulas that may be open; none if all are certainly false.

    Raises `NotKnown` if none is certainly true and one is open.
    """
    results = [found for formula in formulas if (found := known(formula, OPEN))]
    certain = [found for found in results if found is not OPEN]
    if results and not certain:
        raise NotKnown
    return certain
