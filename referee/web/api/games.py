"""Games and their records: the list, opening a table, the state of a game, reading its events and
appending to them."""

from typing import Any

from flask import Response, abort, url_for
from referee_schemas import api
from referee_schemas.log_so_far import LogSoFar

from referee.store import Conflict, GameExists
from referee.store.links import Role
from referee.web.access import Visit, linked_tables, links, settings, tables, visit
from referee.web.api.parts import JSON_LINES, RouteGroup
from referee.web.errors import problem
from referee.wording.visible import visible_json

GAMES = RouteGroup("games", "Games, and how they stand")


@GAMES.get("/games")
@GAMES.response(200, api.GamesSchema)
def listed() -> dict[str, Any]:
    """Return the games that you may see, newest first."""
    known = linked_tables() if settings.links else tables.book.games()
    return {
        "games": [
            {"name": kept.name, "opened_at": kept.opening.opened_at, "events": kept.head.seq}
            for kept in reversed(known)
        ]
    }


@GAMES.post("/games")
@GAMES.arguments(api.OpeningSchema)
@GAMES.response(201, api.OpenedSchema, headers={"Location": {"schema": {"type": "string"}}})
@GAMES.alt_response(409, "CONFLICT")
def begin(asked: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Open a table.

    A request with an id for every event may be sent again if the answer was lost, as long as nobody
    else has written to the table or got a link to it: you get the same table and a token of its
    scribe. Choose ids that cannot be guessed.
    """
    so_far = LogSoFar()
    events = [so_far.add(event) for event in asked["events"]]
    name, answer = tables.begin(events, asked.get("name"))
    token = None
    if settings.links:
        if answer.repeated and not _is_untouched(name, answer.last):
            # others may have read the ids by now, so the ids prove nothing
            raise GameExists(name)
        token = links.make(name, Role.SCRIBE)
    opened = {"name": name, "token": token, **answer.to_dict()}
    return opened, {"Location": url_for("games.stand", name=name)}


def _is_untouched(name: str, last: int) -> bool:
    """Return whether a table has only the lines and the links that its opening made."""
    is_as_opened = tables.book.game(name).head.seq == last
    made = links.of_table(name, revoked=True)
    return is_as_opened and all(link.role is Role.SCRIBE for link in made)


@GAMES.get("/games/<name>")
@GAMES.response(200, api.GameNowSchema)
def stand(name: str) -> dict[str, Any]:
    """Return the state of a game, as far as you may know it."""
    here = visit(name)
    replay = here.replay
    view = replay.view()
    return {
        "name": here.name,
        "role": here.role.value,
        "player": here.player,
        "opening": replay.opening,
        "events": len(replay.lines),
        "head": tables.book.game(name).head.on_paper() if here.writes else None,
        "hand": replay.play.hand_number,
        "hand_is_open": replay.play.hand_is_open,
        "seated": view["seated"],
        "expected": [expectation.plain() for expectation in replay.expected()],
        "view": view,
    }


RECORD = RouteGroup("record", "The record of a game")


@RECORD.get("/games/<name>/events")
@RECORD.arguments(api.AfterSchema, location="query")
@RECORD.response(200, api.LinesSchema)
def events(asked: dict[str, Any], name: str) -> dict[str, Any]:
    """Return at most ``limit`` events after number ``after``, by default all, as far as you may
    read them."""
    here = visit(name)
    found = _behind(here, asked.get("after", 0))[: asked.get("limit")]
    return {"events": found, "last": len(here.replay.lines)}


@RECORD.post("/games/<name>/events")
@RECORD.arguments(api.AppendingSchema)
@RECORD.response(201, api.WrittenSchema)
@RECORD.alt_response(403, "FORBIDDEN")
@RECORD.alt_response(409, "CONFLICT")
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


@RECORD.get("/games/<name>/log")
@RECORD.response(200, {"type": "string"}, content_type=JSON_LINES)
def log(name: str) -> Response:
    """Return the record as a log, one event on each line, as far as you may read it."""
    lines = (visible_json(line) + "\n" for line in visit(name).replay.lines)
    return Response("".join(lines), content_type=JSON_LINES)


def _behind(here: Visit, after: int) -> list[dict[str, Any]]:
    lines = here.table.as_seen_by(here.viewer).replay.lines[after:]
    return [{"seq": seq, **line} for seq, line in enumerate(lines, after + 1)]
