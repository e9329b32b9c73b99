"""Requests that the description allows, and many that it does not, get the described answers."""

import gc
import json
from collections import defaultdict
from pathlib import Path

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from referee.store.links import Role
from tests.accepting import accept_alone
from tests.web.test_api import DESCRIPTION
from tests.web.visitors import IN_PLAY, keep, link, server

pytestmark = pytest.mark.deep

EVENTS = "/api/v1/games/{name}/events"

AS_DESCRIBED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

FEW = settings(max_examples=2, suppress_health_check=list(HealthCheck))
MORE = settings(FEW, max_examples=5)
"""Examples of each operation: more of them for the user who may do everything."""


def about_what_is_there(case: Case, app: Flask) -> None:
    """Direct a request to an existing table and game, and make its events valid there."""
    for name, there in (("name", "friday"), ("game", "desmoche"), ("rule", "turn.order")):
        if name in case.path_parameters:
            case.path_parameters[name] = there
    if case.operation.label == "POST /api/v1/rulebooks/{game}/count":
        case.path_parameters["game"], case.body = "golf", {"cards": ["7h", "Kd"]}
    if not isinstance(case.body, dict):
        return
    if "expects" in case.body:
        case.body["expects"] = app.extensions["referee-tables"].book.game("friday").head.seq
        further = [event for event in case.body["events"] if event["type"] != "game"]
        valid = [event for event in further if accept_alone(event, "desmoche")]
        case.body["events"] = valid or [{"type": "note", "note": "Nothing."}]
    elif "log" in case.body:
        case.body["log"] = "\n".join(map(json.dumps, IN_PLAY))
    elif case.operation.label == "POST /api/v1/games":
        further = [event for event in case.body["events"] if event["type"] != "game"]
        case.body = {"events": [IN_PLAY[0], *({**event, "seq": 2} for event in further[:1])]}


@pytest.mark.parametrize(
    ("role", "player"),
    [(None, None), (Role.SCRIBE, None), (Role.PLAYER, "Ana"), (Role.VIEWER, None)],
)
def test_whatever_is_asked_the_answer_is_as_described(
    role: Role | None, player: str | None, tmp_path: Path
) -> None:
    keep(tmp_path / "book.db", "friday", IN_PLAY)
    app = server(tmp_path / "book.db", links=role is not None)
    headers = {"Accept-Encoding": "identity"}  # the test client does not decompress
    if role is not None:
        headers["Authorization"] = f"Bearer {link(app, 'friday', role, player)}"
    done = defaultdict(set)
    bounded = FEW if role else MORE

    def ask(case: Case) -> None:
        answer = case.call_and_validate(headers=headers, checks=AS_DESCRIBED)
        done[case.operation.label].add(answer.status_code)
        if case.operation.label == "POST /api/v1/check":
            # such reports compare against large data outside Python's heap
            gc.collect()

    def ask_about_what_is_there(case: Case) -> None:
        about_what_is_there(case, app)
        ask(case)

    described = schemathesis.openapi.from_wsgi(DESCRIPTION, app)
    operations = [one.ok() for one in described.get_all_operations()]
    for operation in operations:
        allowed = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        bounded(given(allowed)(ask_about_what_is_there))()
        bounded(given(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))(ask))()
    answered = {label for label, statuses in done.items() if statuses & {200, 201}}
    refused = {one.label for one in operations} - answered
    assert refused == ({f"POST {EVENTS}"} if role in (Role.PLAYER, Role.VIEWER) else set())
