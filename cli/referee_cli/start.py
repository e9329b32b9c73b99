"""The way in. From its first moment the program ends without a traceback, whatever happens.

Nothing else is loaded before that is settled; how a command ends is told by ``ending``.
"""

from __future__ import annotations

import os
import sys

from referee_cli.statuses import FAULT, INTERRUPTED, is_interrupt

TYPE_CHECKING = False

if TYPE_CHECKING:
    from types import TracebackType


def start() -> None:
    """Run the command that ``sys.argv`` asks for, and end with its exit status. In Python's
    development mode a fault is shown with its traceback."""
    sys.excepthook = _end
    sys.unraisablehook = _end_if_interrupted
    from referee_cli.main import main

    main()


def _end_if_interrupted(lost: sys.UnraisableHookArgs) -> None:
    # in a finalizer an interrupt is shown, and then forgotten
    if is_interrupt(lost.exc_value):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(lost)


def _end(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
    if is_interrupt(problem):
        os._exit(INTERRUPTED)
    if sys.flags.dev_mode:
        sys.__excepthook__(kind, problem, trace)
    elif sys.stderr is not None:
        # what could tell it in another language is perhaps what is broken
        print(f"Error: the referee cannot run ({kind.__name__}: {problem}).", file=sys.stderr)
    os._exit(FAULT)
