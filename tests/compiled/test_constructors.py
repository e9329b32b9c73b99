"""What the build writes out for a dataclass is what ``dataclass`` makes of it."""

from __future__ import annotations

import dataclasses
import inspect
import tomllib
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from hatch_build import Classes, lacks_constructor, to_compile

ROOT = Path(__file__).parent.parent.parent


def compiled_dataclasses() -> list[tuple[type, str]]:
    """The dataclasses that are compiled, each with the constructor that is written for it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    sources = to_compile(project["tool"]["hatch"]["build"]["hooks"]["custom"])
    classes = Classes(sources)
    return [
        (
            getattr(import_module(name.rpartition(".")[0]), defined.name),
            "\n".join(
                [*classes.needed_imports(name), dedent("\n".join(classes.constructor(name)))]
            ),
        )
        for source in sources
        for name, defined in classes.of(source)
        if lacks_constructor(defined)
    ]


def asked(constructor: Any) -> list[tuple[str, Any, Any]]:
    """What a constructor asks for: names, whether they have to be said, and defaults."""
    anew = dataclasses._HAS_DEFAULT_FACTORY  # type: ignore[attr-defined]
    return [
        (one.name, one.kind, ... if one.default is anew else one.default)
        for one in inspect.signature(constructor).parameters.values()
    ]


def test_it_asks_for_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = compiled_dataclasses()
    assert len(found) > 100
    for made, written in found:
        names: dict[str, Any] = dict(vars(inspect.getmodule(made)))
        exec(f"from __future__ import annotations\n{written}", names)
        assert asked(names["__init__"]) == asked(made.__init__), made
