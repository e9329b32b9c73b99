"""Stories that text files tell, each a test: of visitors of the web form, and of commands."""

import json
import re
import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from pypdf import PdfReader

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
            name = f"<{title.removeprefix('lines: ')}>"
            known[name] = list(filter(None, _filled_in(lines, known)))
            continue
        lines = _filled_in(lines, known)
        name = title.removesuffix(" (deep)")
        marks = [pytest.mark.deep] if name != title else []
        yield pytest.param(list(_steps(lines)), id=f"{file.stem}: {name}", marks=marks)


def _filled_in(lines: Iterable[str], known: Mapping[str, list[str]]) -> list[str]:
    return [one for line in lines for one in known.get(line.strip(), [line])]


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


def says(event: dict[str, Any], wanted: str) -> bool:
    """Return whether an event is this JSON, or has the fields of one that ends with dots."""
    among = json.loads(wanted.replace(", ...}", "}"))
    told = {name: event.get(name) for name in among} if wanted.endswith("...}") else event
    return bool(told == among)


def has_text(pdf: bytes, text: str) -> bool:
    """Return whether a PDF has this text; it may set spaces and line breaks anywhere."""
    pages = PdfReader(BytesIO(pdf)).pages
    there = "".join("".join(page.extract_text() for page in pages).split())
    return "".join(text.split()) in there


class Story(ABC):
    """A story over a record book of its own. ``{NAME}`` in its lines is what was kept under this
    name, ``{x*20}`` a long text; ``for NAME in ...`` takes the steps below once for each word."""

    def __init__(self, folder: Path) -> None:
        self.book = folder / "book.db"
        self.names: dict[str, str] = {}
        self._seen: dict[str, int] = {}

    @abstractmethod
    def take(self, line: str, below: list[str]) -> None:
        """Take one step."""

    def takes(self, steps: Sequence[Step]) -> None:
        for place, (line, below) in enumerate(steps):
            try:
                if line.startswith("for "):
                    _, name, _, words = line.split(" ", 3)
                    for word in shlex.split(words):
                        self.names[name] = self.filled(word)
                        self.takes(steps[place + 1 :])
                    return
                self.take(self.filled(line), below)
            except Exception as problem:
                problem.add_note(line)
                raise

    def filled(self, text: str) -> str:
        """Return a line with what stands for its names."""
        return re.sub(r"\{([^{}\s\":]+)\}", lambda found: self.meant(found[1]), text)

    def meant(self, name: str) -> str:
        """Return what stands for a name in braces."""
        if name in self.names:
            return self.names[name]
        long = re.fullmatch(r"(.+)\*(\d+)", name)
        return long[1] * int(long[2]) if long else f"{{{name}}}"

    def keeps(self, text: str, said: str) -> None:
        """Keep what is found there: ``NAME pattern``."""
        name, pattern = text.split(" ", 1)
        match = re.search(pattern, said)
        assert match is not None, said
        self.names[name] = match[1]

    def wrote(self, game: str, lines: list[dict[str, Any]], below: list[str]) -> None:
        """Compare the lines of a game that nobody has asked for yet: with dots at its end a line
        names these fields among others."""
        told = [{name: one for name, one in line.items() if name != "id"} for line in lines]
        new, self._seen[game] = told[self._seen.get(game, 0) :], len(told)
        assert len(new) == len(below), new
        for line, wanted in zip(new, map(self.filled, below), strict=True):
            assert says(line, wanted), line

    def begins_with(self, game: str, count: int) -> None:
        """So many lines of a game are there before the story."""
        self._seen[game] = count

    def compares(self, value: Any, text: str) -> None:
        """Compare a part of JSON: ``path.to.it = value``, with ``~`` for one that has a text, and
        ``!`` for one without it."""
        path, is_, wanted = text.split(" ", 2)
        for part in path.split("."):
            if part:
                value = value[int(part)] if isinstance(value, list) else value[part]
        if is_ == "=":
            assert value == json.loads(wanted), value
        else:
            assert (wanted in str(value)) is (is_ == "~"), value
