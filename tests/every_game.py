"""The cases of the rules of every game, each told as its game speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from tests import table_talk
from tests.dam import table_talk as dam
from tests.desmoche_app.talking import SPEECH
from tests.dimes.table_talk import DIMES
from tests.gin_rummy.table_talk import GIN_RUMMY
from tests.golf.table_talk import GOLF
from tests.table_talk import Case

CASES: Final = Path(__file__).parent / "cases"

_TOLD: Final[dict[str, Callable[[Path], Iterator[Case]]]] = {
    "desmoche": table_talk.cases,
    "desmoche_app": partial(table_talk.cases, speech=SPEECH),
    "golf": partial(table_talk.cases, speech=GOLF),
    "gin_rummy": partial(table_talk.cases, speech=GIN_RUMMY),
    "dimes": partial(table_talk.cases, speech=DIMES),
    "dam": dam.cases,
}
"""How the files of a folder are told."""


def cases(path: Path) -> Iterator[Case]:
    """The cases of one file."""
    return _TOLD[path.parent.name](path)


def all_files() -> list[Path]:
    """Every file with cases of rules."""
    return sorted(CASES.rglob("*.txt"))
