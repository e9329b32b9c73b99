"""Helpers shared by the parts of the interface: their addresses, and reading a request."""

from http import HTTPStatus
from typing import Any, Final, NoReturn

from flask import Request, Response, abort, request
from flask_smorest import Blueprint
from marshmallow import ValidationError
from referee_schemas.faults import first_fault
from referee_schemas.reading import read_json
from webargs.flaskparser import FlaskParser

from referee.wording.language import Word

PREFIX: Final = "/api/v1"
JSON: Final = "application/json"
JSON_LINES: Final = "application/jsonl"


class _Strictly(FlaskParser):
    """Reads a request as strictly as a log is read, with the same errors."""

    def load_json(self, req: Request, *_: Any, **__: Any) -> Any:
        """Return the body; ends the request with 415 if it is not JSON. Raises Unreadable."""
        if req.mimetype != JSON:
            abort(415)
        return read_json(req.get_data(), Word("the request as a JSON object"))

    def load_querystring(self, req: Request, *_: Any, **__: Any) -> Any:
        """Return the query parameters without ``lang``, which every address may have."""
        return {name: value for name, value in req.args.items() if name != "lang"}

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        """Report the first refusal. Raises Unreadable."""
        assert isinstance(error.messages, dict)
        # the messages are keyed by the location of the value
        (messages,) = error.messages.values()
        raise first_fault(error.data, messages) from error


class RouteGroup(Blueprint):
    """Routes of the interface under one heading of its description."""

    ARGUMENTS_PARSER = _Strictly()

    def __init__(self, name: str, heading: str) -> None:
        super().__init__(name, __name__, url_prefix=PREFIX, description=heading)
        self.after_request(_unless_known)

    def route(self, rule: str, **options: Any) -> Any:
        """Add a route, with an operation id from the part and the view. If its address names
        something, the answer may be 404."""
        add = super().route(rule, **options)

        def added(view: Any) -> Any:
            named = self.alt_response(404, "NOT_FOUND")(view) if "<" in rule else view
            return add(self.doc(operationId=f"{self.name}_{view.__name__}")(named))

        return added


def _unless_known(answer: Response) -> Response:
    """Add an ETag to an answer to GET; a client that already has this version gets 304."""
    if request.method == "GET" and answer.status_code == HTTPStatus.OK:
        answer.add_etag()
        answer.make_conditional(request)
    return answer
