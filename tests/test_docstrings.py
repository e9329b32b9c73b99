"""Docstrings begin with a noun or a verb."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PARTS: Final = ("referee", "cli", "schemas", "tests", "benchmarks", "handbook")

begins_with_a_clause = re.compile(
    r"(Who|Whom|Whoever|Whose|What|Whatever|Whether|Of whom|Somebody)\b"
).match


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the docstrings of modules, classes, functions and attributes, with their places."""
    for path in (path for part in PARTS for path in ROOT.glob(f"{part}/**/*.py")):
        file = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                yield f"{file}:{node.lineno}", str(node.value.value)


def test_docstrings_begin_with_a_noun_or_a_verb() -> None:
    assert [one for one in docstrings() if begins_with_a_clause(one[1].lstrip())] == []
