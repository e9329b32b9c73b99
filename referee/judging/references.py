"""Lines that name another line of the log."""

from __future__ import annotations

from referee.judging.findings import Breach


def names_no_line(what: str, number: int, seq: int) -> Breach:
    """A line of this type, with number ``seq``, names a line that is not there, or that it cannot
    mean.

    >>> names_no_line("correct", 9999, 12).text
    'This {what} line names event {number}, which does not exist.'
    """
    text = "This {what} line names event {number}, which it cannot mean."
    if not 1 <= number < seq:
        text = "This {what} line names event {number}, which does not exist."
    return Breach(None, text, {"what": what, "number": number})
