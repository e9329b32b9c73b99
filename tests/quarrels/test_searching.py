"""The search by plain words: the questions of people, and the first three results."""

from pathlib import Path

import pytest

from referee.judging.registry import find
from referee.quarrels.searching import MOST, nearest, search
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


def test_words_need_not_all_occur_and_are_found_in_another_form() -> None:
    book = find("desmoche")
    first, second = (search(book, words)[:3] for words in ("knocking", "KNOCKED zebra"))
    assert {one.id for one in first} == {one.id for one in second}
    assert search(book, "última")[0] == search(book, "ULTIMAS")[0]
    assert search(book, "zebra") == []
    assert search(book, 'the "') == []


def test_an_id_is_found_alone_and_one_that_does_not_exist_names_the_nearest() -> None:
    book = find("desmoche")
    assert [one.id for one in search(book, "claim.dead")] == ["claim.dead"]
    assert search(book, "claim.ded") == []
    assert nearest(book, "claim.ded")[0] == "claim.dead"
