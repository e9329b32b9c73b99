"""The client of docs/client, from the description of the interface."""

import json
import re
import subprocess
import sys
from keyword import iskeyword
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import Any, Final

from referee.web import Settings, create_app

CLIENT: Final = Path(__file__).parents[1] / "docs" / "client" / "referee_client.py"

MADE: Final = re.compile(r" *# ---- .*, made from the description\n")
"""The remarks in the client after which the code is generated; the code before them is kept."""

CLASS: Final = "\n\nclass Referee:"

PLAIN: Final = {
    "string": "str",
    "integer": "int",
    "boolean": "bool",
    "number": "float",
    "null": "None",
}


class Types:
    """The types of requests and answers, under their names in the description."""

    def __init__(self, schemas: dict[str, Any]) -> None:
        self._schemas = schemas
        self.written: dict[str, str] = {}

    def of(self, schema: dict[str, Any]) -> str:
        """Return the type for this part of the description."""
        if "$ref" in schema:
            return self._named(schema["$ref"].rpartition("/")[2])
        if "anyOf" in schema:
            return " | ".join(dict.fromkeys(map(self.of, schema["anyOf"])))
        if "enum" in schema:
            words = ", ".join(json.dumps(one) for one in schema["enum"])
            return f"Literal[{words}]".replace("null", "None")
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(PLAIN[one] for one in kind)
        if kind == "array":
            return f"list[{self.of(schema.get('items', {}))}]"
        if kind == "object":
            worth = schema.get("additionalProperties")
            return f"dict[str, {self.of(worth) if isinstance(worth, dict) else 'Any'}]"
        return PLAIN.get(str(kind), "Any")

    def _named(self, name: str) -> str:
        schema = self._schemas[name]
        if name == "Event" or name[0].islower() or name.endswith("Event"):
            return "Event" if name == "Event" else self.of(schema)
        if "properties" not in schema:
            return self.of(schema)
        if name not in self.written:
            self.written[name] = ""
            self.written[name] = self._class(name, schema)
        return name

    def _class(self, name: str, schema: dict[str, Any]) -> str:
        fields = {
            field: self.of(part)
            if field in schema.get("required", ())
            else f"NotRequired[{self.of(part)}]"
            for field, part in schema["properties"].items()
        }
        said = schema.get("description", name)
        if any(map(iskeyword, fields)):
            items = "".join(
                f'        "{field}": {json.dumps(kind)},\n' for field, kind in fields.items()
            )
            return f'\n\n{name} = TypedDict(\n    "{name}",\n    {{\n{items}    }},\n)\n'
        lines = "".join(f"    {field}: {kind}\n" for field, kind in fields.items())
        return f"\n\nclass {name}(TypedDict):\n{_docstring(said, 4)}\n{lines}"


def made() -> str:
    """Return the client for the current description."""
    with TemporaryDirectory() as folder:
        app = create_app(Settings(Path(folder) / "book.db", links=False))
        described = app.test_client().get("/api/v1/openapi.json").get_json()
    types = Types(described["components"]["schemas"])
    methods = "".join(
        _method(types, path, verb, operation, operations.get("parameters", []))
        for path, operations in described["paths"].items()
        for verb, operation in operations.items()
        if verb in ("get", "post")
    )
    kept = CLIENT.read_text("utf-8")
    types_at, methods_at = (found.end() for found in MADE.finditer(kept))
    base = kept[kept.index(CLASS) : methods_at]
    return "".join([kept[:types_at], *types.written.values(), base, methods])


def _method(
    types: Types, path: str, verb: str, operation: dict[str, Any], shared: list[Any]
) -> str:
    asked = [one for one in (*shared, *operation.get("parameters", [])) if "name" in one]
    inside = re.findall(r"{(\w+)}", path)
    query = [one for one in asked if one["in"] == "query"]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    answer: dict[str, Any] = next(
        (told for status, told in sorted(operation["responses"].items()) if status.startswith("2")),
        {},
    )
    content = answer.get("content", {}).get("application/json")
    gives = types.of(content["schema"]) if content else "str"
    told = [f"{name}: str" for name in inside]
    told += [f"body: {types.of(body['schema'])}"] if body else []
    told += [f"{one['name']}: {types.of(one['schema'])} | None = None" for one in query]
    place = re.sub(r"{(\w+)}", r"{quote(\1, safe='')}", path)
    handed = ", ".join(f'"{one["name"]}": {one["name"]}' for one in query)
    said = str(operation.get("summary") or operation.get("description", ""))
    address = f'{"f" if inside else ""}"{place}"'
    sent = f"{{{handed}}}{', body' if body else ''}"
    call = f'self._ask("{verb.upper()}", {address}, {sent})'
    name = operation["operationId"]
    return (
        f"\n    def {name}({', '.join(['self', *told])}) -> {gives}:\n"
        f'{_docstring(said, 8)}        return cast("{gives}", {call})\n'
    )


def _docstring(said: str, indent: int) -> str:
    """Return a text as a docstring, in lines of limited length."""
    words = f'"""{" ".join(said.split())}"""'
    spaces = " " * indent
    return fill(words, 100, initial_indent=spaces, subsequent_indent=spaces) + "\n"


def write() -> None:
    """Write the client anew."""
    CLIENT.write_text(made(), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", CLIENT], check=True)
