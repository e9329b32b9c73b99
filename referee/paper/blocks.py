"""The parts of a document, whatever it is printed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; the part of a part has level 2."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``strong`` for what is read first, ``soft`` for what is read last."""

    text: str
    strong: bool = False
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list, each of whose items has what is told in short and, in softer words, more about it."""

    items: Sequence[tuple[str, str]]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Amounts:
    """A table: its first column has names, the others amounts; ``sums`` is its last line."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    sums: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture: the sum of everybody, by name, at each of these times."""

    title: str
    times: Sequence[str]
    lines: Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a log or score sheet, as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Blanks:
    """Labels with room behind them for a pencil."""

    labels: Sequence[str]


@dataclass(frozen=True, slots=True)
class Ruled:
    """An empty table to be filled in with a pencil; ``names`` are those of its first rows."""

    head: Sequence[str]
    rows: int
    names: Sequence[str] = ()


Block = Heading | Paragraph | Items | Amounts | Chart | Lines | Blanks | Ruled


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its title, what stands below it, its parts; ``head`` is that of the game in the
    record book, where it lies in one."""

    title: str
    about: str = ""
    blocks: Sequence[Block] = field(default=())
    head: str = ""
