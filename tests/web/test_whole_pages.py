"""Pages that miss nothing: every rule, topic, event, field and part of a ruling, in all games; and
damaged ones."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from referee_schemas.events import protocol
from referee_schemas.vocabulary import vocabulary

from referee.judging.registry import find, games, rulebooks
from referee.judging.summary import KINDS
from referee.quarrels.topic import topics_of
from referee.rulings.ruling import Ruling, rule_on
from referee.web.labels import FIELDS, acts
from referee.web.pages.whatif import MOST_EVENTS
from referee.wording.sentences import symbols
from tests.depth import count, only_deep
from tests.store.damaged import DAMAGES, damaged
from tests.web.visitors import IN_PLAY, Line, keep, sample, server

OTHER_GAMES = ("conquien", "desmoche_app", "golf", "gin_rummy", "dimes", "dam")
IN_PARTS = {"house", "bets", "hands", "melds", "bonuses", "points", "side_games", "totals"}
"""Fields that a form asks for in parts, such as the points of each player."""


def user(folder: Path, lines: list[Line] = IN_PLAY[:2]) -> FlaskClient:
    """Return the browser of a single user, with a table that has these lines."""
    keep(folder / "book.db", "friday", lines)
    return server(folder / "book.db", links=False).test_client()


def test_every_game_shows_all_its_rules_house_rules_and_topics(tmp_path: Path) -> None:
    client = user(tmp_path)
    shelf, quarrels = client.get("/rulebook").text, client.get("/quarrel").text
    for place, (name, book) in enumerate(rulebooks().items()):
        assert f'href="/rulebook/{book.name}"' in shelf
        page = client.get(f"/rulebook/{name}").text
        told = {rule.id for rule in book.rules} | {rule.name for rule in book.house_rules}
        assert set(re.findall(r'id="(?:rule|house)-([\w.]+)"', page)) - {"rules"} == told
        assert f"{book.name}@{book.edition}" in page
        lang = ("en", "es_NI")[place % 2]
        for rule in book.rules:
            page = client.get(f"/rulebook/{book.name}/{rule.id}?lang={lang}").text
            assert f"<h1>{rule.id}</h1>" in page, rule.id
            assert "<p></p>" not in page, rule.kind
            for name in rule.binds:
                assert f"/rulebook/{book.name}#house-{name}" in page
    assert {rule.kind for book in games() for rule in book.rules} == KINDS.keys()
    for book in games():
        assert f'href="/quarrel/{book.name}"' in quarrels
        page = unescape(client.get(f"/quarrel/{book.name}?lang=en").text)
        assert all(topic.heading in page for topic in topics_of(book.name))


@pytest.mark.parametrize("game", ["desmoche", *map(only_deep, OTHER_GAMES)])
def test_every_event_and_field_has_its_form(tmp_path: Path, game: str) -> None:
    players = ["Ana", "Beto", "Carla"][: vocabulary(game).seats[-1]]
    browser = user(tmp_path, [{"type": "game", "game": game, "players": players}])
    spoken = protocol(game)
    offered = acts(find(game))
    assert set(offered) == set(spoken) - {"game", "correct", "insert"}
    for act in offered:
        asked = set(spoken[act].fields) - {"type", "seq", "id", "at", "scribe"}
        assert asked <= set(FIELDS), act
        page = browser.get(f"/tables/friday/pad?act={act}&form=1").text
        for name in asked - IN_PARTS:
            assert f'name="{name}"' in page or name in ("players", "agreed_by"), (act, name)
        assert browser.get(f"/tables/friday/pad?act={act}").status_code == 200


def parts(ruling: Ruling) -> Iterator[str]:
    sentences = (
        *ruling.question, *ruling.by_whom, *ruling.right, *ruling.would_decide, *ruling.decided,
        *ruling.forgiveness,
        *(part for one in ruling.remedies for part in (one.what, one.who, one.until)),
    )  # fmt: skip
    yield from (one.render(symbols) for one in sentences)
    yield from (fact.render(symbols) for fact in ruling.facts)
    yield from (text for rule in ruling.rules for text in (rule.plain, rule.id, rule.source))
    yield from (bound.house_rule.plain for bound in ruling.bound)
    yield ruling.verdict(symbols)


@pytest.mark.parametrize(
    ("game", "event"),
    [
        ("priority-quarrel", 39),
        ("all-hands-hidden", 21),
        ("disqualified-hid-draw-open", 16),
        ("disqualified-hid-draw-enforced", 16),
        ("side-games-unannounced-best", 60),
        ("corrections-and-a-gap", 20),
    ],
)
def test_every_part_of_a_ruling_is_shown(tmp_path: Path, game: str, event: int) -> None:
    lines = sample(game)
    page = user(tmp_path, lines).get(f"/tables/friday/dispute?event={event}").text
    shown = unescape(page)
    for ruling in rule_on(lines, event, spell=symbols):
        for part in parts(ruling):
            assert part in shown, part
        lies, enforced = ruling.cost.as_it_lies.money, ruling.cost.enforced
        moves = enforced is not None and enforced.money != lies
        for player, before in lies.items() if moves else ():
            amount = enforced.money[player]
            row = f'<th scope="row">{player}</th><td class="money">{before}</td>'
            assert f'{row}<td class="money">{amount}</td></tr>' in page


def test_a_long_evening_is_weighed_by_the_command_line(tmp_path: Path) -> None:
    lines = [IN_PLAY[0], *[{"type": "note", "note": "…"}] * MOST_EVENTS]
    page = user(tmp_path, lines).get("/tables/friday/crux").text
    assert "referee whatif --which friday" in page


PAGES = [
    *("", "/pad", "/pad/fix", "/replay", "/report", "/sheet", "/log.jsonl", "/log.sheet"),
    *("/dispute", "/dispute/2", "/ask", "/whatif", "/crux", "/house-rules", "/rulebook", "/links"),
]
FOR_PROGRAMS = ["", "/events", "/log", "/report", "/expected", "/rulings"]


@pytest.mark.deep
@pytest.mark.parametrize("act", DAMAGES.values(), ids=DAMAGES)
def test_no_page_stumbles_over_a_damaged_game_and_the_others_still_work(
    tmp_path: Path, act: str
) -> None:
    browser = server(damaged(tmp_path / "book.db", act), links=False).test_client()
    assert "saturday" in browser.get("/").text
    assert browser.get("/api/v1/games").status_code == 200
    assert browser.get("/casebook").status_code == 200
    for page in PAGES[:: count(1, 3)]:
        assert browser.get(f"/tables/friday{page}").status_code < 500, page
        assert browser.get(f"/tables/saturday{page}").status_code in (200, 404), page
    for page in FOR_PROGRAMS:
        assert browser.get(f"/api/v1/games/friday{page}").status_code < 500, page
    event = {"events": [{"type": "note", "note": "b"}], "expects": 3}
    assert browser.post("/api/v1/games/friday/events", json=event).status_code < 500
