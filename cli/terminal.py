"""The terminal on which a report is printed."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from referee.wording.visible import visible_lines


class Terminal(Console):
    """Standard output, where no text gives the terminal an order: only styles do."""

    def on_broken_pipe(self) -> None:
        """Leave it to the end of the program that nobody reads any more."""
        raise BrokenPipeError

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What is printed, piece by piece."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible_lines(text), style, control)
