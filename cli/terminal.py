"""The terminal on which a report is printed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from referee.wording.visible import visible_lines

FROM_THE_LEFT: Final = "\u2066"
"""From here on a terminal writes from left to right, whatever stands around it."""

AND_BACK: Final = "\u2069"

_from_the_right: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]"
)
"""What is written from right to left: Hebrew, Arabic, Syriac and their like."""


class Terminal(Console):
    """Standard output, where no text gives the terminal an order: only styles do. What is written
    from right to left stays in its place among the columns."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What is printed, piece by piece."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else in_its_place(text), style, control)


def in_its_place(text: str) -> str:
    """A text as it is shown, its lines fenced where some of one is written from right to left.

    >>> in_its_place("Ana"), in_its_place("\u05d0\u05d1 +5") == "\u2066\u05d0\u05d1 +5\u2069"
    ('Ana', True)
    >>> in_its_place(in_its_place("\u05d0")) == in_its_place("\u05d0")
    True
    """
    if not _from_the_right.search(text):
        return visible_lines(text)
    return "\n".join(map(_fenced, text.split("\n")))


def _fenced(line: str) -> str:
    shown = visible_lines(line.removeprefix(FROM_THE_LEFT).removesuffix(AND_BACK))
    return f"{FROM_THE_LEFT}{shown}{AND_BACK}" if _from_the_right.search(shown) else shown
