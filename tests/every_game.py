"""The cases of the rules of every game, in the words of each game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests import table_talk

CASES: Final = Path(__file__).parent / "cases"


def cases(path: Path) -> Iterator[table_talk.Case]:
    """Yield the cases of one file, whose folder is named after its game."""
    return table_talk.cases(path, path.parent.name)


def all_files() -> list[Path]:
    return sorted(CASES.rglob("*.txt"))
