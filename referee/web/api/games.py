"""Games: the list, the state of one, and opening a table."""

from typing import Any

from flask import url_for
from referee_schemas.api import GameNowSchema, GamesSchema, OpenedSchema, OpeningSchema
from referee_schemas.log_so_far import LogSoFar

from referee.store import GameExists
from referee.store.links import Role
from referee.web.access import linked_tables, links, settings, tables, visit
from referee.web.api.parts import RouteGroup

PART = RouteGroup("games", "Games, and how they stand")


@PART.get("/games")
@PART.response(200, GamesSchema)
def listed() -> dict[str, Any]:
    """Return the games that you may see, newest first."""
    known = linked_tables() if settings.links else tables.book.games()
    return {
        "games": [
            {"name": kept.name, "opened_at": kept.opened_at, "events": kept.head.seq}
            for kept in reversed(known)
        ]
    }


@PART.post("/games")
@PART.arguments(OpeningSchema)
@PART.response(201, OpenedSchema, headers={"Location": {"schema": {"type": "string"}}})
@PART.alt_response(409, "CONFLICT")
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
    """Return whether a table has only its opening lines, and only the links that its opening
    made."""
    is_as_opened = tables.book.game(name).head.seq == last
    made = links.of_table(name, revoked=True)
    return is_as_opened and all(link.role is Role.SCRIBE for link in made)


@PART.get("/games/<name>")
@PART.response(200, GameNowSchema)
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
