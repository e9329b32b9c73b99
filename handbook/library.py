"""The page of the library, from its docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import referee
from handbook.markdown import code
from referee.judging.report import ReportPart

OFFERED = {name: getattr(referee, name) for name in referee.__all__}


def library() -> str:
    """Return the public names of the package with their signatures and docstrings: functions first,
    then classes, then the parts of reports."""
    order = sorted(OFFERED.items(), key=lambda one: (_is_part(one[1]), inspect.isclass(one[1])))
    return "\n\n".join(part for name, offered in order for part in _told(name, offered) if part)


def _is_part(offered: Any) -> bool:
    return inspect.isclass(offered) and issubclass(offered, ReportPart)


def _told(name: str, offered: Any) -> Iterator[str]:
    if _is_part(offered):
        yield f"## `{name}`"
        yield code("\n".join(_attributes(offered)), "python")
        yield _written(vars(offered).get("__doc__") or "")
    elif inspect.isfunction(offered) or inspect.isclass(offered):
        yield f"## `{name}`"
        if inspect.isfunction(offered) or "__init__" in vars(offered):
            yield code(f"{name}{_called(offered)}", "python")
        yield _written(inspect.getdoc(offered) or "")
        for step, function in vars(offered).items():
            if inspect.isfunction(function) and not step.startswith("_"):
                yield f"### `{name}.{step}`"
                yield code(f"{step}{_called(function)}", "python")
                yield _written(inspect.getdoc(function) or "")


def _called(offered: Callable[..., object]) -> str:
    """Return the signature of a function, with the short names of its types.

    >>> _called(referee.who_pays_whom)
    '(report: Report) -> list[Transfer]'
    """
    called = re.sub(r"\(self(, )?", "(", str(inspect.signature(offered)))
    typed = re.sub(r"(: |-> )'([^']*)'", r"\1\2", called)
    return re.sub(r"\b(?:[a-z_]+\.)+(?=\w)| -> None$", "", typed)


def _attributes(offered: type) -> Iterator[str]:
    derived = {
        name: inspect.get_annotations(each.fget)["return"]
        for name, each in vars(offered).items()
        if isinstance(each, property) and each.fget
    }
    for name, kind in {**inspect.get_annotations(offered), **derived}.items():
        yield f"{name}: " + re.sub(r"<class '|'>|\b[a-z_]+\.", "", str(kind))


def _written(docstring: str) -> str:
    """Return a docstring as Markdown, with its examples as code.

    >>> _written("Says ``a``.\\n\\n>>> 1 + 1\\n2\\n\\nMore.").split("\\n\\n")
    ['Says `a`.', '```pycon\\n>>> 1 + 1\\n2\\n```', 'More.']
    """
    paragraphs = inspect.cleandoc(docstring).replace("``", "`").split("\n\n")
    return "\n\n".join(code(text, "pycon") if ">>>" in text else text for text in paragraphs)
