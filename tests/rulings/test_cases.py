"""Rulings, what-ifs, repairs and comparisons, in the language of the table."""

from pathlib import Path

import pytest

from tests.rulings.asking import CaseSoFar, written

CASES = dict(written(Path(__file__).with_name("cases")))


@pytest.mark.parametrize("title", CASES)
def test_case(title: str) -> None:
    first, *rest = CASES[title]
    names_its_game = first.startswith("game ")
    case = CaseSoFar(first.removeprefix("game ") if names_its_game else "desmoche")
    for line in rest if names_its_game else (first, *rest):
        case.take(line)
