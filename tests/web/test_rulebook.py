"""The rulebook and the topics of quarrels on pages: nothing is missing."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.judging.registry import games, rulebooks
from referee.judging.summary import KINDS
from referee.quarrels.topic import topics_of
from referee.web.pages.rulebook import COSTS, MEANING
from tests.web.visitors import server


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return server(tmp_path / "book.db", links=False).test_client()


def test_a_game_shows_all_its_rules_and_house_rules(client: FlaskClient) -> None:
    shelf = client.get("/rulebook").text
    for name, book in rulebooks().items():
        assert f'href="/rulebook/{book.name}"' in shelf
        page = client.get(f"/rulebook/{name}").text
        told = {rule.id for rule in book.rules} | {rule.name for rule in book.house_rules}
        assert set(re.findall(r'id="(?:rule|house)-([\w.]+)"', page)) - {"rules"} == told
        assert f"{book.name}@{book.edition}" in page


def test_every_rule_has_a_page(client: FlaskClient) -> None:
    for place, book in enumerate(rulebooks().values()):
        for rule in book.rules:
            page = client.get(f"/rulebook/{book.name}/{rule.id}?lang={('en', 'es_NI')[place % 2]}")
            assert f"<h1>{rule.id}</h1>" in page.text, rule.id
            for name in rule.binds:
                assert f"/rulebook/{book.name}#house-{name}" in page.text


def test_every_kind_of_finding_is_explained() -> None:
    assert MEANING.keys() == COSTS.keys() == KINDS.keys()


def test_every_game_has_its_topics(client: FlaskClient) -> None:
    shelf = client.get("/quarrel").text
    for book in games():
        assert f'href="/quarrel/{book.name}"' in shelf
        page = unescape(client.get(f"/quarrel/{book.name}").text)
        assert all(topic.heading in page for topic in topics_of(book.name))
