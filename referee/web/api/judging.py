"""The referee's view of a game: the report, rulings, what-if, and the acts that may come next."""

from typing import Any

from flask import Response, jsonify
from referee_schemas import api
from referee_schemas.report import ReportSchema

from referee.judging.live import report_now
from referee.rulings.ruling import Asked
from referee.rulings.whatif import what_if
from referee.web.access import visit
from referee.web.answers_in_play import InPlay, answer, answers, difference_now
from referee.web.api.parts import RouteGroup
from referee.web.judges import apart_if_long
from referee.wording.language import _
from referee.wording.sentences import letters

PART = RouteGroup("judging", "What the referee says of a game")


@PART.get("/games/<name>/report")
@PART.response(200, ReportSchema)
@apart_if_long
def report(name: str) -> Response:
    """Return the report, limited to what you may know and the table wants to hear now."""
    # unchanged, so that its bytes are those of the command's report
    return jsonify(report_now(visit(name).replay, letters))


@PART.get("/games/<name>/expected")
@PART.response(200, api.ExpectedSchema)
def expected(name: str) -> dict[str, Any]:
    """Return the acts that may come next and the players who may do them, without advice."""
    return {"expected": [expectation.plain() for expectation in visit(name).replay.expected()]}


@PART.get("/games/<name>/rulings")
@PART.arguments(api.QuestionSchema, location="query")
@PART.response(200, api.RulingsSchema)
@apart_if_long
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


@PART.post("/games/<name>/whatif")
@PART.arguments(api.SupposingSchema)
@PART.response(200, api.DifferenceSchema)
@apart_if_long
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
