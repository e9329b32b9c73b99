"""Separate processes for long work, one task at a time: judging large logs, and making PDFs and
workbooks.

Meanwhile the tables are served as usual, and the memory is freed when the process ends.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from threading import BoundedSemaphore, Lock
from typing import Any, Final, ParamSpec, TypeVar, cast

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import InternalServerError, ServiceUnavailable, TooManyRequests

from referee.store.entries import line_of
from referee.web.access import Brought, release_tables, settings, visit
from referee.web.errors import for_the_log

LARGE: Final = 16 * 2**10  # bytes; a shorter log is judged at once
WAITING: Final = 12  # the most requests that wait for the same judges, including the current one
PATIENCE: Final = 120  # seconds that judging a log may take
AT_A_TABLE: Final = 60  # seconds that a page or a file may take

FOR_LOGS: Final = "referee-judges"
FOR_TABLES: Final = "referee-table-judges"
"""The names of an application's judges: requests at a table do not wait for pasted logs."""

PRELOADED: Final = ("referee.paper.pdf", "xlsxwriter")
"""Modules that make files, loaded once for all processes if they are installed."""

AGAIN: Final = 30  # seconds until the client should try again

_P = ParamSpec("_P")
_Answer = TypeVar("_Answer")


class Judges:
    """Runs long work in another process. For requests, ``make`` creates an application there; it
    must be a module-level function."""

    def __init__(self, make: Callable[..., Flask], *given: Any) -> None:
        self._make, self._given = make, given
        self._places = BoundedSemaphore(WAITING)
        self._turn = Lock()
        import multiprocessing  # missing in a browser

        quick = "forkserver" in multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("forkserver" if quick else "spawn")
        if quick:
            self._context.set_forkserver_preload([make.__module__, *PRELOADED])

    def answer(self, seconds: float, brought: Brought | None = None) -> Response:
        """Return the answer to this request, about the table if one is given; see `work`."""
        asked = {
            "path": request.full_path,
            "method": request.method,
            "headers": list(request.headers.items()),
            "data": request.get_data(),
            "environ_overrides": {"wsgi.url_scheme": request.scheme},
        }
        return Response(*self.work(seconds, _answer_apart, self._make, self._given, asked, brought))

    def work(self, seconds: float, do: Callable[..., _Answer], *given: Any) -> _Answer:
        """Call a module-level function in another process and return its result. Ends the request
        with 429 if too many wait, with 503 after a timeout, and with 500 on failure."""
        self.take_place()
        try:
            with self._turn:
                return self._done(seconds, do, *given)
        finally:
            self._places.release()

    def take_place(self) -> None:
        """Take a place in the queue; ends the request with 429 if it is full."""
        if not self._places.acquire(blocking=False):
            raise TooManyRequests(retry_after=AGAIN)

    def _done(self, seconds: float, do: Callable[..., _Answer], *given: Any) -> _Answer:
        ours, theirs = self._context.Pipe(duplex=False)
        judge = self._context.Process(target=_work, args=(theirs, do, given), daemon=True)
        judge.start()
        theirs.close()
        try:
            if not ours.poll(seconds):
                judge.kill()
            is_done, found = ours.recv()
        except EOFError as gone:
            raise ServiceUnavailable(retry_after=AGAIN) from gone
        finally:
            ours.close()
            judge.join()
            judge.close()
        if not is_done:
            current_app.logger.error(f"{request.endpoint}: {found}")
            raise InternalServerError
        return cast(_Answer, found)


def _work(answers: Any, do: Callable[..., Any], given: Any) -> None:
    if hasattr(os, "nice"):
        # writing at a table has priority
        os.nice(10)
    try:
        done = True, do(*given)
    except Exception as error:  # whatever it is, the server logs it and answers with status 500
        done = False, for_the_log(error)
    answers.send(done)


def _answer_apart(
    make: Callable[..., Flask], given: Any, asked: Any, brought: Brought | None
) -> Any:
    app = make(*given)
    app.extensions["referee-brought"] = brought
    answer = app.test_client(use_cookies=False).open(**asked)
    sent = [(name, text) for name, text in answer.headers.items() if name != "Content-Length"]
    return answer.get_data(), answer.status_code, sent


def make_file(do: Callable[..., bytes], *given: Any) -> bytes:
    """Return the file that a module-level function makes, in another process if this application
    has judges; the table is released meanwhile."""
    judges: Judges | None = current_app.extensions.get(FOR_TABLES)
    if judges is None:
        return do(*given)
    release_tables()
    return judges.work(AT_A_TABLE, do, *given)


def apart(view: Callable[_P, _Answer]) -> Callable[_P, _Answer | Response]:
    """Wrap a view to be answered by another process if its game is long, or the log that it brings
    is large. The table is released meanwhile."""

    @wraps(view)
    def viewed(*args: _P.args, **kwargs: _P.kwargs) -> _Answer | Response:
        name = kwargs.get("name")
        judges: Judges | None = current_app.extensions.get(FOR_TABLES if name else FOR_LOGS)
        if judges is None:
            return view(*args, **kwargs)
        if name is None:
            is_large = (request.content_length or 0) > LARGE
            return judges.answer(PATIENCE) if is_large else view(*args, **kwargs)
        here = visit(str(name))
        lines = here.replay.lines
        if len(lines) <= settings.long_game:
            return view(*args, **kwargs)
        # line by line, so that a long game does not keep other threads waiting
        brought = Brought(here.name, tuple(map(line_of, lines)), here.role, here.player, here.head)
        release_tables()
        return judges.answer(AT_A_TABLE, brought)

    return viewed
