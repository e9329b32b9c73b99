"""What the referee says of a game: the report, rulings, what would have been, what may come."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify

from referee.rulings.ruling import rule_on, rulings
from referee.rulings.whatif import what_if
from referee.web.access import visit
from referee.web.api.parts import Part
from schemas.api import Difference, Expected, Question, Rulings, Supposing
from schemas.report import Report

PART = Part("judging", "What the referee says of a game")


@PART.get("/games/<name>/report")
@PART.response(200, Report)
@PART.alt_response(404, "NOT_FOUND")
def report(name: str) -> Response:
    """The report, by what you may know of the game."""
    # as it is, so that its bytes are those of the command's report
    return jsonify(visit(name).replay.report())


@PART.get("/games/<name>/expected")
@PART.response(200, Expected)
@PART.alt_response(404, "NOT_FOUND")
def expected(name: str) -> dict[str, Any]:
    """What may come next and who may do it; never what somebody should do."""
    return {"expected": [one.plain() for one in visit(name).replay.expected()]}


@PART.get("/games/<name>/rulings")
@PART.arguments(Question, location="query")
@PART.response(200, Rulings)
@PART.alt_response(404, "NOT_FOUND")
def rule(asked: dict[str, Any], name: str) -> dict[str, Any]:
    """The rulings on all disputes, or on one event and, if you like, one rule."""
    lines = visit(name).replay.lines
    event = asked.get("event")
    found = rulings(lines) if event is None else rule_on(lines, event, asked.get("rule"))
    return {"rulings": [one.as_dict() for one in found]}


@PART.post("/games/<name>/whatif")
@PART.arguments(Supposing)
@PART.response(200, Difference)
@PART.alt_response(404, "NOT_FOUND")
def suppose(asked: dict[str, Any], name: str) -> dict[str, Any]:
    """What would have been: nothing is written."""
    difference = what_if(
        visit(name).replay.lines,
        asked.get("house", {}),
        asked.get("without", []),
        {one["event"]: one["with"] for one in asked.get("instead", [])},
    )
    sentences = [one.told() for one in difference.sentences()]
    return {**difference.as_dict(), "sentences": sentences}
