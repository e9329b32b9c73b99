"""The published JSON Schemas (draft 2020-12), made from the schemas of events and of the report.

``python -m referee_schemas.json_schema`` rewrites the files in ``published``. They describe the
accepted input, with all spellings of a card; some checks are beyond JSON Schema (names that differ
only in case, house rules of another game, the order of events).
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from marshmallow import Schema, fields

from referee.wording.sentences import spoken
from referee_schemas.cards import ListOrCount
from referee_schemas.events import Logged, protocol
from referee_schemas.fields import DeclaredField, House, Leaf, ListOf, MapOf, ObjectOf
from referee_schemas.loading import LoadedField
from referee_schemas.people import Winners
from referee_schemas.report import ReportSchema

Json = dict[str, Any]

AnyField = DeclaredField[Any] | fields.Field[Any]
"""A declared field, or one of a marshmallow schema."""

FOLDER: Final = Path(__file__).parent / "published"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Description:
    """A writer of descriptions that collects in ``shared`` those used more than once.

    ``place`` is the document's path to the shared ones, ``event`` its path to an event.
    """

    def __init__(
        self, shared: dict[str, Json] | None = None, place: str = "#/$defs/", event: str = "#"
    ) -> None:
        self.shared: dict[str, Json] = {} if shared is None else shared
        self._place = place
        self._event = event

    def events(self) -> dict[str, Json]:
        """Return the description of each event type, by its shared name."""
        return {
            f"event.{name}": self._object(shape.fields, extras=True, plain=shape.plain)
            for name, shape in protocol().items()
        }

    def any_of_these(self, events: Iterable[str]) -> Json:
        """Return a description of any one of the events with these names."""
        return {"oneOf": [{"$ref": f"{self._place}{name}"} for name in events]}

    def nested(self, schema: Schema) -> Json:
        """Return a nested schema, shared under its class name without ``Schema``."""
        return self._shared(type(schema).__name__.removesuffix("Schema"), self.schema(schema))

    def schema(self, schema: Schema) -> Json:
        """Return the full description of a schema."""
        return self._object(schema.fields, plain=schema.__doc__)

    def _object(
        self, parts: Mapping[str, AnyField], *, extras: bool = False, plain: str | None = None
    ) -> Json:
        """Describe an object with these fields; with ``extras`` ``x_`` fields are allowed."""
        described: Json = {
            "type": "object",
            "properties": {name: self.field(field) for name, field in parts.items()},
            "required": [name for name, field in parts.items() if field.required],
            "additionalProperties": False,
        }
        if extras:
            described["patternProperties"] = {"^x_": {}}
        if plain:
            described["description"] = plain
        return described

    def field(self, field: AnyField) -> Json:
        """Return the description of a field."""
        declared = field.declared if isinstance(field, LoadedField) else field
        described = {**self._value(declared), **declared.metadata}
        return {"anyOf": [described, {"type": "null"}]} if declared.allow_none else described

    def _value(self, field: AnyField) -> Json:
        match field:
            case Leaf(definition=None):
                return field.describe()
            case Leaf(definition=str(name)):
                return self._shared(
                    name, {**field.describe(), "description": spoken(field.expected)}
                )
            case ListOf() | fields.List():
                return {"type": "array", "items": self.field(field.inner)}
            case MapOf():
                names, worth = self.field(field.name), self.field(field.worth)
                return {"type": "object", "propertyNames": names, "additionalProperties": worth}
            case ListOrCount():
                return {"anyOf": [self.field(field.cards), self.field(field.count)]}
            case Winners():
                several = {**self.field(field.several), "minItems": 1}
                return {"anyOf": [self.field(field.one), several]}
            case House():
                return self._shared("HouseRules", self._object(field.parts))
            case ObjectOf():
                return self._object(field.parts)
            case Logged(recorded=True):
                return {"$ref": self._event, "not": {"required": ["seq"]}}
            case Logged():
                return {"$ref": self._event}
            case fields.Nested(schema=Schema() as schema):
                return self.nested(schema)
        raise TypeError(f"JSON Schema has no description of a {type(field).__name__}")

    def _shared(self, name: str, described: Json) -> Json:
        if self.shared.setdefault(name, described) != described:
            raise ValueError(f"two descriptions under the name {name}")
        return {"$ref": f"{self._place}{name}"}


def events_schema() -> Json:
    """Return the JSON Schema of one event, which is one line of a log."""
    description = Description()
    events = description.events()
    event = description.any_of_these(events)
    return _document("An event of a game log, format 1", event, events | description.shared)


def report_schema() -> Json:
    """Return the JSON Schema of a report."""
    description = Description()
    report = description.schema(ReportSchema())
    return _document("A report of the referee, format 1", report, description.shared)


def _document(title: str, described: Json, shared: Json) -> Json:
    return {"$schema": _DIALECT, "title": title, **described, "$defs": shared}


def published() -> dict[str, str]:
    """Return the text of each published file, by file name."""
    schemas = {"events.schema.json": events_schema(), "report.schema.json": report_schema()}
    return {name: json.dumps(schema, indent=2) + "\n" for name, schema in schemas.items()}


if __name__ == "__main__":
    for name, text in published().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
