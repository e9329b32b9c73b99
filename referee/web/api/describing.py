"""The interface's routes: how they read a request, and their description, made from the schemas
that read and answer."""

from http import HTTPStatus
from typing import Any, Final, NoReturn

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask, Request, Response, abort, request
from flask_smorest import Api, Blueprint
from marshmallow import Schema, ValidationError, fields
from referee_schemas.api import ProblemSchema
from referee_schemas.json_schema import Description
from referee_schemas.log_so_far import first_fault
from referee_schemas.reading import read_json
from webargs.flaskparser import FlaskParser

from referee.version import __version__
from referee.web.errors import PROBLEM
from referee.web.responses import LOCALES
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
            return add(
                self.doc(operationId=f"{self.name}_{options.get('endpoint', view.__name__)}")(named)
            )

        return added


def _unless_known(answer: Response) -> Response:
    """Add an ETag to an answer to GET; a client that already has this version gets 304."""
    if request.method == "GET" and answer.status_code == HTTPStatus.OK:
        answer.add_etag()
        answer.make_conditional(request)
    return answer


_PLACE = "#/components/schemas/"


class _Converter(OpenAPIConverter):
    """Describes schemas and fields as the published JSON Schemas do."""

    def __init__(self, openapi_version: Any, schema_name_resolver: Any, spec: APISpec) -> None:
        super().__init__(openapi_version, schema_name_resolver, spec)
        shared = spec.components.schemas
        self._description = Description(shared, _PLACE, f"{_PLACE}Event")
        events = self._description.events()
        shared |= {**events, "Event": self._description.any_of_these(events)}

    def resolve_nested_schema(self, schema: Schema | type[Schema]) -> dict[str, Any]:
        """Return a reference to the description of a schema."""
        return self._description.nested(schema() if isinstance(schema, type) else schema)

    def field2property(self, field: fields.Field[Any]) -> dict[str, Any]:
        """Return the description of a query parameter."""
        return self._description.field(field)


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


class Described(Api):
    """The interface with its description; errors are handled as elsewhere."""

    DEFAULT_ERROR_RESPONSE_NAME = "Problem"

    def __init__(self, app: Flask) -> None:
        facts = {"title": "Referee", "version": __version__, "openapi_version": "3.1.0"}
        super().__init__(app, spec_kwargs={**facts, "marshmallow_plugin": _Plugin()})
        components = self.spec.components
        components.parameter(
            "lang",
            "query",
            {
                "description": "The language of the answer: the nearest that the referee speaks, "
                f"of {', '.join(LOCALES)}. English where nothing is asked for.",
                "schema": {"type": "string"},
            },
        )
        components.security_scheme(
            "link",
            {
                "type": "http",
                "scheme": "bearer",
                "description": "The token of a table's link, where the server asks for links. A "
                "browser that followed the link has it in a cookie.",
            },
        )
        # on a server without links a request needs no link
        self.spec.options["security"] = [{"link": []}, {}]

    # errors are handled as those of pages, and answers are not paginated
    _register_error_handlers = _register_pagination_header = lambda _self: None

    def _register_responses(self) -> None:
        refused = {status.name: status.phrase for status in HTTPStatus if status >= 400}
        for name, phrase in {**refused, "Problem": "What is wrong, in a sentence"}.items():
            answer = {"description": phrase, "content": {PROBLEM: {"schema": ProblemSchema()}}}
            self.spec.components.response(name, answer, lazy=True)
