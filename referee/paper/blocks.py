"""The parts of a document, independent of its format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; subheadings have level 2."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, optionally emphasized (``strong``) or toned down (``soft``)."""

    text: str
    strong: bool = False
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list of items, each a short text and details in softer print."""

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
    """A chart: everyone's sum, by name, at each of these times."""

    title: str
    times: Sequence[str]
    lines: Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a log or score sheet, unchanged."""

    text: str


@dataclass(frozen=True, slots=True)
class Blanks:
    """Labels followed by space for a pencil."""

    labels: Sequence[str]


@dataclass(frozen=True, slots=True)
class Ruled:
    """An empty table to fill in with a pencil; ``names`` label its first rows."""

    head: Sequence[str]
    rows: int
    names: Sequence[str] = ()


Block = Heading | Paragraph | Items | Amounts | Chart | Lines | Blanks | Ruled


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its title, a text below it, its parts, and the ``head`` of the game, if any."""

    title: str
    about: str = ""
    blocks: Sequence[Block] = field(default=())
    head: str = ""
