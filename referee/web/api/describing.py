"""The description of the interface, made from the schemas that read and answer."""

from http import HTTPStatus
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from flask_smorest import Api
from marshmallow import Schema, fields
from referee_schemas.api import ProblemSchema
from referee_schemas.json_schema import Description

from referee.version import __version__
from referee.web.errors import PROBLEM
from referee.web.language import LOCALES

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

    def _register_error_handlers(self) -> None:
        """Do nothing: they are registered for pages and programs alike."""

    def _register_pagination_header(self) -> None:
        """Do nothing: answers are not paginated."""

    def _register_responses(self) -> None:
        refused = {status.name: status.phrase for status in HTTPStatus if status >= 400}
        for name, phrase in {**refused, "Problem": "What is wrong, in a sentence"}.items():
            answer = {"description": phrase, "content": {PROBLEM: {"schema": ProblemSchema()}}}
            self.spec.components.response(name, answer, lazy=True)
