"""Facts that a record may leave open.

An open fact is a missing attribute: reading it raises `NotKnown`. A rule that reads one says
nothing, and a formula that reads one leaves its own fact open. So no rule has to say what it rests
on. Values are immutable, apart from the dictionaries that hold one value a seat; a bag of facts
forks by copying these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, Self, TypeVar

T = TypeVar("T")


class NotKnown(Exception):  # noqa: N818 - it is no error: the record leaves something open
    """The record leaves a fact open."""


OPEN: Final = NotKnown
"""Stands for the value of an open fact where a formula's result is passed on."""


class Between:
    """A number of which only bounds are known. A comparison that depends on more is open.

    >>> left = Between(0, 1)
    >>> left < 2, known(lambda: left == 0, "open"), (left + 1) == 3, left - 1
    (True, 'open', False, Between(-1, 0))
    """

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def __repr__(self) -> str:
        return f"Between({self.low}, {self.high})"

    def __add__(self, more: int) -> Between:
        return Between(self.low + more, self.high + more)

    def __sub__(self, less: int) -> Between:
        return Between(self.low - less, self.high - less)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Between):
            return (self.low, self.high) == (other.low, other.high)
        assert isinstance(other, int)
        return self._always(self.low == other == self.high, self.low <= other <= self.high)

    def __int__(self) -> int:
        return self.low if self.low == self.high else self._open()

    @staticmethod
    def _open() -> int:
        raise NotKnown("number")

    def __hash__(self) -> int:
        return hash((self.low, self.high))

    def __lt__(self, other: int) -> bool:
        return self._always(self.high < other, self.low < other)

    def __le__(self, other: int) -> bool:
        return self < other + 1

    def __gt__(self, other: int) -> bool:
        return not self <= other

    def __ge__(self, other: int) -> bool:
        return not self < other

    @staticmethod
    def _always(certain: bool, possible: bool) -> bool:
        if possible and not certain:
            raise NotKnown("number")
        return certain


def between(low: Any, high: Any) -> Between:
    """Return the number between two others, of which either may be known by bounds only."""
    return Between(
        low.low if isinstance(low, Between) else low,
        high.high if isinstance(high, Between) else high,
    )


class PerSeat(dict[Any, Any]):
    """One value for each seat; reading a missing one raises `NotKnown`.

    >>> known(lambda: PerSeat({"Ana": 4})["Beto"], "open")
    'open'
    """

    def __missing__(self, seat: object) -> Any:
        raise NotKnown(seat)


class Facts:
    """A bag of facts. ``declared`` names those that may be open; any other missing attribute is a
    mistake in the program.

    >>> class Light(Facts):
    ...     declared = frozenset({"on"})
    >>> light = Light()
    >>> light.let(on=True)
    >>> light.on, known(lambda: light.on), light.forget("on"), known(lambda: light.on)
    (True, True, None, None)
    """

    declared: frozenset[str] = frozenset()

    def __getattr__(self, name: str) -> Any:
        if name != "declared" and name in self.declared:
            raise NotKnown(name)
        raise AttributeError(f"{type(self).__name__} has no fact {name!r}")

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
        new = {
            name: known(one, OPEN) if callable(one) and one is not OPEN else one
            for name, one in formulas.items()
        }
        for name, value in new.items():
            if value is OPEN:
                self.forget(name)
            else:
                setattr(self, name, value)

    def let_each(self, name: str, seats: Iterable[Any], formula: Callable[[Any], Any]) -> None:
        """Set a fact of each of these seats to what a formula gives for it."""
        values: PerSeat = self.__dict__[name]
        for seat, value in [(one, known(partial(formula, one), OPEN)) for one in seats]:
            if value is OPEN:
                values.pop(seat, None)
            else:
                values[seat] = value

    def fork(self) -> Self:
        """Return a copy that can go another way."""
        other = object.__new__(type(self))
        for name, value in self.__dict__.items():
            copied = type(value)(value) if isinstance(value, dict | list) else value
            other.__dict__[name] = copied
        return other


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
        answer = known(formula, OPEN)
        if answer is OPEN:
            is_open = True
        elif answer:
            return True
    if is_open:
        raise NotKnown
    return False
