"""The exit statuses beside those of logs (see ``referee.judging.report``), and what is an
interrupt."""

from __future__ import annotations

WRONG_USE = 2
"""The request cannot be fulfilled."""

FAULT = 70
"""A fault of the program itself."""

INTERRUPTED = 130
"""The user interrupted the program; the status that shells use."""

PIPE_CLOSED = 141
"""The reader of the output closed the pipe; the status that shells use."""


def is_interrupt(problem: BaseException | None) -> bool:
    """Return whether a problem is an interrupt, or came of one: Python up to 3.11 hides what
    happens while a class is made behind a RuntimeError, and code that cleans up may fail in its own
    way."""
    while problem is not None:
        if isinstance(problem, KeyboardInterrupt):
            return True
        problem = problem.__cause__ or problem.__context__
    return False
