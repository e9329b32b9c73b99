"""The description of the interface: complete, as published, and as in the documentation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referee_schemas.json_schema import events_schema, report_schema
from referee_schemas.reading import read_log

from referee.judging.replay import ReplayedLog
from referee.web.errors import KINDS, type_of
from tests.depth import count
from tests.web.programs import Program, public_table

SAMPLES = Path(__file__).parents[2] / "sample_games"

DESCRIPTION = "/api/v1/openapi.json"
PAGE = (Path(__file__).parents[2] / "docs" / "web.md").read_text(encoding="utf-8")
EVENTS = "/api/v1/games/{name}/events"


@pytest.fixture
def user(tmp_path: Path) -> Program:
    return public_table(tmp_path)


@pytest.fixture
def description(user: Program) -> dict[str, Any]:
    described: dict[str, Any] = user.get(DESCRIPTION).json
    return described


def test_every_route_is_described(user: Program, description: dict[str, Any]) -> None:
    rules = {rule.rule for rule in user.app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    described = {path.replace("{", "<").replace("}", ">") for path in description["paths"]}
    assert described == rules - {DESCRIPTION}
    assert description["openapi"] == "3.1.0"


def test_every_route_is_in_the_documentation(description: dict[str, Any]) -> None:
    routes = {
        f"{method.upper()} {path}"
        for path, methods in description["paths"].items()
        for method in methods.keys() & {"get", "post"}
    }
    assert set(re.findall(r"^\| `((?:GET|POST) [^`]+)` \|", PAGE, re.M)) == routes


def test_events_and_reports_are_described_as_they_are_published(
    description: dict[str, Any],
) -> None:
    schemas = description["components"]["schemas"]
    for published in (events_schema(), report_schema()):
        for name, schema in published["$defs"].items():
            there = json.dumps(schemas[name]).replace("#/components/schemas/Event", "#")
            assert json.loads(there.replace("#/components/schemas/", "#/$defs/")) == schema


def test_every_description_is_json_schema(description: dict[str, Any]) -> None:
    for schema in description["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_answer_may_be_a_problem(description: dict[str, Any]) -> None:
    (kind,) = description["components"]["responses"]["Problem"]["content"]
    assert kind == "application/problem+json"
    for path in description["paths"].values():
        for method in path.keys() & {"get", "post"}:
            problem = path[method]["responses"]["default"]
            assert problem == {"$ref": "#/components/responses/Problem"}


def test_what_lies_on_a_table_is_as_described(description: dict[str, Any]) -> None:
    components = {"schemas": description["components"]["schemas"]}
    view = {"$ref": "#/components/schemas/View", "components": components}
    as_described = Draft202012Validator(view)
    for sample in sorted(SAMPLES.glob("*.jsonl"))[:: count(2, 7)]:
        replay = ReplayedLog()
        for event in read_log(sample):
            replay.feed(event)
            as_described.validate(replay.view())


def test_every_kind_of_problem_has_an_address(user: Program) -> None:
    page = user.app.test_client().get("/problems").text
    for status, (name, _meaning) in KINDS.items():
        assert type_of(status) == f"/problems#{name}"
        assert f'id="{name}"' in page
    refused = user.get("/api/v1/nonsense").json
    assert refused["type"] == "/problems#nothing"


def test_every_route_has_a_name_of_its_own(description: dict[str, Any]) -> None:
    names = [
        path[method]["operationId"]
        for path in description["paths"].values()
        for method in path.keys() & {"get", "post"}
    ]
    assert len(names) == len(set(names))
    assert "record_append" in names


def test_who_reads_the_same_again_is_told_only_that(user: Program) -> None:
    first = user.get("/api/v1/rulebooks/golf")
    known = {"If-None-Match": first.headers["ETag"]}
    again = user.app.test_client().get("/api/v1/rulebooks/golf", headers=known)
    assert (again.status_code, again.data) == (304, b"")
