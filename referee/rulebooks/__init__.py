"""The games that the referee knows."""

from __future__ import annotations

from functools import cache

from referee.rulebooks.base import Rulebook
from referee.rulebooks.forms import Form, together


@cache
def rulebooks() -> dict[str, Rulebook]:
    """Every rulebook by the names that a log may use: the game, and the game at an edition."""
    from referee.rulebooks import desmoche, dimes

    shelf: dict[str, Rulebook] = {}
    for rulebook in (*desmoche.RULEBOOKS, *dimes.RULEBOOKS):
        shelf[rulebook.name] = rulebook
        shelf[f"{rulebook.name}@{rulebook.edition}"] = rulebook
    return shelf


def games() -> tuple[Rulebook, ...]:
    """Every game once, in the order in which they were registered."""
    return tuple(book for name, book in rulebooks().items() if "@" not in name)


@cache
def events() -> dict[str, Form]:
    """The events of the hands of all games."""
    return together((book.name, book.events) for book in games())


def find(game: str) -> Rulebook:
    """The rulebook that a log names; KeyError where there is none."""
    return rulebooks()[game]
