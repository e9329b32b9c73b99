"""The judging of an audit's logs: by processes of this machine, or by workers of a Dask cluster.

A lost worker stops nothing: its logs are judged again, one by one. A log is given up only if a
second worker is lost over it.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Final

from referee_schemas.reading import A_LOG, Unreadable

from referee.wording.language import Word
from referee.wording.sentences import Sentence
from referee_cli.judging import Batch, Counted, Work, name_of
from referee_cli.logs import STANDARD_INPUT
from referee_cli.output import WrongUse

BYTES_A_BATCH: Final = 2**16
LOGS_A_WINDOW: Final = 1024
"""So many logs are looked at ahead: the longest are judged first, so that none is left over that
one process judges while the others have nothing to do."""

BATCHES_WAITING: Final = 4
"""Batches that wait for each process: so much of an archive is in memory at once, and no more."""

A_STORED_GAME: Final = 2**14
"""Bytes; about so long is a log whose length nobody knows."""

HERE: Final = "local"
CLUSTER: Final = "dask://"

PATIENCE: Final = 10
"""Seconds in which a scheduler answers, and has a worker."""

LOST: Final = (BrokenExecutor, CancelledError)


@dataclass(frozen=True, slots=True)
class Workers:
    """Those who judge: ``started`` for a while, ``size`` of them; ``lost`` are the errors of work
    whose worker is gone."""

    started: Callable[[], AbstractContextManager[Executor]]
    size: int
    lost: tuple[type[BaseException], ...] = LOST


def workers_for(on: str, jobs: int) -> Workers | None:
    """Return who judges where; None for this process alone. Raises WrongUse where there is
    nobody."""
    if on.startswith(CLUSTER):
        return _workers_of_a_cluster(f"tcp://{on.removeprefix(CLUSTER)}")
    if on != HERE:
        known = "Judge on local, or on dask://SCHEDULER (its host and port)."
        raise WrongUse(Word(known), "--on")
    return Workers(partial(processes, jobs), jobs) if jobs > 1 else None


@contextmanager
def processes(jobs: int, context: BaseContext | None = None) -> Iterator[Executor]:
    """Start so many processes of this machine for the block, in the usual way or that of
    ``context``. Work that has not begun when the block fails is dropped."""
    with ProcessPoolExecutor(jobs, context, _leave_interrupts_to_the_first) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _leave_interrupts_to_the_first() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _workers_of_a_cluster(address: str) -> Workers:
    try:
        from distributed import Client, KilledWorker
        from distributed.scheduler import NoWorkerError
    except ImportError as problem:
        missing = "Clusters need dask.distributed: pip install distributed"
        raise WrongUse(Word(missing), "--on") from problem

    @contextmanager
    def client() -> Iterator[Client]:
        try:
            there = Client(address, timeout=PATIENCE, set_as_default=False)
            there.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as problem:
            text = "There is no scheduler with workers at {address} ({problem})."
            raise WrongUse(text, "--on", address=address, problem=str(problem)) from problem
        with there:
            yield there

    @contextmanager
    def started() -> Iterator[Executor]:
        with client() as there:
            # the same batch may have to be judged again
            yield there.get_executor(pure=False)

    with client() as there:
        size = sum(there.nthreads().values())
    return Workers(started, size, (*LOST, KilledWorker, NoWorkerError))


def judge_all(
    logs: Iterator[str], workers: Workers | None, work: Work, known: Mapping[str, str]
) -> Iterator[Counted]:
    """Yield what is told of all logs, in batches, as they are finished; ``known`` are the hashes of
    logs that were judged before."""
    if workers is None:
        for log in logs:
            yield work.judge([log], known)
        return
    batches, lost = _batches(logs), list[str]()
    for batch in batches:
        with workers.started() as executor:
            yield from _batch_by_batch(
                executor, chain([batch], batches), workers, work, known, lost
            )
    again = iter(lost)
    for log in again:
        with workers.started() as executor:
            yield from _one_by_one(executor, chain([log], again), workers, work, known)


def _batch_by_batch(
    executor: Executor,
    batches: Iterator[Batch],
    workers: Workers,
    work: Work,
    known: Mapping[str, str],
    lost: list[str],
) -> Iterator[Counted]:
    """Yield what workers tell of batches, until there are none or one is lost; the logs of which it
    did not tell are ``lost``."""
    waiting: dict[Future[Counted], Batch] = {}
    for batch in batches:
        if STANDARD_INPUT in batch:
            yield work.judge(batch, {})
            continue
        try:
            waiting[executor.submit(work.judge, batch, _of(known, batch))] = batch
        except BrokenExecutor:
            lost += batch
            break
        if len(waiting) >= workers.size * BATCHES_WAITING:
            yield from _finished(waiting, workers, lost)
    while waiting:
        yield from _finished(waiting, workers, lost)


def _finished(
    waiting: dict[Future[Counted], Batch], workers: Workers, lost: list[str]
) -> Iterator[Counted]:
    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
        batch = waiting.pop(future)
        try:
            yield future.result()
        except workers.lost:
            lost += batch


def _one_by_one(
    executor: Executor, logs: Iterator[str], workers: Workers, work: Work, known: Mapping[str, str]
) -> Iterator[Counted]:
    """Yield what workers tell of logs, until there are none or one is lost over a log."""
    for log in logs:
        try:
            yield executor.submit(work.judge, [log], _of(known, [log])).result()
        except workers.lost:
            found = Word("a log whose worker was lost twice")
            remedy = Sentence("Run it alone: referee check {log}", {"log": name_of(log)})
            yield work.given_up(Unreadable(found, A_LOG, file=name_of(log), remedy=remedy))
            return


def _of(known: Mapping[str, str], batch: Batch) -> dict[str, str]:
    """Return what is known of the logs of a batch."""
    return {name: known[name] for name in map(name_of, batch) if name in known}


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
