"""The score grid: the points of a hand written as a form, put right, and never lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.judging.corrections import without_line
from tests.web.visitors import keep, server

GOLF = {"type": "game", "game": "golf", "players": ["Ana", "Beto", "Carla"], "x_detail": "points"}


def hand(dealer: str, *points: int, **more: Any) -> list[dict[str, Any]]:
    """A hand of which the points were written down."""
    told = dict(zip(GOLF["players"], points, strict=False))
    return [{"type": "hand", "dealer": dealer}, {"type": "score", "points": told, **more}]


TWO_HOLES = [GOLF, *hand("Carla", 4, 12, 7), *hand("Ana", 10, 3, 8, out="Beto")]


class Table:
    """A table of golf as its scribe has it in the browser."""

    def __init__(self, book: Path, lines: list[dict[str, Any]]) -> None:
        keep(book, "friday", lines)
        app = server(book, links=False)
        self.browser: FlaskClient = app.test_client()
        self._book = app.extensions["referee-tables"].book
        self._before = len(lines)

    def page(self, query: str = "") -> str:
        """The page of the table."""
        return self.browser.get(f"/tables/friday/pad{query}").text

    def types(self, *points: object, query: str = "", **more: object) -> Any:
        """Fill in a row of the page and send it; gives the answer."""
        page = self.page(query)
        form = dict(
            re.findall(
                r'<input type="hidden" name="(id|expects|type|row|sure)" value="(\w+)">', page
            )
        )
        form |= {
            f"points:{name}": str(one) for name, one in zip(GOLF["players"], points, strict=False)
        }
        form |= {name: str(value) for name, value in more.items()}
        return self.browser.post("/tables/friday/pad", data=form, follow_redirects=True)

    def written(self) -> list[dict[str, Any]]:
        """The lines that were added."""
        lines = [stored.event() for stored in self._book.read("friday")][self._before :]
        return [without_line(line) for line in lines]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "book.db", TWO_HOLES)


def cells(page: str) -> list[list[str]]:
    """The rows of the grid: what each player got, and has in all."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = body.split("<tr")[1:]
    return [re.findall(r"<b[^>]*>([^<]*)</b> <span class=\"soft\">([^<]*)", row) for row in rows]


def test_the_grid_has_hands_down_and_players_across_with_running_sums(table: Table) -> None:
    page = table.page()
    assert cells(page) == [
        [("4", "4"), ("12", "12"), ("7", "7")],
        [("10", "14"), ("3", "15"), ("8", "15")],
    ]
    assert "Hole 3" in page
    assert "Beto deals" in page
    assert re.findall(r'class="sum leads">(\d+)', page) == ["14"]


def test_a_row_is_a_hand_and_its_score(table: Table) -> None:
    answer = table.types(5, 0, 21, out="Beto")
    assert table.written() == hand("Beto", 5, 0, 21, out="Beto")
    assert cells(answer.text)[2] == [("5", "19"), ("0", "15"), ("21", "36")]
    assert "Hole 4" in answer.text


def test_a_hand_that_is_open_gets_its_score_alone(tmp_path: Path) -> None:
    table = Table(tmp_path / "book.db", [GOLF, {"type": "hand", "dealer": "Beto"}])
    assert "Beto deals" in table.page()
    table.types(5, 0, 21)
    assert table.written() == hand("Beto", 5, 0, 21)[1:]


def test_a_sum_is_written_as_people_add_it(table: Table) -> None:
    table.types("10+5 + 8", 0, 21)
    assert table.written()[1]["points"] == {"Ana": 23, "Beto": 0, "Carla": 21}


def test_who_went_out_may_stand_alone_and_a_player_may_be_left_out(table: Table) -> None:
    table.types(out="Ana")
    table.types(5, "", 21)
    written = table.written()
    assert written[1] == {"type": "score", "out": "Ana"}
    assert written[3] == {"type": "score", "points": {"Ana": 5, "Carla": 21}}


def test_the_same_row_sent_twice_is_written_once(table: Table) -> None:
    table.types(5, 0, 21, id="a-row-of-mine")
    table.types(5, 0, 21, id="a-row-of-mine")
    assert len(table.written()) == 2


def test_what_is_no_number_is_told_and_the_other_numbers_stay(table: Table) -> None:
    answer = table.types(5, "nine", 21)
    assert answer.status_code == 422
    assert "Points of the hand, Beto: write a whole number, such as 5." in answer.text
    assert re.findall(r'name="points:\w+" value="(\w*)"', answer.text) == ["5", "nine", "21"]
    assert table.written() == []


def test_an_empty_row_is_not_written(table: Table) -> None:
    answer = table.types("", "", "")
    assert answer.status_code == 422
    assert "No number stands in this row." in answer.text


def test_points_that_cannot_be_are_told_and_kept_as_they_were_written(table: Table) -> None:
    page = table.types(5, 99, 21).text
    assert (
        "What was written down for hand 3 is wrong: Beto 99, but nobody has more than 40 in a hand."
        in page
    )
    assert cells(page)[2] == [("5", "19"), ("99", "?"), ("21", "36")]


def test_a_number_is_put_right_by_a_correction_and_the_sums_follow(table: Table) -> None:
    page = table.page("?row=2")
    assert re.findall(r'name="points:\w+" value="(\w*)"', page) == ["10", "3", "8"]
    page = table.types(10, 6, 8, query="?row=2").text
    assert [(line["type"], line["event"], line["with"]) for line in table.written()] == [
        ("correct", 5, hand("Ana", 10, 6, 8)[1])
    ]
    assert cells(page)[1] == [("10", "14"), ("6", "18"), ("8", "15")]


def test_undo_takes_the_whole_row_back(table: Table) -> None:
    page = table.types(5, 0, 21).text
    undo = re.search(r'name="undo" value="([\d ]+)"', page)
    assert undo is not None
    answer = table.browser.post(
        "/tables/friday/pad",
        data={"undo": undo[1], "id": "u", "expects": "7"},
        follow_redirects=True,
    )
    assert len(cells(answer.text)) == 2
    assert "Hole 3" in answer.text


def test_a_row_of_somebody_else_is_shown_before_mine_is_written(table: Table) -> None:
    mine = table.types(5, 0, 21, expects=5, id="theirs")
    assert mine.status_code == 200
    late = table.types(6, 0, 21, expects=5, id="mine")
    assert late.status_code == 409
    assert "This was not written" in late.text
    assert len(table.written()) == 2


def test_a_hand_may_be_written_card_by_card_in_between(table: Table) -> None:
    assert "something-else" in table.page("?cards=1")
    for event in ('{"type":"hand","dealer":"Beto"}', '{"type":"deal","hands":{}}'):
        table.browser.post("/tables/friday/pad", data={"event": event, "id": event[9:13]})
    assert "score-grid" not in table.page()
    score = '{"type":"score","points":{"Ana":1,"Beto":2,"Carla":3}}'
    table.browser.post("/tables/friday/pad", data={"event": score, "id": "sc"})
    assert cells(table.page())[2][0] == ("1", "15")


def test_the_game_is_over_after_the_last_hole(tmp_path: Path) -> None:
    holes = [event for _hole in range(9) for event in hand("Carla", 4, 12, 7)]
    page = Table(tmp_path / "book.db", [GOLF, *holes]).page()
    assert "Ana has won the game." in page
    assert "points:Ana" not in page


def test_the_question_is_asked_where_a_table_is_opened(tmp_path: Path) -> None:
    browser = server(tmp_path / "book.db", links=False).test_client()
    offered = {"golf": "The points of each hand", "desmoche": "Who won each hand"}
    for game, other in offered.items():
        page = browser.post("/open/game", data={"game": game}).text
        assert [one in page for one in (other, "Every card")] == [True, True]
        assert sum(one in page for one in offered.values()) == 1
    form = {"game": "golf", "player": ["Ana", "Beto"], "detail": "points", "dealer": "1"}
    answer = browser.post("/open", data=form, follow_redirects=True)
    assert "Hole 1" in answer.text
    assert "Ana deals" in answer.text


def test_the_grid_speaks_spanish(table: Table) -> None:
    page = table.page("?lang=es_NI")
    assert "Hoyo 3" in page
    assert "Reparte Beto" in page
