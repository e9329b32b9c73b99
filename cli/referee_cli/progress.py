"""A line that tells that the program is at work, where that takes a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Final, TextIO

from referee.wording.language import _

A_WHILE: Final = 1.0
"""Seconds until the line is shown, and between two of them."""


@contextmanager
def working(a_while: float = A_WHILE) -> Iterator[None]:
    """Tell how long this block has been at work, on standard error and only on a terminal. The line
    is gone when the block ends, so that nothing may be printed in it."""
    terminal = sys.stderr
    if terminal is None or not terminal.isatty():
        yield
        return
    done = Event()
    # what is spoken here is not known to a thread
    text = _("Working, {seconds} s ... (Ctrl-C stops)")
    clock = Thread(target=_tell, args=(terminal, text, done, a_while), daemon=True)
    clock.start()
    try:
        yield
    finally:
        done.set()
        clock.join()


def _tell(terminal: TextIO, text: str, done: Event, a_while: float) -> None:
    lines, told = 0, ""
    while not done.wait(a_while):
        lines += 1
        told = text.format(seconds=round(lines * a_while))
        terminal.write(f"\r{told}")
        terminal.flush()
    if told:
        terminal.write(f"\r{' ' * len(told)}\r")
        terminal.flush()
