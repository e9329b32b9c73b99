"""Every page in the visitor's language: every text is from the catalogues."""

import json
import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from referee_schemas.events import protocol
from referee_schemas.reading import read_log

import referee.web.responses
from referee.judging.corrections import as_they_should_read
from referee.judging.registry import find, rulebooks
from referee.quarrels.topic import topics_of
from referee.store.links import Role
from referee.web.labels import acts
from tests.web.visitors import Line, addresses, keep, laid, link, server, visitor
from tests.wordless import OWN_WORDS, Wordless, words

SAMPLES = Path(__file__).parents[2] / "sample_games"


def quarrel() -> list[Line]:
    """Return findings and disputes, some decided."""
    lines = list(read_log(SAMPLES / "priority-quarrel.jsonl"))
    return [*lines, {"type": "dispute", "by": "Eddy", "event": 9, "text": "¿?"}]


def mended() -> list[Line]:
    """Return corrections, open questions, and house rules of both kinds."""
    lines = list(read_log(SAMPLES / "corrections-and-a-gap.jsonl"))
    house = {"side_games": ["oro", "corazon_negro"], "withdraw": "free"}
    return [*lines, {"type": "house", "house": house, "agreed_by": lines[0]["players"]}]


TABLES = {"quarrel": quarrel, "mended": mended, "in-play": lambda: laid("asked for")}

ASKED = {
    "report.show": ["ruling=39:claim.priority"],
    "rulebook.game": ["q=oro", "q=xyz"],
    "rulebook.at_table": ["q=oro"],
    "whatif.show": ["house.withdraw=off", "house.withdraw=xyz"],
    "pad.show": ["ask=1", *(f"act={act}" for act in acts(find("desmoche")))],
    "dispute.show": ["event=xyz", "hand=1"],
}
"""Further queries of each page."""

TOPICS = [topic for game in ("golf", "desmoche") for topic in topics_of(game)]
"""Topics are in both languages in their own files, not in a catalogue."""

SPOKEN_OF = {
    *words("English Español Nicaragua Honduras"),
    *words(" ".join(TABLES)),
    *words(" ".join([*protocol(), *rulebooks(), *find("desmoche").words["side_game"]])),
    *(word for topic in TOPICS for text in (topic.heading, *topic.players) for word in words(text)),
    *(word for topic in TOPICS for one in topic.asks for word in words(one.prompt)),
    *words(" ".join(" ".join(rule.options) for rule in find("desmoche").house_rules)),
    *words(" ".join(f"{book.title} {book.name}" for book in rulebooks().values())),
}
"""Words that are the same in all languages: names of languages, tables, events and options."""


@pytest.fixture
def wordless(monkeypatch: pytest.MonkeyPatch) -> Wordless:
    """Answer every visitor with only the facts of a sentence."""
    language = Wordless()
    monkeypatch.setattr(referee.web.responses, "catalogue", lambda _language: language)
    return language


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    for name, lines in TABLES.items():
        keep(tmp_path / "book.db", name, lines())
    return server(tmp_path / "book.db")


def values(name: str, lines: list[Line], token: str, step: int) -> dict[str, Sequence[object]]:
    """Return the variable parts of addresses for this table, with every ``step``-th event."""
    events = as_they_should_read(lines)
    return {
        "name": [name],
        "seq": range(1, len(lines) + 1, step),
        "number": [number for number, event in events if event["type"] == "dispute"],
        "game": ["golf"],
        "rule": ["draw.hidden"],
        "rule_id": [rule.id for rule in find("golf").rules],
        "topic_id": [topic.id for topic in topics_of("golf")],
        "face": ["jsonl", "csv"],
        "what": ["report", "scorecard"],
        "token": [token],
    }


def told(page: str) -> str:
    """Return the texts of a page, including those for screen readers."""
    shown = re.sub(r"(?s)<(script|style|code|textarea|pre)\b.*?</\1>", " ", page)
    labels = re.findall(r'\b(?:title|aria-label|placeholder|alt)="([^"]*)"', shown)
    return unescape(" ".join([re.sub(r"<[^>]*>", " ", shown), *labels]))


@pytest.mark.deep
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("role", [Role.SCRIBE, Role.PLAYER, Role.VIEWER])
def test_every_page_says_what_the_catalogues_have_and_nothing_else(
    app: Flask, wordless: Wordless, name: str, role: Role
) -> None:
    lines = TABLES[name]()
    player = lines[0]["players"][0] if role is Role.PLAYER else None
    browser = visitor(app, name, role, player)
    written = [one() for one in TABLES.values()]
    own = words(json.dumps(written, ensure_ascii=False)) | words(" ".join(OWN_WORDS)) | SPOKEN_OF
    beside = {}
    step = 1 if role is Role.SCRIBE else 3
    parts = values(name, lines, link(app, name, role, player), step)
    for address in addresses(app, parts, ASKED):
        # what is the same for all is requested once
        if role is Role.SCRIBE or name in address:
            answer = browser.get(address)
            assert answer.status_code in (200, 303, 403, 404, 422), address
            if answer.status_code != 303 and answer.mimetype == "text/html":
                beside[address] = words(told(answer.text)) - own - words(address)
    assert {address: found for address, found in beside.items() if found} == {}
    assert wordless.strange == set()
