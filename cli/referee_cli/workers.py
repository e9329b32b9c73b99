"""Workers that judge the logs of an audit: processes on this machine, or a Dask cluster.

A lost worker stops nothing: its logs are judged again, one by one. A log is given up only if a
second worker is lost over it.
"""

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
from functools import partial
from itertools import chain, islice
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Final, NamedTuple

from referee_schemas.reading import A_LOG, Unreadable

from referee.wording.language import Word
from referee.wording.sentences import Sentence
from referee_cli.judging import Batch, Counted, Work, name_of
from referee_cli.logs import STANDARD_INPUT
from referee_cli.output import WrongUse

BYTES_A_BATCH: Final = 2**16
LOGS_A_WINDOW: Final = 1024
"""The number of logs to look ahead: the longest are judged first, so that no process is left with a
long one at the end."""

BATCHES_WAITING: Final = 4  # the batches queued for each process, which bounds the memory used
A_STORED_GAME: Final = 2**14  # the assumed length in bytes of a log whose length is unknown

HERE: Final = "local"
CLUSTER: Final = "dask://"

PATIENCE: Final = 10  # seconds to wait for a scheduler to answer and to have a worker

LOST: Final = (BrokenExecutor, CancelledError)


class Workers(NamedTuple):
    """A pool of workers: ``started`` opens it, ``size`` is their number, ``lost`` are the errors of
    a lost worker."""

    started: Callable[[], AbstractContextManager[Executor]]
    size: int
    lost: tuple[type[BaseException], ...] = LOST


def workers_for(on: str, jobs: int) -> Workers | None:
    """Return the workers at a place; None for this process alone. Raises WrongUse if there are
    none."""
    if on.startswith(CLUSTER):
        return _workers_of_a_cluster(f"tcp://{on.removeprefix(CLUSTER)}")
    if on != HERE:
        known = "Judge on local, or on dask://SCHEDULER (its host and port)."
        raise WrongUse(Word(known), "--on")
    return Workers(partial(processes, jobs), jobs) if jobs > 1 else None


@contextmanager
def processes(jobs: int, context: BaseContext | None = None) -> Iterator[Executor]:
    """Start this many processes on this machine for the block, with the start method of
    ``context``. If the block fails, work that has not begun is dropped."""
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
    """Yield the results of all logs in batches, as they are finished; ``known`` has the hashes of
    logs judged before."""
    if workers is None:
        for log in logs:
            yield work.judge([log], known)
        return
    lost: list[str] = []
    yield from _judged(_batches(logs), workers, work, known, BATCHES_WAITING * workers.size, lost)
    again, twice = ([log] for log in lost), list[str]()
    yield from _judged(again, workers, work, known, 1, twice)
    for log in map(name_of, twice):
        found = Word("a log whose worker process died twice")
        remedy = Sentence("Run it alone: referee check {log}", {"log": log})
        yield work.given_up(Unreadable(found, A_LOG, file=log, remedy=remedy))


def _judged(
    batches: Iterator[Batch], workers: Workers, work: Work, known: Mapping[str, str], queued: int,
    lost: list[str],
) -> Iterator[Counted]:  # fmt: skip
    """Yield the results of batches, with at most this many queued; the logs of a lost worker are
    added to ``lost``. New workers are started when the others cannot go on, and one by one after
    each loss."""
    for first in batches:
        waiting: dict[Future[Counted], Batch] = {}
        before = len(lost)
        with workers.started() as executor:
            for batch in chain([first], batches):
                if STANDARD_INPUT in batch:
                    yield work.judge(batch, {})
                    continue
                hashes = {name: known[name] for name in map(name_of, batch) if name in known}
                try:
                    waiting[executor.submit(work.judge, batch, hashes)] = batch
                except BrokenExecutor:
                    lost += batch
                    break
                if len(waiting) >= queued:
                    yield from _finished(waiting, workers, lost)
                if queued == 1 and len(lost) > before:
                    break
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


def _batches(logs: Iterator[str]) -> Iterator[Batch]:
    """Yield the logs in batches of about the same size, or of one long log, the longest first."""
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
    try:
        return Path(log).stat().st_size
    except (OSError, ValueError):
        return A_STORED_GAME
