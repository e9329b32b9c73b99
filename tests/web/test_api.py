"""The interface for programs and its client: complete, as described and as published."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from referee_schemas.json_schema import events_schema, report_schema

from docs.client.referee_client import Referee, RefereeError
from handbook.client import CLIENT, made
from referee.judging.registry import rulebooks
from referee.judging.replay import ReplayedLog
from referee.web.errors import KINDS
from tests.cli.running import referee
from tests.depth import count
from tests.web.visitors import IN_PLAY, SAMPLES, keep, sample, server, serving

GAMES = sorted(SAMPLES.glob("*.jsonl"))
DESCRIPTION = "/api/v1/openapi.json"
PAGE = (SAMPLES.parent / "docs" / "web.md").read_text(encoding="utf-8")


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    keep(tmp_path / "book.db", "friday", IN_PLAY)
    return server(tmp_path / "book.db", links=False)


@pytest.fixture
def user(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def description(user: FlaskClient) -> dict[str, Any]:
    described: dict[str, Any] = user.get(DESCRIPTION).get_json()
    return described


def test_every_route_is_described_documented_and_may_answer_with_a_problem(
    app: Flask, description: dict[str, Any]
) -> None:
    assert description["openapi"] == "3.1.0"
    routes = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    described = {path.replace("{", "<").replace("}", ">") for path in description["paths"]}
    assert described == routes - {DESCRIPTION}
    operations = {
        f"{method.upper()} {path}": methods[method]
        for path, methods in description["paths"].items()
        for method in methods.keys() & {"get", "post"}
    }
    assert set(re.findall(r"^\| `((?:GET|POST) [^`]+)` \|", PAGE, re.M)) == set(operations)
    assert len({one["operationId"] for one in operations.values()}) == len(operations)
    (kind,) = description["components"]["responses"]["Problem"]["content"]
    assert kind == "application/problem+json"
    for one in operations.values():
        assert one["responses"]["default"] == {"$ref": "#/components/responses/Problem"}


def test_events_reports_and_tables_are_described_as_they_are_published(
    description: dict[str, Any],
) -> None:
    schemas = description["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    for published in (events_schema(), report_schema()):
        for name, schema in published["$defs"].items():
            there = json.dumps(schemas[name]).replace("#/components/schemas/Event", "#")
            assert json.loads(there.replace("#/components/schemas/", "#/$defs/")) == schema
    view = {"$ref": "#/components/schemas/View", "components": {"schemas": schemas}}
    as_described = Draft202012Validator(view)
    for game in GAMES[:: count(2, 7)]:
        replay = ReplayedLog()
        for event in sample(game.stem):
            replay.feed(event)
            as_described.validate(replay.view())


def test_every_kind_of_problem_has_an_address(user: FlaskClient) -> None:
    page = user.get("/problems").text
    for name, _meaning in KINDS.values():
        assert f'id="{name}"' in page


def test_every_rulebook_can_be_read_rule_by_rule(user: FlaskClient) -> None:
    shelf = user.get("/api/v1/rulebooks").get_json()["rulebooks"]
    assert [one["game"] for one in shelf] == [name for name in rulebooks() if "@" not in name]
    for title in shelf:
        book = user.get(f"/api/v1/rulebooks/{title['game']}").get_json()
        assert {**book, **title} == book
        assert {rule["name"] for rule in book["house_rules"]}
        rule = book["rules"][0]
        there = user.get(f"/api/v1/rulebooks/{title['game']}@1/rules/{rule['id']}")
        assert there.get_json() == rule


@pytest.mark.parametrize("path", GAMES[:: count(2, 4)], ids=lambda path: path.stem)
def test_a_checked_log_has_the_report_of_the_command(user: FlaskClient, path: Path) -> None:
    printed = referee("check", "--json", path).stdout
    log = path.read_bytes()
    told = user.post("/api/v1/check", data=log, content_type="application/jsonl")
    assert told.data == printed
    assert user.post("/api/v1/check", json={"log": log.decode()}).data == printed


def test_the_client_is_the_one_that_the_description_makes() -> None:
    assert ast.dump(ast.parse(CLIENT.read_text("utf-8"))) == ast.dump(ast.parse(made()))


def test_a_program_writes_a_table_with_the_client(tmp_path: Path) -> None:
    keep(tmp_path / "book.db", "friday", IN_PLAY[:2])
    with serving(tmp_path / "book.db", links=False) as port:
        program = Referee(f"http://127.0.0.1:{port}")
        draws = [{"type": "deal", "hands": {}}]
        assert program.record_append("friday", {"expects": 2, "events": draws})["last"] == 3
        view = program.games_stand("friday")["view"]
        assert [seat["player"] for seat in view["hand"]["seats"]] == ["Ana", "Beto"]
        assert len(program.record_events("friday", after=1, limit=1)["events"]) == 1
        with pytest.raises(RefereeError) as refused:
            program.record_append("friday", {"expects": 2, "events": draws})
        assert refused.value.told["type"] == "/problems#conflict"
