"""The terminal on which a report is printed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from referee.wording.visible import visible_lines

SPACES_AT_AN_END: Final = re.compile(" +\n").sub


class Terminal(Console):
    """Standard output, where no text gives the terminal an order: only styles do."""

    def on_broken_pipe(self) -> None:
        """Leave it to the end of the program that nobody reads any more."""
        raise BrokenPipeError

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What is printed, piece by piece, without spaces at the ends of lines."""
        blank: list[Segment] = []
        for text, style, control in super().render(renderable, options):
            if control:
                yield Segment(text, style, control)
                continue
            # a space shows only where something follows it on its line
            shown = SPACES_AT_AN_END("\n", visible_lines(text))
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
