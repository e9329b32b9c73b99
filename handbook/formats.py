"""The pages of the formats, from the published schemas: the events of a log, and the report."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from handbook.markdown import plain, table
from referee.judging.registry import games

PUBLISHED = Path(__file__).parent.parent / "schemas" / "referee_schemas" / "published"
EVERYWHERE = ("at", "scribe", "note", "seq", "id", "type")

LIMITS = re.compile(" of 1 to | from [01] to ")
"""The beginning of the limits, which the schema states exactly."""

Schema = Mapping[str, Any]


@cache
def _published(name: str) -> Schema:
    schema: Schema = json.loads((PUBLISHED / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema


def events() -> str:
    """Return a table of the events with their fields, their meaning, and their games."""
    schemas = _published("events")["$defs"]
    rows = [
        [f"`{kind}`", _fields(schema), plain(schema["description"]), _played_in(kind)]
        for name, schema in schemas.items()
        for prefix, _, kind in [name.rpartition(".")]
        if prefix == "event"
    ]
    return table(["event", "fields", "what it says", "games"], rows)


def _fields(event: Schema) -> str:
    names = [name for name in event["properties"] if name not in EVERYWHERE]
    return ", ".join(f"`{name}`{'' if name in event['required'] else '?'}" for name in names)


def _played_in(kind: str) -> str:
    having = [book.name for book in games() if kind in book.events]
    return "all" if len(having) in (0, len(games())) else ", ".join(f"`{name}`" for name in having)


def report() -> str:
    """Return a section for the report and each of its parts, with their fields."""
    return "\n\n".join(_report())


def _report() -> Iterator[str]:
    whole = _published("report")
    yield _told(whole)
    yield _properties(whole)
    for name, schema in whole["$defs"].items():
        if "properties" in schema and "description" in schema:
            yield f"## {_heading(name)}"
            yield _told(schema)
            yield _properties(schema)


def _properties(schema: Schema) -> str:
    return table(["field", "holds"], (
        [f"`{name}`{'' if name in schema['required'] else '?'}", _held(field)]
        for name, field in schema["properties"].items()
    ))  # fmt: skip


def _held(field: Schema) -> str:
    """Return the content of a field, in words.

    >>> _held({"type": "array", "items": {"$ref": "#/$defs/Bonus"}})
    'a list: [bonus](#bonus)'
    >>> _held({"anyOf": [{"enum": ["knock", "none"]}, {"type": "null"}]})
    '`knock`, `none`; or null'
    """
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        known = _published("report")["$defs"][name]
        if "properties" in known and "description" in known:
            words = _heading(name)
            return f"[{words.lower()}](#{words.lower().replace(' ', '-')})"
        if name == "HouseRules":
            return "every house rule with its option"
        return plain(LIMITS.split(known["description"])[0])
    if "anyOf" in field:
        return "; or ".join(map(_held, field["anyOf"]))
    if "enum" in field:
        return ", ".join(f"`{one}`" for one in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    if field.get("type") == "array":
        return f"a list: {_held(field['items'])}"
    if "additionalProperties" in field and "propertyNames" in field:
        key = field["propertyNames"]["$ref"].rpartition("/")[2].replace("_", " ")
        return f"for each {key}: {_held(field['additionalProperties'])}"
    return {"boolean": "true or false", "string": "a text", "integer": "a whole number"}.get(
        field.get("type", ""), "null"
    )


def _heading(name: str) -> str:
    return " ".join(re.findall("[A-Z][a-z]*", name)).capitalize()


def _told(schema: Schema) -> str:
    return plain(" ".join(schema["description"].replace("``", "`").split()))
