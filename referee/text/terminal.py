"""The terminal on which a report is printed."""

import re
from collections.abc import Iterable
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from referee.wording.visible import can_be_shown, visible_lines

SPACES_AT_AN_END: Final = re.compile(" +\n").sub
FROM_THE_LEFT: Final = "\u2066"  # a mark after which a terminal writes from left to right

AND_BACK: Final = "\u2069"

_from_the_right: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]"
)
"""Characters written from right to left: Hebrew, Arabic, Syriac and similar scripts."""


class Terminal(Console):
    """Standard output, without control sequences other than styles."""

    def on_broken_pipe(self) -> None:
        """Let the end of the program handle a closed pipe."""
        raise BrokenPipeError

    def indented(self, what: RenderableType, by: int = 2, style: str = "") -> None:
        """Print a text in this style, or a table, indented by ``by`` spaces."""
        shown = Text(what, style=style) if isinstance(what, str) else what
        self.print(Padding(shown, (0, 0, 0, by), expand=False))

    def shows(self, text: str) -> bool:
        """Return whether the output can show every character of this text."""
        return can_be_shown(text, self.encoding)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield the output piece by piece, without trailing spaces."""
        blank: list[Segment] = []
        for text, style, control in super().render(renderable, options):
            if control:
                yield Segment(text, style, control)
                continue
            # a space is printed only if more text follows on its line
            shown = SPACES_AT_AN_END("\n", with_marks(text))
            if shown.startswith("\n"):
                blank.clear()
            said = shown.rstrip(" ")
            if said:
                yield from blank
                blank.clear()
                yield Segment(said, style)
            if said != shown:
                blank.append(Segment(shown[len(said) :], style))
        # the rest of the line is still to come
        yield from blank


def with_marks(text: str) -> str:
    """Return a text for display, with marks around lines that are partly written from right to
    left.

    >>> with_marks("Ana"), with_marks("\u05d0\u05d1 +5") == "\u2066\u05d0\u05d1 +5\u2069"
    ('Ana', True)
    >>> with_marks(with_marks("\u05d0")) == with_marks("\u05d0")
    True
    """
    if not _from_the_right.search(text):
        return visible_lines(text)
    return "\n".join(map(_marked, text.split("\n")))


def _marked(line: str) -> str:
    shown = visible_lines(line.removeprefix(FROM_THE_LEFT).removesuffix(AND_BACK))
    return f"{FROM_THE_LEFT}{shown}{AND_BACK}" if _from_the_right.search(shown) else shown
