"""The pad of the other games: what they ask otherwise than Desmoche."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.reading import read_log

from referee.store.links import Role
from tests.web.test_pad import PAD, Scribe
from tests.web.visitors import keep, server, visitor

SAMPLES = Path(__file__).parents[2] / "sample_games"
PAID = "All of it was paid"

GOLF = "golf warnings={warnings}\nplayers Ana, Beto*\nhand\ndeal\nturned 7h\nAna +As"
GIN = """
gin_rummy warnings={warnings}
players Ana, Beto*
hand
deal Ana 3h4h5h6h7c7d7s2d2sKd
turned 9d
Ana. Beto.
Ana +2h"""
DAM = """
dam warnings={warnings}
players Ana, Beto, Carla*
hand
deal Ana 8h8s8dKcKdKs
Ana +Jk =8h8s8d =KcKdKs -Jk
Beto +xx
"""

DESMOCHE = "desmoche warnings={warnings}\nplayers Ana, Beto, Carla*\nhand bet 5\n"


def written_by(page: str, key: str) -> list[dict[str, object]]:
    """Return what a key of the page writes at once."""
    form = re.search(rf"<form(?:(?!<form).)*>{key}<", page, re.DOTALL)
    assert form is not None, key
    return [json.loads(text) for text in re.findall(r'name="event" value="(\{.*?\})"', form[0])]


def test_the_only_card_of_a_player_is_discarded_with_one_tap(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", GOLF, "open")
    assert written_by(scribe.page, "Ana discards: A♠") == [
        {"type": "discard", "player": "Ana", "card": "As"}
    ]


def test_a_swap_asks_which_card_came_out(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", GOLF, "open")
    page = scribe.look("?act=swap&player=Ana&position=2")
    assert "Which card came out?" in page
    assert 'class="key face red suit-h gone" id="key-7h"' in page


def test_four_cards_are_shown_in_the_order_in_which_they_lie(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", GOLF, "open")
    page = scribe.look("?act=show&player=Ana&cards=Kc&cards=2h")
    assert '<input type="hidden" name="cards" value="Kc 2h">' in page
    scribe.tap(type="show", player="Ana", cards="Kc 2h Ad 9s")
    assert scribe.lines[-1]["cards"] == ["Kc", "2h", "Ad", "9s"]


def test_a_player_knocks_lays_melds_down_and_the_other_lays_off(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", GIN, "open")
    assert "Ana knocks" in scribe.page
    scribe.tap(type="knock", player="Ana", card="Kd")
    for cards in ("3h 4h 5h 6h", "7c 7d 7s", "2d 2s 2h"):
        scribe.tap(type="meld", player="Ana", cards=cards, order="")
    assert sorted(scribe.lines[-1]["cards"]) == ["2d", "2h", "2s"]
    scribe.tap(type="lay_off", player="Beto", cards="2c")
    assert "cannot be laid off" in scribe.look("").replace("\n", " ")


def test_cards_are_laid_onto_the_melds_of_others_where_the_game_has_that(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", DAM, "open")
    page = scribe.look("?act=meld&player=Beto")
    assert page.count("Onto Ana's") == 2
    onto = re.search(r'name="onto" value="(8[^"]*@Ana)"', page)
    assert onto is not None
    scribe.tap(type="meld", player="Beto", cards="8c", onto=onto[1], order="")
    assert scribe.lines[-1]["owner"] == "Ana"
    assert set(scribe.lines[-1]["cards"]) == {"8h", "8s", "8d", "8c"}


def test_a_meld_without_cards_is_not_written(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", DAM, "open")
    lines = len(scribe.lines)
    assert scribe.tap(type="meld", player="Beto", order="").status_code == 422
    assert len(scribe.lines) == lines


def pad_after(book: Path, lines: Sequence[dict[str, Any]]) -> str:
    """The pad of a table at which these lines were written."""
    keep(book, "friday", list(lines))
    return visitor(server(book), "friday", Role.SCRIBE).get(PAD).text


@pytest.mark.deep
@pytest.mark.parametrize("rounds", [1, 10, 11])
def test_a_game_of_dimes_can_be_settled_after_each_of_its_rounds_and_in_none(
    tmp_path: Path, rounds: int
) -> None:
    lines = list(read_log(SAMPLES / "dimes-eleven-rounds.jsonl"))
    unpaid = [line for line in lines if line["type"] != "payment"]
    begins = [at for at, line in enumerate(unpaid) if line["type"] == "hand"] + [len(unpaid)]
    assert PAID not in pad_after(tmp_path / "opened.db", unpaid[: begins[rounds - 1] + 1])
    assert PAID in pad_after(tmp_path / "over.db", unpaid[: begins[rounds]])


def test_a_hand_that_may_be_over_is_ended_before_the_table_settles(tmp_path: Path) -> None:
    lines = list(read_log(SAMPLES / "carried-to-triple.jsonl"))[:24]
    page = pad_after(tmp_path / "book.db", lines)
    assert PAID not in page
    assert "A hand is not over. End it first, and then settle." in page


def test_the_scribe_says_how_the_table_stands_before_play_goes_on(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", DESMOCHE, "open")
    page = scribe.look("?act=position")
    assert "Card on offer, and who laid or drew it" in page
    scribe.tap(type="position", turn="Beto", offer="7h Ana", **{"melds:Ana": "4c5c6c"}, stock="21")
    assert scribe.lines[-1] == {
        "type": "position",
        "turn": "Beto",
        "offer": {"card": "7h", "from": "Ana"},
        "melds": {"Ana": [["4c", "5c", "6c"]]},
        "stock": 21,
    }


def test_an_offer_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "book.db", DESMOCHE, "open")
    page = scribe.tap(type="position", offer="7h")
    assert "write the card, and behind it the player" in page.text
