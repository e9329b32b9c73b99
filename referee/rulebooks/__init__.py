"""The games that the referee knows."""

from __future__ import annotations

from functools import cache

from referee.rulebooks.base import Rulebook


@cache
def rulebooks() -> dict[str, Rulebook]:
    """Every rulebook by the names that a log may use: the game, and the game at an edition."""
    from referee.rulebooks import desmoche, dimes

    shelf: dict[str, Rulebook] = {}
    for rulebook in (*desmoche.RULEBOOKS, *dimes.RULEBOOKS):
        shelf[rulebook.name] = rulebook
        shelf[f"{rulebook.name}@{rulebook.edition}"] = rulebook
    return shelf


def find(game: str) -> Rulebook:
    """The rulebook that a log names; KeyError where there is none."""
    return rulebooks()[game]
