"""Which problems are interrupts: somebody pressed the key that ends a command."""

from __future__ import annotations


def is_interrupt(problem: BaseException | None) -> bool:
    """Return whether a problem is an interrupt, or came of one: Python up to 3.11 hides what
    happens while a class is made behind a RuntimeError, and code that cleans up may fail in its own
    way."""
    while problem is not None:
        if isinstance(problem, KeyboardInterrupt):
            return True
        problem = problem.__cause__ or problem.__context__
    return False
