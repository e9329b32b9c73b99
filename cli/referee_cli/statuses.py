"""The exit statuses beside those of logs (see ``referee.judging.report``)."""

WRONG_USE = 2
"""The request cannot be fulfilled."""

FAULT = 70
"""A fault of the program itself."""

INTERRUPTED = 130
"""Somebody interrupted the program, as shells have it."""

PIPE_CLOSED = 141
"""The reader of the output closed the pipe; the status that shells use."""
