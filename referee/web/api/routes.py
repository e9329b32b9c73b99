"""The routes: games and their records, what the referee says of them, the rulebooks, and the check
of a log that is not in the record book; last their description."""

from functools import cache
from io import BytesIO
from typing import Any, Final

from flask import Flask, Response, abort, jsonify, request, url_for
from referee_schemas import api
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.places import Place, located
from referee_schemas.reading import read_log
from referee_schemas.report import ReportSchema

from referee.answers.book import count_cards
from referee.judging.live import report_now
from referee.judging.registry import games
from referee.judging.replay import judge
from referee.rulings.ruling import Asked
from referee.rulings.whatif import what_if
from referee.store import Conflict, GameExists
from referee.store.entries import line_of
from referee.store.links import Role
from referee.web.access import Visit, linked_tables, links, rulebook_of, settings, tables, visit
from referee.web.answers_in_play import InPlay, answer, answers, difference_now
from referee.web.api.describing import JSON, JSON_LINES, PREFIX, Described, RouteGroup
from referee.web.errors import problem
from referee.web.judges import apart
from referee.wording.language import ENGLISH, Word, _, speaking
from referee.wording.sentences import letters

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
        answer = here.table.game.write(asked["events"], asked["expects"])
    except Conflict as conflict:
        here.table.game.catch_up()
        between = _behind(here, conflict.wanted)
        return problem(409, str(conflict), last=conflict.actual, events=between)
    return answer.to_dict() | ({} if here.writes else {"head": None})


@RECORD.get("/games/<name>/log")
@RECORD.response(200, {"type": "string"}, content_type=JSON_LINES)
def log(name: str) -> Response:
    """Return the record as a log, one event on each line, as far as you may read it."""
    return Response("".join(map(line_of, visit(name).replay.lines)), content_type=JSON_LINES)


def _behind(here: Visit, after: int) -> list[dict[str, Any]]:
    lines = here.table.as_seen_by(here.viewer).replay.lines[after:]
    return [{"seq": seq, **line} for seq, line in enumerate(lines, after + 1)]


OF_GAMES = RouteGroup("judging", "What the referee says of a game")


@OF_GAMES.get("/games/<name>/report")
@OF_GAMES.response(200, ReportSchema)
@apart
def report(name: str) -> Response:
    """Return the report, limited to what you may know and the table wants to hear now."""
    # unchanged, so that its bytes are those of the command's report
    return jsonify(report_now(visit(name).replay, letters))


@OF_GAMES.get("/games/<name>/expected")
@OF_GAMES.response(200, api.ExpectedSchema)
def expected(name: str) -> dict[str, Any]:
    """Return the acts that may come next and the players who may do them, without advice."""
    return {"expected": [expectation.plain() for expectation in visit(name).replay.expected()]}


@OF_GAMES.get("/games/<name>/rulings")
@OF_GAMES.arguments(api.QuestionSchema, location="query")
@OF_GAMES.response(200, api.RulingsSchema)
@apart
def rule(asked: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the rulings on all disputes, or on one event and optionally one rule, that may be
    shown now."""
    replay = visit(name).replay
    event = asked.get("event")
    if event is None:
        found = InPlay(tuple(answers(replay)))
    else:
        found = answer(replay, Asked(event), asked.get("rule"))
    rulings = [ruling.to_dict() for ruling in found.rulings]
    return {"rulings": rulings, "remark": _(found.remark) or None}


@OF_GAMES.post("/games/<name>/whatif")
@OF_GAMES.arguments(api.SupposingSchema)
@OF_GAMES.response(200, api.DifferenceSchema)
@apart
def suppose(asked: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the difference that changes would have made; nothing is written."""
    replay = visit(name).replay
    difference = what_if(
        replay.lines,
        asked.get("house", {}),
        asked.get("without", []),
        {replacement["event"]: replacement["with"] for replacement in asked.get("instead", [])},
    )
    difference = difference_now(replay, difference)
    sentences = [sentence.render() for sentence in difference.sentences()]
    return {**difference.to_dict(), "sentences": sentences}


RULEBOOKS = RouteGroup("rulebooks", "The rulebooks")


@RULEBOOKS.get("/rulebooks", endpoint="listed")
@RULEBOOKS.response(200, api.RulebooksSchema)
def known() -> dict[str, Any]:
    """Return the games that the referee knows."""
    return {"rulebooks": [book.to_dict() for book in games()]}


@RULEBOOKS.get("/rulebooks/<game>")
@RULEBOOKS.response(200, api.RulebookSchema)
def whole(game: str) -> dict[str, Any]:
    """Return a rulebook; ``name@2`` is the second edition of the game with that name."""
    return rulebook_of(game).to_dict()


@RULEBOOKS.get("/rulebooks/<game>/rules/<rule>")
@RULEBOOKS.response(200, api.RuleSchema)
def single(game: str, rule: str) -> dict[str, Any]:
    """Return one rule, by its id."""
    return (rulebook_of(game).rule(rule) or abort(404)).to_dict()


@RULEBOOKS.post("/rulebooks/<game>/count")
@RULEBOOKS.arguments(api.HandToCountSchema)
@RULEBOOKS.response(200, api.HandCountSchema)
@RULEBOOKS.alt_response(422, "UNPROCESSABLE_ENTITY")
def count(hand: dict[str, Any], game: str) -> dict[str, Any]:
    """Count the cards of a hand, as the game does. Nothing is stored."""
    name = rulebook_of(game).name
    return count_cards(name, hand["cards"], hand.get("round"), hand.get("house")).to_dict()


CHECKING = RouteGroup("checking", "The check of a log")

PLAIN: Final = frozenset({JSON_LINES, "application/x-ndjson", "text/plain"})
"""The content types that are a log; its form is recognized."""


@CHECKING.post("/check")
@CHECKING.doc(
    requestBody={
        "required": True,
        "content": {
            JSON: {"schema": api.PostedLogSchema()},
            **{kind: {"schema": {"type": "string"}} for kind in sorted(PLAIN)},
        },
    }
)
@CHECKING.response(200, ReportSchema)
@CHECKING.alt_response(415, "UNSUPPORTED_MEDIA_TYPE")
@CHECKING.alt_response(422, "UNPROCESSABLE_ENTITY")
@apart
def check() -> Response:
    """Judge a log, JSON Lines or a score sheet. Nothing is stored."""
    # unchanged, so that its bytes are those of the command's report
    places: list[Place] = []
    events = read_log(BytesIO(_posted()), Word("the log"), places)
    return jsonify(located(judge(events), places))


def _posted() -> bytes:
    if request.mimetype in PLAIN:
        return request.get_data()
    if request.mimetype != JSON:
        abort(415)
    text: str = CHECKING.ARGUMENTS_PARSER.parse(api.PostedLogSchema(), location="json")["log"]
    return text.encode()


PARTS = (GAMES, RECORD, OF_GAMES, RULEBOOKS, CHECKING)
"""All parts of the interface."""


def register_interface(app: Flask) -> None:
    """Serve the interface and its description."""
    app.json.sort_keys = False  # type: ignore[attr-defined] # of Flask's own provider
    app.json.ensure_ascii = False  # type: ignore[attr-defined] # likewise
    app.json.compact = True  # type: ignore[attr-defined] # likewise
    for part in PARTS:
        app.register_blueprint(part)
    app.add_url_rule(f"{PREFIX}/openapi.json", view_func=description)


@cache
def description() -> dict[str, Any]:
    """Return the OpenAPI description, made at the first request for it."""
    # the description is in English on every server
    with speaking(ENGLISH):
        described = Described(Flask(__name__))
        for part in PARTS:
            described.register_blueprint(part, parameters=["lang"])
        made: dict[str, Any] = described.spec.to_dict()
        return made
