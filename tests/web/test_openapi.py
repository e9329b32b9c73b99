"""The interface is what its description says, whatever a program asks that the description allows,
and much that it does not."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from schemas.json_schema import events_schema, report_schema
from tests.web.programs import FRIDAY, LINES, OPENING, Program, public_table, table_with_links

DESCRIPTION = "/api/v1/openapi.json"
PAGE = (Path(__file__).parents[2] / "docs" / "web.md").read_text(encoding="utf-8")
EVENTS = "/api/v1/games/{name}/events"

AS_DESCRIBED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

BOUNDED = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def user(tmp_path: Path) -> Program:
    return public_table(tmp_path)


@pytest.fixture
def description(user: Program) -> dict[str, Any]:
    described: dict[str, Any] = user.get(DESCRIPTION).json
    return described


def about_what_is_there(case: Case, program: Program) -> None:
    """Turn a question to a table and a game that there are, and put what is to be written where it
    can stand."""
    for name, there in (("name", "friday"), ("game", "desmoche"), ("rule", "turn.order")):
        if name in case.path_parameters:
            case.path_parameters[name] = there
    if not isinstance(case.body, dict):
        return
    if "expects" in case.body:
        case.body["expects"] = program.get(FRIDAY).json["events"]
    elif "log" in case.body:
        case.body["log"] = "\n".join(map(json.dumps, LINES))
    elif case.operation.label == "POST /api/v1/games":
        further = [event for event in case.body["events"] if event["type"] != "game"]
        case.body = {"events": [OPENING, *({**event, "seq": 2} for event in further[:1])]}


@pytest.mark.parametrize("who", ["single user", "scribe", "Ana", "viewer"])
def test_whatever_is_asked_the_answer_is_as_described(who: str, tmp_path: Path) -> None:
    alone = who == "single user"
    program = public_table(tmp_path) if alone else table_with_links(tmp_path)[who]
    headers = {"Authorization": f"Bearer {program.token}"} if program.token else {}
    done = defaultdict(set)

    def ask(case: Case) -> None:
        answer = case.call_and_validate(headers=headers, checks=AS_DESCRIBED)
        done[case.operation.label].add(answer.status_code)

    def ask_about_what_is_there(case: Case) -> None:
        about_what_is_there(case, program)
        ask(case)

    described = schemathesis.openapi.from_wsgi(DESCRIPTION, program.app)
    operations = [one.ok() for one in described.get_all_operations()]
    for operation in operations:
        allowed = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        BOUNDED(given(allowed)(ask_about_what_is_there))()
        BOUNDED(given(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))(ask))()
    answered = {label for label, statuses in done.items() if statuses & {200, 201}}
    refused = {one.label for one in operations} - answered
    assert refused == (set() if alone or who == "scribe" else {f"POST {EVENTS}"})


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
