"""A fair lock in front of the book's write lock.

SQLite makes writers poll, and the one that tries at the right moment goes first: under load some
writers starve. The operating system's file lock wakes the waiting ones.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Condition, Lock, Thread
from time import monotonic
from typing import IO, Final

from referee.store.errors import BUSY, BookBusy
from referee.wording.language import _

PATIENCE: Final = 10.0  # seconds that a writer waits for its turn

ROOM_FOR_A_NUMBER: Final = 10
"""Bytes of the lock file that hold the number of the process with the lock."""

if sys.platform == "win32":
    import portalocker

    def _lock(file: IO[bytes], *, waits: bool) -> bool:
        flags = portalocker.LockFlags.EXCLUSIVE
        try:
            portalocker.lock(file, flags if waits else flags | portalocker.LockFlags.NON_BLOCKING)
        except portalocker.exceptions.AlreadyLocked:
            return False
        except portalocker.exceptions.BaseLockException as problem:
            raise OSError(0, problem.strerror or _("the lock was not free")) from problem
        return True

    _unlock = portalocker.unlock
else:
    # a tenth of portalocker's time, in the path of every append
    from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock

    def _lock(file: IO[bytes], *, waits: bool) -> bool:
        try:
            flock(file, LOCK_EX if waits else LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        flock(file, LOCK_UN)


class WriteLock:
    """Lets one writer through at a time, among the threads of this program and other programs.

    The file lock ends with the process that holds it. The file has the number of the process that
    holds it or held it last. ``book`` is the protected file, and ``patience`` the seconds to wait.
    """

    def __init__(self, path: Path, book: Path, patience: float = PATIENCE) -> None:
        self._path = path
        self._book = book
        self._patience = patience
        self._among_threads = Lock()
        self._file = _opened(path, book)
        self._in_line: _LockWaiter | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock for the block. Raises BookBusy after a timeout, and OSError."""
        until = monotonic() + self._patience
        if not self._among_threads.acquire(timeout=self._patience):
            raise self._busy()
        try:
            held = self._held(until)
            try:
                self._sign()
                yield
            finally:
                _unlock(held)
                if held is not self._file:
                    held.close()
        finally:
            self._among_threads.release()

    def _held(self, until: float) -> IO[bytes]:
        """Return the file that holds the lock now."""
        if self._in_line is None and _lock(self._file, waits=False):
            return self._file
        # a thread that timed out may still be waiting
        waiting = self._in_line
        if waiting is None or not waiting.resume():
            waiting = _LockWaiter(_opened(self._path, self._book))
            waiting.start()
        self._in_line = None
        if not waiting.wait(max(until - monotonic(), 0)):
            self._in_line = waiting
            raise self._busy()
        return waiting.file

    def _sign(self) -> None:
        with suppress(OSError):
            number = f"{os.getpid():<{ROOM_FOR_A_NUMBER}}"
            os.lseek(self._file.fileno(), 0, os.SEEK_SET)
            os.write(self._file.fileno(), number.encode())

    def _busy(self) -> BookBusy:
        facts = {"path": self._book, "seconds": round(self._patience), "process": self._holder()}
        if facts["process"]:
            text = (
                "Another program (process {process}) has kept the record book {path} busy for "
                "{seconds} seconds. Nothing was written: try again, or end that program."
            )
        else:
            text = BUSY
        return BookBusy(text, **facts)

    def _holder(self) -> str:
        with suppress(OSError):
            number = self._path.read_bytes()[:ROOM_FOR_A_NUMBER].strip()
            return number.decode() if number.isdigit() else ""
        return ""

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class _LockWaiter(Thread):
    """Waits for flock() in a thread, because flock() has no timeout. After a timeout the thread
    releases the lock as soon as it gets it."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self.file = file
        self._news = Condition()
        self._wanted = True
        self._locked = False
        self._problem: OSError | None = None

    def run(self) -> None:
        """Wait for the lock."""
        try:
            _lock(self.file, waits=True)
        except OSError as problem:
            self._problem = problem
        with self._news:
            self._locked = True
            if not self._wanted:
                self.file.close()
            self._news.notify()

    def resume(self) -> bool:
        """Use the thread again if it is still waiting; return whether it is."""
        with self._news:
            self._wanted = not self._locked
            return self._wanted

    def wait(self, seconds: float) -> bool:
        """Wait for so many seconds; return whether the lock was acquired. Raises OSError."""
        with self._news:
            self._news.wait_for(lambda: self._locked, seconds)
            self._wanted = self._locked
            if self._problem:
                self.file.close()
                raise self._problem
            return self._locked


def _opened(path: Path, book: Path) -> IO[bytes]:
    """Open the lock file, with the permissions of the book."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, book.stat().st_mode & 0o666)
    return open(file, "r+b", buffering=0)  # noqa: PTH123 - a path has no way to open a descriptor
