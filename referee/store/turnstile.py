"""The lock in front of the book's write lock.

SQLite makes writers wait by trying again after a pause, and whoever tries at the right moment goes
first: under load some writers starve. The operating system's file lock wakes who waits.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import IO

from referee.wording.language import _

if sys.platform == "win32":
    import portalocker

    def _lock(file: IO[bytes]) -> None:
        try:
            portalocker.lock(file, portalocker.LockFlags.EXCLUSIVE)
        except portalocker.exceptions.BaseLockException as problem:
            raise OSError(0, problem.strerror or _("no lock to be had")) from problem

    _unlock = portalocker.unlock
else:
    # a tenth of what portalocker takes, on the way of every append
    from fcntl import LOCK_EX, LOCK_UN, flock

    def _lock(file: IO[bytes]) -> None:
        flock(file, LOCK_EX)

    def _unlock(file: IO[bytes]) -> None:
        flock(file, LOCK_UN)


class Turnstile:
    """Lets one writer after another through: threads of this program, and other programs.

    The file lock ends with the program that holds it, however that ends. The file itself is empty
    and stays.
    """

    def __init__(self, path: Path) -> None:
        self._among_threads = Lock()
        self._file = path.open("ab")

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Wait for one's turn, and hold it. Raises OSError."""
        with self._among_threads:
            _lock(self._file)
            try:
                yield
            finally:
                _unlock(self._file)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
