"""Descriptions of damage to the tables of a record book."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from referee.store.errors import BookNewer
from referee.wording.language import N_, _

KINDS: Final = {
    "table": N_("table"),
    "view": N_("view"),
    "sequence": N_("sequence"),
    "index": N_("index"),
    "trigger": N_("trigger"),
    "function": N_("function"),
    "rewrite rule": N_("rewrite rule"),
    "constraint": N_("constraint"),
}
"""The parts of a database schema, in words."""


def misnumbered(positions: Sequence[int], stray: Sequence[int]) -> list[str]:
    """Describe gaps in the numbers of a book's games. ``positions`` are the numbers of the games,
    ``stray`` those that only events have.

    >>> misnumbered([1, 2, 4], [7])
    ['there are events of a game 7 that is not there', 'the game with the number 3 is missing']
    """
    misplaced = _("there are events of a game {number} that is not there")
    missing = _("the game with the number {number} is missing")
    gone = sorted(set(range(1, max(positions, default=0) + 1)) - set(positions))
    return [
        *(misplaced.format(number=number) for number in stray),
        *(missing.format(number=number) for number in gone),
    ]


Parts = Mapping[str, Mapping[str, Any]]  # the parts of a schema by kind and name


def differences(wanted: Parts, there: Parts) -> Iterator[str]:
    """Yield descriptions of the parts of a schema that are changed, missing or added."""
    changed, missing = _("the {kind} {name} is changed"), _("the {kind} {name} is missing")
    added = _("the {kind} {name} does not belong there")
    for kind, said in KINDS.items():
        should_be, found = wanted.get(kind, {}), there.get(kind, {})
        for name in sorted(should_be.keys() | found.keys()):
            if found.get(name) != should_be.get(name):
                text = added if name not in should_be else changed if name in found else missing
                yield text.format(kind=_(said), name=name)


def is_newest(version: int, newest: int, location: object) -> bool:
    """Return whether a book has the newest version. Raises BookNewer if it has a later one."""
    if version > newest:
        text = (
            "The record book {path} is of version {version}, and this program knows versions "
            "up to {newest}. Install a newer referee; the book is left as it was."
        )
        raise BookNewer(text, path=location, version=version, newest=newest)
    return version == newest
