"""Many logs, judged in batches by several processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import TypeVar

from cli.language import speak_as_told
from cli.logs import STANDARD_INPUT

BYTES_A_BATCH = 2**16
LOGS_A_WINDOW = 1024
"""So many logs are looked at ahead: the longest are judged first, so that none is left over that
one process judges while the others have nothing to do."""

BATCHES_WAITING = 4
"""Batches that wait for each process: so much of an archive is in memory at once, and no more."""

A_STORED_GAME = 2**14
"""Bytes; about so long is a log whose length nobody knows."""

T = TypeVar("T")
Batch = list[str]
Work = Callable[[Batch, Mapping[str, str]], T]


def name_of(path: str) -> str:
    """A log's name as it is printed: a file name need not be text."""
    return os.fsencode(path).decode(errors="replace")


def judge_all(
    logs: Iterator[str], jobs: int, work: Work[T], known: Mapping[str, str]
) -> Iterator[T]:
    """What ``work`` makes of each batch of these logs, in so many processes, in the order in which
    they are done. Of what is ``known`` of logs, by their names, it is told what concerns it."""
    if jobs == 1:
        for log in logs:
            yield work([log], known)
        return
    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        try:
            yield from _judged_by(pool, logs, jobs, work, known)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _begin() -> None:
    """A process that judges for another one: that one is interrupted, and tells people."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    speak_as_told()


def _judged_by(
    pool: ProcessPoolExecutor,
    logs: Iterator[str],
    jobs: int,
    work: Work[T],
    known: Mapping[str, str],
) -> Iterator[T]:
    waiting: set[Future[T]] = set()
    for batch in _batches(logs):
        if STANDARD_INPUT in batch:
            yield work(batch, {})
            continue
        before = {name: known[name] for name in map(name_of, batch) if name in known}
        waiting.add(pool.submit(work, batch, before))
        if len(waiting) >= jobs * BATCHES_WAITING:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    for future in waiting:
        yield future.result()


def _batches(logs: Iterator[str]) -> Iterator[Batch]:
    """The logs in batches of about the same size, or of one long log, the longest first."""
    while window := [(_size(log), log) for log in islice(logs, LOGS_A_WINDOW)]:
        batch: Batch = []
        size = 0
        for more, log in sorted(window, reverse=True):
            if batch and size + more > BYTES_A_BATCH:
                yield batch
                batch, size = [], 0
            batch.append(log)
            size += more
        yield batch


def _size(log: str) -> int:
    """The bytes of a log, about."""
    try:
        return Path(log).stat().st_size
    except (OSError, ValueError):
        return A_STORED_GAME
