"""The cases of the rules of every game, each told as its game speaks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from tests import table_talk

CASES: Final = Path(__file__).parent / "cases"


def cases(path: Path) -> Iterator[table_talk.Case]:
    """The cases of one file, whose folder is named after its game."""
    return table_talk.cases(path, path.parent.name)


def all_files() -> list[Path]:
    """Every file with cases of rules."""
    return sorted(CASES.rglob("*.txt"))


@cache
def slips(game: str) -> list[table_talk.Case]:
    """Return the cases of a game in which something is found."""
    files = sorted((CASES / game).glob("*.txt"))
    return [case for path in files for case in cases(path) if case.findings]


def with_a_slip(rng: Random, game: str = "desmoche") -> list[dict[str, Any]]:
    """Return a log in which somebody breaks a rule in a hand: one of the cases of a game."""
    hands = [one for one in slips(game) if any(event["type"] == "hand" for event in one.events)]
    return [dict(event) for event in rng.choice(hands).events]
