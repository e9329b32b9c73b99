"""Rulings, what-ifs, repairs and comparisons, in the language of the table."""

from pathlib import Path

import pytest

from tests.depth import one_in
from tests.rulings.asking import SIGNS, CaseSoFar, written
from tests.wordless import Strict

CASES = dict(written(Path(__file__).with_name("cases")))


def begun(title: str) -> tuple[CaseSoFar, list[str]]:
    """Return a case before its first line, and its lines."""
    first, *rest = CASES[title]
    if first.startswith("game "):
        return CaseSoFar(first.removeprefix("game ")), rest
    return CaseSoFar("desmoche"), [first, *rest]


@pytest.mark.parametrize("title", CASES)
def test_case(title: str) -> None:
    case, lines = begun(title)
    for line in lines:
        case.take(line)


@pytest.mark.parametrize("title", one_in(3, CASES))
def test_a_case_is_told_in_spanish_throughout(title: str) -> None:
    case, lines = begun(title)
    case.language = spanish = Strict()
    for line in lines:
        if line.split()[0] not in (*SIGNS, "language"):
            case.take(line)
    assert spanish.lacks() == []
