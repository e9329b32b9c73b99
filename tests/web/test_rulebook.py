"""The rulebook on pages: games, rules, house rules, and what a search finds in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.judging.registry import rulebooks
from referee.judging.summary import KINDS
from referee.store.links import Role
from referee.web.pages.rulebook import COSTS, MEANING
from tests.web.visitors import keep, server, visitor

OPENING = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return server(tmp_path / "book.db", links=False).test_client()


def ids_on(page: str) -> set[str]:
    """The rules and house rules that a page shows."""
    return set(re.findall(r'id="(?:rule|house)-([\w.]+)"', page)) - {"rules"}


def test_the_shelf_has_every_game(client: FlaskClient) -> None:
    page = client.get("/rulebook").text
    for book in rulebooks().values():
        assert f'href="/rulebook/{book.name}"' in page


def test_a_game_shows_all_its_rules_and_house_rules(client: FlaskClient) -> None:
    for name, book in rulebooks().items():
        answer = client.get(f"/rulebook/{name}")
        assert answer.status_code == 200
        told = {rule.id for rule in book.rules} | {rule.name for rule in book.house_rules}
        assert ids_on(answer.text) == told
        assert f"{book.name}@{book.edition}" in answer.text


@pytest.mark.parametrize("lang", ["en", "es_NI"])
def test_every_rule_has_a_page(client: FlaskClient, lang: str) -> None:
    for book in rulebooks().values():
        for rule in book.rules:
            answer = client.get(f"/rulebook/{book.name}/{rule.id}?lang={lang}")
            assert answer.status_code == 200, rule.id
            assert f"<h1>{rule.id}</h1>" in answer.text
            for name in rule.binds:
                assert f"/rulebook/{book.name}#house-{name}" in answer.text


def test_every_kind_of_finding_is_explained() -> None:
    assert MEANING.keys() == COSTS.keys() == KINDS.keys()


def test_a_rule_tells_what_a_breach_costs_and_how_it_is_done_right(client: FlaskClient) -> None:
    page = client.get("/rulebook/desmoche/claim.passed").text
    assert "The player asks before knocking" in page
    assert "the rules set no price on it" in page
    assert "<code>claim</code>, <code>meld</code>" in page
    assert "rule text, Rules variations" in page


@pytest.mark.parametrize("path", ["chess", "desmoche@9", "desmoche/no.rule", "desmoche/%00", "<b>"])
def test_what_is_not_in_the_rulebook_is_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(f"/rulebook/{path}").status_code == 404


def test_a_search_finds_words_ids_options_and_sources(client: FlaskClient) -> None:
    found = ids_on(client.get("/rulebook/desmoche?q=KNOCK").text)
    assert {"claim.passed", "knock"} <= found
    assert "deal.count" not in found
    assert ids_on(client.get("/rulebook/desmoche?q=pay.extra").text) == {"pay.extra"}
    assert "withdraw" in ids_on(client.get("/rulebook/desmoche?q=blocked_melds").text)
    assert "cut.player" in ids_on(client.get("/rulebook/desmoche?q=dealing").text)
    assert "force.off" in ids_on(client.get("/rulebook/desmoche?q=force_back+nobody").text)


def test_a_search_hears_spanish_without_accents_and_capitals(client: FlaskClient) -> None:
    found = client.get("/rulebook/desmoche?q=DESMOCHE&lang=es_NI").text
    assert "desmoche.one_card" in ids_on(found)
    with_accent = client.get("/rulebook/desmoche?q=última&lang=es_NI").text
    assert ids_on(with_accent) == ids_on(client.get("/rulebook/desmoche?q=ultima&lang=es_NI").text)
    assert "last_card" in ids_on(with_accent)


def test_a_search_in_vain_says_so_and_is_not_run_as_script(client: FlaskClient) -> None:
    page = client.get("/rulebook/desmoche?q=<script>alert()</script>").text
    assert ids_on(page) == set()
    assert "<script>alert" not in page
    assert "No rule mentions “&lt;script&gt;alert()&lt;/script&gt;”." in page
    assert client.get("/rulebook/desmoche?q=" + "x" * 5000).status_code == 200


def test_an_id_that_does_not_exist_names_the_nearest(client: FlaskClient) -> None:
    page = client.get("/rulebook/desmoche?q=claim.ded").text
    assert "The nearest: claim.dead" in page


def test_a_table_shows_the_house_rules_in_force(tmp_path: Path) -> None:
    house = {"knock": "free", "side_games": ["oro"]}
    keep(tmp_path / "book.db", "friday", [{**OPENING, "house": house}])
    app = server(tmp_path / "book.db")
    page = visitor(app, "friday", Role.VIEWER).get("/tables/friday/rulebook").text
    knock = page.partition('id="house-knock"')[2].partition("</section>")[0]
    assert re.findall(r"✓ ([^<]*)", knock) == ["allowed"]
    assert "✓ oro" in page
    assert "✓ flor" not in page
    assert "✓ not allowed" in app.test_client().get("/rulebook/desmoche").text
    assert app.test_client().get("/tables/friday/rulebook").status_code == 404
