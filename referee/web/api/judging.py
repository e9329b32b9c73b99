"""The referee's view of a game: the report, rulings, what-if, and the acts that may come next; the
check of a log that is not in the record book; and the rulebooks."""

from io import BytesIO
from typing import Any, Final

from flask import Response, abort, jsonify, request
from referee_schemas import api
from referee_schemas.places import Place, located
from referee_schemas.reading import read_log
from referee_schemas.report import ReportSchema

from referee.answers.book import count_cards
from referee.judging.live import report_now
from referee.judging.registry import games
from referee.judging.replay import judge
from referee.rulings.ruling import Asked
from referee.rulings.whatif import what_if
from referee.web.access import rulebook_of, visit
from referee.web.answers_in_play import InPlay, answer, answers, difference_now
from referee.web.api.parts import JSON, JSON_LINES, RouteGroup
from referee.web.judges import apart
from referee.wording.language import Word, _
from referee.wording.sentences import letters

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


@RULEBOOKS.get("/rulebooks")
@RULEBOOKS.response(200, api.RulebooksSchema)
def listed() -> dict[str, Any]:
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
