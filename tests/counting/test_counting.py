"""Counting the cards of a hand, with the same result on the command line, in Python, for programs
and on a page."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient

import referee
from referee import CountError, judge
from referee.cards.deck import NAMES
from tests.cli.running import referee as command
from tests.plug_ins.example import installed
from tests.web.visitors import server


def said(*words: object, **environment: str) -> str:
    """Return the output of ``referee count``."""
    done = command("count", *words, **environment)
    return (done.stdout or done.stderr).decode().strip()


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return server(tmp_path / "book.db", links=False).test_client()


# ---- each game


def test_dimes_finds_the_melds_that_leave_the_fewest_points() -> None:
    assert said("dimes", "--round", 3, "7h8h9hKdKs").splitlines() == [
        "20 points", "meld: 7♥ 8♥ 9♥", "left: K♠ K♦",
    ]  # fmt: skip


def test_in_dimes_the_round_decides_what_is_wild_and_what_it_counts() -> None:
    assert referee.count("dimes", "KhKd5c", round=3).points == 0
    assert referee.count("dimes", "KhKd5c", round=1).points == 25
    assert referee.count("dimes", "8h8d", round=11).points == 48


def test_in_dimes_a_house_rule_lets_a_wild_card_lie_as_what_it_is() -> None:
    natural = referee.count("dimes", "5c5d5h", round=3, house={"wild_in_place": "natural"})
    assert (referee.count("dimes", "5c5d5h", round=3).points, natural.points) == (60, 0)


def test_in_dam_counts_what_is_left_in_the_hand() -> None:
    assert said("dam", "Ah", "Kd", "9s", "2h", "Jk") == "100 points"
    assert referee.count("dam", "7h7h7h", round=1).points == 15


def test_in_golf_four_cards_count_and_a_pair_in_a_column_as_the_table_plays() -> None:
    assert said("golf", "7h", "Kd", "7s", "Ac") == "15 points"
    assert said("golf", "7hKd7sAc", "--house", "pairs=cancel") == "1 point"
    assert said("cambio_cabo", "7hKd7sAc") == "15 points"


def test_gin_counts_the_deadwood_beside_the_best_melds() -> None:
    counted = referee.count("gin_rummy", "4h5h6h6c6d Kd Qs 9c 8c 7c")
    assert counted.points == 26
    assert sorted(counted.left) == ["6d", "Kd", "Qs"]
    assert counted.melds == (("4h", "5h", "6h"), ("6c", "7c", "8c", "9c"))


@pytest.mark.parametrize("pairs", ["count", "cancel"])
def test_golf_counts_as_the_report_of_a_table_does(pairs: str) -> None:
    rng = Random(7)
    for _ in range(20):
        cards = rng.sample(NAMES, 4)
        house = {"pairs": pairs}
        report = judge(
            [
                {"type": "game", "game": "golf", "players": ["Ana", "Beto"], "house": house},
                {"type": "hand", "dealer": "Beto"},
                {"type": "show", "player": "Ana", "cards": cards},
            ]
        )
        counted = referee.count("golf", cards, house=house)
        assert report["hands"][0]["scores"]["Ana"] == counted.points


def test_a_game_of_another_package_counts_by_its_hook() -> None:
    with installed():
        assert referee.count("high_card", "Kd").points == 13


# ---- cards that are no hand


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        (("golf", "7h7h"), "7h 2 times: this game has it once."),
        (("dimes", "Jk" * 7, 11), "Jk 7 times: this game has it at most 6 times."),
        (("golf", "7h8hAcAdAs"), "5 cards: a player holds at most 4 here."),
        (("dimes", "7h8h9hThJh", 1), "5 cards: a player holds at most 4 here."),
        (("dimes", "7h", 12), "Say which round it is, from 1 to 11."),
        (("dimes", "7h", 0), "Say which round it is, from 1 to 11."),
        (("dimes", "7h"), "Say which round it is, from 1 to 11."),
        (("gin_rummy", "7h", 0), "A round is a number from 1 up."),
        (("golf", "7hxx"), "A card that nobody saw cannot be counted."),
        (("desmoche", "7h"), "In Desmoche cards count no points."),
        (("conquien", "7h"), "In Conquién cards count no points."),
        (("desmoche_app", "7h"), "In Desmoche (phone app) cards count no points."),
    ],
)
def test_cards_that_nobody_can_hold_are_refused(hand: tuple[str, str], problem: str) -> None:
    game, cards, *round_ = hand
    with pytest.raises(CountError) as refused:
        referee.count(game, cards, round=next(iter(round_), None))
    assert str(refused.value) == problem


def test_what_is_no_card_is_named_with_its_place() -> None:
    assert "Column 3: found «1x», expected a card such as 7h" in said("golf", "7h1x")
    with pytest.raises(CountError, match=r"Column 1: found «\{0\}»"):
        referee.count("golf", "{0}")


def test_a_joker_is_a_card_only_where_the_game_has_jokers() -> None:
    assert "found «Jk»" in said("golf", "Jk")


def test_house_rules_that_the_game_does_not_have_are_named() -> None:
    assert "Golf has no house rule pears; it has first_knock, knock_penalty, pairs" in said(
        "golf", "7h", "--house", "pears=cancel"
    )
    assert "no is not an option of the house rule pairs; it has count, cancel." in said(
        "golf", "7h", "--house", "pairs=no"
    )
    assert '"pairs" is not RULE=OPTION, such as knock=free' in said(
        "golf", "7h", "--house", "pairs"
    )


def test_an_unknown_game_is_answered_with_those_that_there_are() -> None:
    assert "There is no game glof; the games are desmoche, conquien" in said("glof", "7h")
    assert "There is no game glof" in said("glof", "7h", "--house", "pairs=cancel")


# ---- in Spanish, and for programs


def test_in_spanish_the_suits_are_those_of_the_spanish_sheet() -> None:
    told = said("dimes", "--round", 3, "--lang", "es", "7c 8c 9c Ko Kn")
    assert told.splitlines() == ["20 puntos", "juego: 7♥ 8♥ 9♥", "quedan: K♠ K♦"]
    assert referee.count("golf", "7c", lang="es").points == 7
    assert said("desmoche", "--lang", "es", "7c").endswith(
        "En Desmoche las cartas no cuentan puntos."
    )


def test_programs_get_the_count_as_json(client: FlaskClient) -> None:
    expected = {"points": 20, "melds": [["7h", "8h", "9h"]], "left": ["Ks", "Kd"]}
    printed = json.loads(said("dimes", "--round", 3, "7h8h9hKdKs", "--json"))
    cards = ["7h", "8h", "9h", "Kd", "Ks"]
    assert printed == {"game": "dimes", "cards": cards, **expected}
    told = client.post("/api/v1/rulebooks/dimes/count", json={"cards": cards, "round": 3})
    assert told.get_json() == expected
    house = {"cards": ["7h", "Kd", "7s", "Ac"], "house": {"pairs": "cancel"}}
    assert client.post("/api/v1/rulebooks/golf/count", json=house).get_json()["points"] == 1


def test_programs_are_told_why_cards_cannot_be_counted(client: FlaskClient) -> None:
    told = client.post("/api/v1/rulebooks/golf/count", json={"cards": ["7h", "7h"]})
    assert told.status_code == 422
    assert told.get_json()["detail"] == "7h 2 times: this game has it once."
    assert client.post("/api/v1/rulebooks/golf/count", json={"cards": ["1x"]}).status_code == 422
    assert client.post("/api/v1/rulebooks/glof/count", json={"cards": []}).status_code == 404


# ---- the page


def test_the_start_page_leads_to_all_games_that_count(client: FlaskClient) -> None:
    assert 'href="/count"' in client.get("/").text
    page = client.get("/count").text
    for game in ("golf", "cambio_cabo", "gin_rummy", "dimes", "dam"):
        assert f'href="/count?game={game}"' in page
    assert "game=desmoche" not in page


def test_a_game_without_points_says_so(client: FlaskClient) -> None:
    told = client.get("/count?game=desmoche")
    assert told.status_code == 422
    assert "In Desmoche cards count no points." in told.text
    told = client.get("/count?game=conquien&lang=es_NI")
    assert "En Conquién las cartas no cuentan puntos." in told.text


def test_a_tap_adds_a_card_and_a_second_one_takes_it_out(client: FlaskClient) -> None:
    assert "7 points" in client.get("/count?game=golf&tap=7h").text
    assert "15 points" in client.get("/count?game=golf&cards=7h&tap=8h").text
    assert "8 points" in client.get("/count?game=golf&cards=7h8h&tap=7h").text
    # with several packs a card exists more than once
    assert "14 points" in client.get("/count?game=dimes&round=2&cards=7h&tap=7h").text


def test_the_page_goes_back_with_the_number(client: FlaskClient) -> None:
    here = "/count?game=golf&cards=7h8h&back=/tables/friday/grid?hand%3D3"
    assert 'href="/tables/friday/grid?hand=3&amp;counted=15"' in client.get(here).text
    elsewhere = client.get("/count?game=golf&cards=7h8h&back=//evil.example").text
    assert "evil.example" not in elsewhere
    assert "counted=" not in elsewhere


def test_a_table_brings_its_game_its_round_and_its_house_rules(
    client: FlaskClient, tmp_path: Path
) -> None:
    book = tmp_path / "book.db"
    command("new", "friday", "--game", "dimes", "--players", "Ana, Beto", "--dealer", "Beto",
            "--house", "wild_in_place=natural", book=book)  # fmt: skip
    assert "/tables/friday/count" in client.get("/tables/friday").text
    page = client.get("/tables/friday/count", follow_redirects=True)
    assert page.request.args["house.wild_in_place"] == "natural"
    assert page.request.args["round"] == "1"
    assert 'id="round-1" href' in page.text
    assert "Count a hand" in page.text


@pytest.mark.parametrize(
    "odd", ["cards=1x", "cards=7h&tap=1x", "round=99", "house.pairs=no", "tap=%3F%3F", "cards=xx"]
)
def test_an_odd_address_is_answered_in_a_sentence(client: FlaskClient, odd: str) -> None:
    assert client.get(f"/count?game=golf&{odd}").status_code in (200, 422)
    assert client.get(f"/count?game=dimes&{odd}").status_code in (200, 422)
