"""The exit statuses besides those of logs (see ``referee.judging.report``), and a test for
interrupts."""

WRONG_USE = 2  # the request cannot be fulfilled
FAULT = 70  # a fault of the program itself
INTERRUPTED = 130  # the user interrupted the program; the status that shells use
PIPE_CLOSED = 141  # the reader of the output closed the pipe; the status that shells use


def is_interrupt(problem: BaseException | None) -> bool:
    """Return whether an error is an interrupt, or was caused by one: up to Python 3.11 an interrupt
    while a class is created becomes a RuntimeError, and cleanup code may fail in its own way."""
    while problem is not None:
        if isinstance(problem, KeyboardInterrupt):
            return True
        problem = problem.__cause__ or problem.__context__
    return False
