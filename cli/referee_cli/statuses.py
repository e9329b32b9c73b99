"""The exit statuses beside those of logs (see ``referee.judging.report``)."""

WRONG_USE = 2
"""What was asked for cannot be done."""

FAULT = 70
"""A fault of the program itself."""

INTERRUPTED = 130
"""Somebody interrupted the program, as shells have it."""

PIPE_CLOSED = 141
"""Whoever read what was printed went away, as shells have it."""
