"""The rulebooks describe their events well enough to write them, whatever the game."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_schemas.reading import Unreadable
from referee_schemas.sheets import read_sheet

from referee.judging.registry import games
from referee.judging.rulebook import Rulebook
from referee.notation import LANGUAGES, write_sheet
from tests.depth import examples
from tests.notation.logs import logs
from tests.notation.odd_game import ODD
from tests.notation.test_lossless import assert_lossless_line_by_line
from tests.parts import pairs
from tests.plugged import plugged

BOOKS = (*games(), ODD)
WRITTEN = Path(__file__).with_name("odd_game.txt")


@pytest.fixture(autouse=True, scope="module")
def _installed() -> Iterator[None]:
    with plugged(ODD):
        yield


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
@examples(100, 15)
@given(st.data(), st.sampled_from(LANGUAGES))
def test_any_log_of_any_game(book: Rulebook, data: st.DataObject, lang: str) -> None:
    assert_lossless_line_by_line(data.draw(logs(book.name)), lang)


def said(lines: str, lang: str = "en") -> list[dict[str, Any]]:
    return read_sheet(f"odd lang={lang}\nplayers Ana, Beto*\n{lines}", "sheet")[1:]


@pytest.mark.parametrize(("line", "event"), pairs(WRITTEN, "read"))
def test_how_the_events_of_a_game_are_written(line: str, event: str) -> None:
    assert said(line) == [json.loads(event)]


@pytest.mark.parametrize(("line", "lang"), pairs(WRITTEN, "written"))
def test_points_totals_and_who_was_out_are_written_alone_or_together(line: str, lang: str) -> None:
    played = read_sheet(f"odd lang={lang}\nplayers Ana, Beto*\nhand\nout Ana\n{line}", "sheet")
    assert write_sheet(played, lang).splitlines()[-1] == line


def test_a_sum_that_breaks_off_is_no_number() -> None:
    with pytest.raises(Unreadable, match="points such as 12"):
        said("score Ana 10+")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_marks_of_other_games(lang: str) -> None:
    with pytest.raises(Unreadable):
        said("Ana >7h", lang)


def test_a_word_of_another_game_is_a_name_like_any_other() -> None:
    sheet = "desmoche lang=en\nplayers Say, Ana Fine\nSay +7h Ana Fine.\n"
    played = [*read_sheet(sheet, "sheet")]
    assert [event.get("player") for event in played] == [None, "Say", "Ana Fine"]
    assert write_sheet(played, "en") == sheet
    with pytest.raises(Unreadable, match="double quotes"):
        read_sheet("odd\nplayers Say, Ana", "sheet")
