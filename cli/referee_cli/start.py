"""The entry point, which never ends the program with a traceback.

It imports nothing else before errors are handled; ``main`` handles the end of a command.
"""

from __future__ import annotations

import os
import sys

from referee_cli.statuses import FAULT, INTERRUPTED, is_interrupt

TYPE_CHECKING = False

if TYPE_CHECKING:
    from types import TracebackType


def start() -> None:
    """Run the command of ``sys.argv``, and end with its exit status. In Python's development mode
    unexpected errors show their traceback."""
    sys.excepthook = _end
    sys.unraisablehook = _end_if_interrupted
    from referee_cli.main import main

    main()


def _end_if_interrupted(lost: sys.UnraisableHookArgs) -> None:
    # Python prints an interrupt in a finalizer, and then forgets it
    if is_interrupt(lost.exc_value):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(lost)


def _end(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
    if is_interrupt(problem):
        os._exit(INTERRUPTED)
    if sys.flags.dev_mode:
        sys.__excepthook__(kind, problem, trace)
    elif sys.stderr is not None:
        # the translations may be what is broken
        print(f"Error: the referee cannot run ({kind.__name__}: {problem}).", file=sys.stderr)
    os._exit(FAULT)
