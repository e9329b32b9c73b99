"""The lock in front of the book's write lock.

SQLite makes writers wait by trying again after a pause, and whoever tries at the right moment goes
first: under load some writers starve. The operating system's file lock wakes who waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

import portalocker


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
        """Wait for one's turn, and hold it."""
        with self._among_threads:
            portalocker.lock(self._file, portalocker.LockFlags.EXCLUSIVE)
            try:
                yield
            finally:
                portalocker.unlock(self._file)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
