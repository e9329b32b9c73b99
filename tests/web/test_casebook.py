"""The casebook page: the cases of a visitor's tables, as far as the visitor may know them."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from referee.store.links import Role
from referee.web.access import cookie_of
from tests.web.visitors import keep, link, sample, server, visitor


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    book = tmp_path / "book.db"
    for name in ("priority-quarrel", "dam-begging", "clean-evening"):
        keep(book, name, sample(name))
    return server(book)


def test_the_cases_stand_by_rule_with_what_the_table_decided(app: Flask) -> None:
    looker = visitor(app, "priority-quarrel", Role.VIEWER)
    page = looker.get("/casebook").text
    assert page.index("Q♥ is Ramón&#39;s") < page.index("Eddy used 7♥, but Ramón")
    assert "“Nearest has it, not loudest.”" in page
    assert "The record agrees." in page
    assert looker.get("/tables/priority-quarrel/dispute/19").status_code == 200
    assert 'href="/tables/priority-quarrel/dispute/19"' in page


def test_nobody_reads_the_cases_of_other_tables(app: Flask) -> None:
    looker = visitor(app, "dam-begging", Role.VIEWER)
    assert "priority-quarrel" not in looker.get("/casebook").text
    looker.set_cookie(
        cookie_of("priority-quarrel"), link(app, "priority-quarrel", Role.PLAYER, "Eddy")
    )
    both = looker.get("/casebook").text
    assert both.index("Dam Game: ") < both.index("Desmoche: ")
    assert "Nothing was disputed." in app.test_client().get("/casebook").text


def test_where_nothing_was_disputed_that_is_said(app: Flask) -> None:
    looker = visitor(app, "clean-evening", Role.VIEWER)
    assert "Nothing was disputed." in looker.get("/casebook").text
    assert "/casebook" in looker.get("/").text
