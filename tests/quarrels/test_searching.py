"""The search by plain words: the questions of people, and the first three results."""

from pathlib import Path

import pytest

from referee.judging.registry import find
from referee.quarrels.searching import MOST, search
from tests.depth import one_in

ASKED = Path(__file__).with_name("asked.txt")


def questions() -> list[tuple[str, str, list[str]]]:
    """Return each question with its game and the entries that may answer it."""
    found = []
    for line in ASKED.read_text(encoding="utf-8").splitlines()[1:]:
        asked, _, ids = line.rpartition(" = ")
        game, _, words = asked.partition(": ")
        found.append((game, words, ids.split()))
    return found


@pytest.mark.parametrize(("game", "words", "ids"), one_in(15, questions()))
def test_what_people_ask_is_answered_among_the_first_three(
    game: str, words: str, ids: list[str]
) -> None:
    found = [one.id for one in search(find(game), words)]
    assert set(found[:3]) & set(ids), found
    assert len(found) <= MOST
