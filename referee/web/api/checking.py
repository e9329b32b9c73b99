"""The check of a log that is not in the record book."""

from io import BytesIO
from typing import Final

from flask import Response, abort, jsonify, request
from referee_schemas.api import PostedLogSchema
from referee_schemas.places import Place, located
from referee_schemas.reading import read_log
from referee_schemas.report import ReportSchema

from referee.judging.replay import judge
from referee.web.api.parts import JSON, JSON_LINES, RouteGroup
from referee.web.judges import apart_if_large
from referee.wording.language import Word

PART = RouteGroup("checking", "The check of a log")

PLAIN: Final = frozenset({JSON_LINES, "application/x-ndjson", "text/plain"})
"""The content types that are a log; its form is recognized."""


@PART.post("/check")
@PART.doc(
    requestBody={
        "required": True,
        "content": {
            JSON: {"schema": PostedLogSchema()},
            **{kind: {"schema": {"type": "string"}} for kind in sorted(PLAIN)},
        },
    }
)
@PART.response(200, ReportSchema)
@PART.alt_response(415, "UNSUPPORTED_MEDIA_TYPE")
@PART.alt_response(422, "UNPROCESSABLE_ENTITY")
@apart_if_large
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
    text: str = PART.ARGUMENTS_PARSER.parse(PostedLogSchema(), location="json")["log"]
    return text.encode()
