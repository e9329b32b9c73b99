"""A quarrel right now, on the pages: topics, questions, the answer, and its log."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.judging.registry import games
from referee.judging.replay import judge
from referee.quarrels.topic import topics_of
from referee.store.links import Role
from tests.web.visitors import keep, server, visitor

SAME_CARD = "/quarrel/desmoche/same-card"
ANSWERED = f"{SAME_CARD}?players=Zoë,Beto,Carla&laid=Beto&one=Zoë&other=Carla&card=Td"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return server(tmp_path / "book.db", links=False).test_client()


def test_every_game_has_its_topics(client: FlaskClient) -> None:
    shelf = client.get("/quarrel").text
    for book in games():
        assert f'href="/quarrel/{book.name}"' in shelf
        page = unescape(client.get(f"/quarrel/{book.name}").text)
        assert all(topic.heading in page for topic in topics_of(book.name))


def test_words_lead_to_the_topics_that_fit(client: FlaskClient) -> None:
    page = client.get("/quarrel/desmoche?q=who gets the card").text
    assert SAME_CARD in page
    assert "cut the deck" not in page
    in_vain = client.get("/quarrel/desmoche?q=zebra").text
    assert "No known quarrel is about “zebra”." in in_vain
    assert SAME_CARD in in_vain


def test_the_answer_says_who_is_right_why_and_what_now(client: FlaskClient) -> None:
    page = unescape(client.get(ANSWERED).text)
    assert "Zoë used 10♦, but Carla, who sits nearer to Beto, had asked for it." in page
    assert "The 10♦ is for Carla" in page
    assert 'href="/rulebook/desmoche/claim.priority"' in page
    assert "the hand is not over" in page


def test_another_table_is_named_where_its_house_rule_turns_the_answer(client: FlaskClient) -> None:
    page = unescape(client.get("/quarrel/desmoche/said-no?laid=Ana&who=Beto&card=7h").text)
    assert "With “Taking a card after a knock” (allowed)" in page


def test_the_answer_is_kept_as_a_log(client: FlaskClient) -> None:
    kept = client.get(ANSWERED.replace("same-card?", "same-card/log?"))
    assert "same-card.jsonl" in kept.headers["Content-Disposition"]
    events = [json.loads(line) for line in kept.text.splitlines()]
    assert [one["rule"] for one in judge(events)["findings"]] == ["claim.priority"]
    assert client.get(f"{SAME_CARD}/log").status_code == 404


def test_the_answer_is_written_into_the_record_of_the_table(tmp_path: Path) -> None:
    opening = {"type": "game", "game": "desmoche", "players": ["Zoë", "Beto", "Carla"]}
    keep(tmp_path / "book.db", "friday", [opening])
    scribe = server(tmp_path / "book.db", links=False).test_client()
    topics = scribe.get("/tables/friday/quarrel", follow_redirects=True).text
    assert "table=friday" in topics
    page = unescape(scribe.get(f"{ANSWERED}&table=friday").text)
    address = re.search(r'action="(/tables/friday/quarrel/[^"]*)"', page)
    assert address is not None
    for _twice in range(2):
        scribe.post(address[1], data={"id": "a-tap-of-mine"})
    pad = unescape(scribe.get("/tables/friday/pad").text)
    assert "Quarrel: Two of us want the same card. Not allowed: Zoë used" in pad
    assert "line 2" in pad
    assert scribe.post("/tables/friday/quarrel/same-card?table=friday").status_code == 404
    assert "Write it into the record" not in scribe.get(ANSWERED).text


def test_what_is_not_answered_yet_is_asked_again(client: FlaskClient) -> None:
    half = client.get(f"{SAME_CARD}?laid=Beto")
    assert half.status_code == 422
    assert "Not answered yet: Who wants it?" in half.text
    assert 'value="Beto" required checked' in half.text
    twice = client.get(f"{SAME_CARD}?laid=Beto&one=Beto&other=Ana")
    assert "name each only once" in twice.text


def test_other_names_are_asked_about(client: FlaskClient) -> None:
    page = client.get(f"{SAME_CARD}?players=Zoë, Ximena, Yadira&names=1&card=7h")
    assert page.status_code == 200
    assert 'value="Ximena"' in page.text
    few = client.get(f"{SAME_CARD}?players=Zoë&laid=Zoë")
    assert "3 to 4 players sit" in few.text


@pytest.mark.parametrize("path", ["/quarrel/chess", "/quarrel/golf/same-card"])
def test_what_nobody_quarrels_about_is_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_table_lends_its_names(tmp_path: Path) -> None:
    opening = {"type": "game", "game": "desmoche", "players": ["Zoë", "Ximena", "Yadira"]}
    keep(tmp_path / "book.db", "friday", [opening])
    scribe = visitor(server(tmp_path / "book.db"), "friday", Role.SCRIBE)
    assert 'href="/tables/friday/quarrel"' in scribe.get("/tables/friday/dispute").text
    led = scribe.get("/tables/friday/quarrel", follow_redirects=True)
    assert "Ximena" in led.text


def test_a_rule_leads_to_what_people_quarrel_about(client: FlaskClient) -> None:
    assert SAME_CARD in client.get("/rulebook/desmoche/claim.priority").text


def test_the_search_in_the_rules_finds_topics_too(client: FlaskClient) -> None:
    assert SAME_CARD in client.get("/rulebook/desmoche?q=two want the same card").text
