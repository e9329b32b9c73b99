"""Tables and stories of tests in text files, in parts that begin with ``== title``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet


def part(file: Path, title: str) -> list[str]:
    """The lines of a part, which ends with an empty line."""
    text = file.read_text("utf-8").partition(f"== {title}\n")[2]
    return text.partition("\n\n")[0].splitlines()


def pairs(file: Path, title: str) -> list[tuple[str, str]]:
    """The lines of a part, each with the one below it, without the mark ``! `` of that."""
    lines = part(file, title)
    below = [line.removeprefix("! ") for line in lines[1::2]]
    return list(zip(lines[::2], below, strict=True))


Step = tuple[str, list[str]]
"""A line, and the indented ones below it."""


def stories(folder: Path) -> list[ParameterSet]:
    """The parts of all files in a folder, each as the steps of a test; ``(deep)`` behind the title
    of one leaves it to full depth. The lines of a part ``== lines: NAME`` stand wherever ``<NAME>``
    does."""
    return [story for file in sorted(folder.glob("*.txt")) for story in _stories(file)]


def _stories(file: Path) -> Iterator[ParameterSet]:
    _head, *parts = f"\n{file.read_text('utf-8')}".split("\n== ")
    known: dict[str, list[str]] = {}
    for text in parts:
        title, *lines = text.splitlines()
        if title.startswith("lines: "):
            known[f"<{title.removeprefix('lines: ')}>"] = list(filter(None, lines))
            continue
        lines = [one for line in lines for one in known.get(line.strip(), [line])]
        name = title.removesuffix(" (deep)")
        marks = [pytest.mark.deep] if name != title else []
        yield pytest.param(list(_steps(lines)), id=f"{file.stem}: {name}", marks=marks)


def _steps(lines: Iterable[str]) -> Iterator[Step]:
    step: Step | None = None
    for line in lines:
        if line.startswith("  ") and step is not None:
            step[1].append(line.strip())
        elif line.strip() and not line.startswith("#"):
            if step is not None:
                yield step
            step = line.strip(), []
    if step is not None:
        yield step
