"""Large logs that somebody pastes are judged in processes of their own, one after the other.

Meanwhile the tables are served as ever, and what a log took of the memory is given back when its
process ends.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from functools import wraps
from multiprocessing.connection import Connection
from threading import BoundedSemaphore, Lock
from typing import Any, Final, ParamSpec, TypeVar

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

LARGE: Final = 64 * 2**10
"""Bytes; what is shorter is judged at once."""

WAITING: Final = 12
"""So many large logs may wait, the one that is being judged among them."""

PATIENCE: Final = 120
"""Seconds after which nobody waits for a log any longer."""

AGAIN: Final = 30
"""Seconds after which somebody may try again."""

_P = ParamSpec("_P")
_Answer = TypeVar("_Answer")


class Judges:
    """Answers requests by an application in another process; ``make`` makes that application
    there, and is a function of a module."""

    def __init__(self, make: Callable[..., Flask], *given: Any) -> None:
        self._make, self._given = make, given
        self._places = BoundedSemaphore(WAITING)
        self._turn = Lock()
        methods = multiprocessing.get_all_start_methods()
        quick = "forkserver" in methods
        self._context: Any = multiprocessing.get_context("forkserver" if quick else "spawn")
        if quick:
            self._context.set_forkserver_preload([make.__module__])

    def answer(self) -> Response:
        """The answer to this request. Ends it with 429 where too many wait, and with 503 where
        nobody can wait so long."""
        self.take_place()
        try:
            headers, body = list(request.headers.items()), request.get_data()
            with self._turn:
                status, told, content = self._judged((request.full_path, headers, body))
        finally:
            self._places.release()
        return Response(content, status, told)

    def take_place(self) -> None:
        """Wait like a log; ends the request with 429 where there is no place."""
        if not self._places.acquire(blocking=False):
            raise TooManyRequests(retry_after=AGAIN)

    def _judged(self, asked: Any) -> Any:
        ours, theirs = self._context.Pipe(duplex=False)
        judge = self._context.Process(
            target=_judge, args=(theirs, self._make, self._given, asked), daemon=True
        )
        judge.start()
        theirs.close()
        try:
            if not ours.poll(PATIENCE):
                judge.kill()
            return ours.recv()
        except EOFError as gone:
            raise ServiceUnavailable(retry_after=AGAIN) from gone
        finally:
            ours.close()
            judge.join()
            judge.close()


def _judge(answers: Connection, make: Callable[..., Flask], given: Any, asked: Any) -> None:
    if hasattr(os, "nice"):
        # whoever writes at a table comes first
        os.nice(10)
    path, headers, body = asked
    client = make(*given).test_client(use_cookies=False)
    answer = client.post(path, headers=headers, data=body)
    told = [(name, text) for name, text in answer.headers.items() if name != "Content-Length"]
    answers.send((answer.status_code, told, answer.get_data()))


def apart_if_large(view: Callable[_P, _Answer]) -> Callable[_P, _Answer | Response]:
    """The view, answered by another process where much is sent."""

    @wraps(view)
    def viewed(*args: _P.args, **kwargs: _P.kwargs) -> _Answer | Response:
        judges: Judges | None = current_app.extensions.get("referee-judges")
        if judges is None or (request.content_length or 0) <= LARGE:
            return view(*args, **kwargs)
        return judges.answer()

    return viewed
