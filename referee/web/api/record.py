"""The record of a game: reading its events, and appending to them."""

from typing import Any

from flask import Response, abort
from referee_schemas.api import AfterSchema, AppendingSchema, LinesSchema, WrittenSchema

from referee.store import Conflict
from referee.store.links import Role
from referee.web.access import Visit, visit
from referee.web.api.parts import JSON_LINES, RouteGroup
from referee.web.errors import problem
from referee.wording.visible import visible_json

PART = RouteGroup("record", "The record of a game")


@PART.get("/games/<name>/events")
@PART.arguments(AfterSchema, location="query")
@PART.response(200, LinesSchema)
def events(asked: dict[str, Any], name: str) -> dict[str, Any]:
    """Return at most ``limit`` events after number ``after``, by default all, as far as you may
    read them."""
    here = visit(name)
    found = _behind(here, asked.get("after", 0))[: asked.get("limit")]
    return {"events": found, "last": len(here.replay.lines)}


@PART.post("/games/<name>/events")
@PART.arguments(AppendingSchema)
@PART.response(201, WrittenSchema)
@PART.alt_response(403, "FORBIDDEN")
@PART.alt_response(409, "CONFLICT")
def append(asked: dict[str, Any], name: str) -> dict[str, Any] | Response:
    """Write events at the end of the record, all of them or none.

    A player's link writes disputes in the player's own name. If another writer came first, the
    answer is 409, with the events in between.
    """
    here = visit(name, Role.PLAYER)
    if not all(here.may_write(event) for event in asked["events"]):
        abort(403)
    try:
        answer = here.table.write(asked["events"], asked["expects"])
    except Conflict as conflict:
        here.table.game.catch_up()
        between = _behind(here, conflict.wanted)
        return problem(409, str(conflict), last=conflict.actual, events=between)
    return answer.to_dict() | ({} if here.writes else {"head": None})


@PART.get("/games/<name>/log")
@PART.response(200, {"type": "string"}, content_type=JSON_LINES)
def log(name: str) -> Response:
    """Return the record as a log, one event on each line, as far as you may read it."""
    lines = (visible_json(line) + "\n" for line in visit(name).replay.lines)
    return Response("".join(lines), content_type=JSON_LINES)


def _behind(here: Visit, after: int) -> list[dict[str, Any]]:
    lines = here.table.as_seen_by(here.viewer).replay.lines[after:]
    return [{"seq": seq, **line} for seq, line in enumerate(lines, after + 1)]
