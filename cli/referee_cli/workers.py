"""Logs judged in batches, by workers: processes on this machine, or a Dask cluster.

A lost worker stops nothing: its logs are judged again, one by one. A log is given up only if a
second worker is lost over it.
"""

import json
import os
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent import futures
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from itertools import chain, islice
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, Final, NamedTuple

from referee_schemas.reading import A_LOG, Unreadable

from referee.judging.report import UNREADABLE, Report, exit_status, who_pays_whom
from referee.wording.language import Word, speaking
from referee.wording.sentences import Sentence
from referee.wording.translations import catalogue
from referee_cli.logs import (
    STANDARD_INPUT,
    is_an_address,
    judged_log,
    opened_elsewhere,
    stored_head,
)
from referee_cli.output import WrongUse, json_line

Row = dict[str, Any]
Rows = dict[str, list[Row]]  # the rows of some logs, by dataset

COLUMNS: Final = {
    "games": "log:text sha256:text exit:status error:text game:text edition:count house:text "
    "title:text place:text date:text unit:text players:texts events:count hands:count "
    "findings:count undecided:count moved:money carried:money",
    "hands": "log:text hand:count first_event:count last_event:count dealer:text bet:money "
    "pot:money outcome:text winner:text win:text event:count carried:money",
    "net": "log:text hand:count player:text net:money score:money",
    "findings": "log:text event:number hand:count rule:text kind:text player:text status:text "
    "message:text",
    "payments": "log:text giver:text taker:text amount:money",
    "undecided": "log:text event:number hand:count rule:text player:text question:text "
    "would_decide:text",
}
"""The columns of each dataset, with their types."""

Batch = list[str]


@dataclass(slots=True)
class Counted:
    """The result of a batch: the rows, the lines of JSON, if asked for, and the logs that are the
    ``same`` as when they were last judged. The reports stay in the process that made them."""

    rows: Rows = field(default_factory=lambda: defaultdict(list))
    lines: bytes = b""
    same: list[str] = field(default_factory=list)


class Work(NamedTuple):
    """The output wanted from an audit: lines of JSON, all rows or only those that are counted, and
    the language. ``db`` has the games."""

    db: str | None
    lines: bool
    rows: bool
    language: str

    def judge(self, batch: Batch, known: Mapping[str, str]) -> Counted:
        """Judge a batch of logs. A log whose hash is ``known`` is not judged again."""
        counted = Counted()
        with speaking(catalogue(self.language)):
            for path in batch:
                name, digest = name_of(path), _hash_of(path, self.db) if self.rows else None
                if digest is not None and known.get(name) == digest:
                    counted.same.append(name)
                    continue
                try:
                    events, report = judged_log(path, db=self.db)
                except Unreadable as problem:
                    self._tell(counted, _refused(name, digest, problem), None)
                    continue
                self._tell(counted, _game(name, digest, events[0], report), report)
                counted.rows["findings"] += _parts_of("findings", name, report)
                if self.rows:
                    _add_further(counted.rows, name, report)
        return counted

    def given_up(self, problem: Unreadable) -> Counted:
        """Return the result of a log that cannot be judged."""
        counted = Counted()
        with speaking(catalogue(self.language)):
            self._tell(counted, _refused(problem.file or "", None, problem), None)
        return counted

    def _tell(self, counted: Counted, game: Row, report: Report | None) -> None:
        counted.rows["games"].append(game)
        if self.lines:
            result = {"log": game["log"], "exit": game["exit"]}
            counted.lines += json_line({**result, "report": report, "error": game.get("error")})


def _refused(log: str, digest: str | None, problem: Unreadable) -> Row:
    return {"log": log, "sha256": digest, "exit": UNREADABLE, "error": str(problem)}


def _game(log: str, digest: str | None, opening: Mapping[str, Any], report: Report) -> Row:
    return {
        "log": log,
        "sha256": digest,
        "exit": exit_status(report),
        "game": report["game"],
        "edition": report["edition"],
        "house": json.dumps(report["house"], ensure_ascii=False, sort_keys=True),
        "players": report["players"],
        "events": report["events"],
        "moved": sum(amount for amount in report["totals"].values() if amount > 0),
        "carried": report["carried"],
        **{each: len(report[each]) for each in ("hands", "findings", "undecided")},
        **{key: opening.get(key) for key in ("title", "place", "date", "unit")},
    }


def _add_further(rows: Rows, log: str, report: Report) -> None:
    """Add the rows of a readable log besides its game and its findings."""
    for hand in report["hands"]:
        outcome = hand["outcome"]
        ended = {key: outcome.get(key) for key in ("winner", "win", "event")}
        rows["hands"].append(
            _taken("hands", {**hand, "log": log, "outcome": outcome["kind"], **ended})
        )
        money, points = hand.get("net") or {}, hand.get("scores") or {}
        for player in dict.fromkeys([*money, *points]):
            row = {"log": log, "hand": hand["hand"], "player": player}
            rows["net"].append({**row, "net": money.get(player), "score": points.get(player)})
    rows["payments"] += [{"log": log, **asdict(transfer)} for transfer in who_pays_whom(report)]
    rows["undecided"] += _parts_of("undecided", log, report)


def _parts_of(dataset: str, log: str, report: Report) -> list[Row]:
    return [_taken(dataset, {"log": log, **part}) for part in report[dataset]]


def _taken(dataset: str, row: Mapping[str, Any]) -> Row:
    names = (column.partition(":")[0] for column in COLUMNS[dataset].split())
    return {name: row.get(name) for name in names}


def name_of(path: str) -> str:
    """Return a log's name for printing: a file name may not be valid text."""
    return os.fsencode(path).decode(errors="replace")


def _hash_of(path: str, db: str | None) -> str | None:
    """Return the SHA-256 of a log's bytes, or of a game's head; None if it cannot be read."""
    if path == STANDARD_INPUT:
        return None
    try:
        with opened_elsewhere(path) if is_an_address(path) else Path(path).open("rb") as file:
            digest = sha256()
            for part in iter(partial(file.read, 2**20), b""):
                digest.update(part)
            return digest.hexdigest()
    except Unreadable:
        return None
    except (OSError, ValueError):
        head = stored_head(path, db)
        return head.hash.hex() if head else None


# ---- workers

BYTES_A_BATCH: Final = 2**16
LOGS_A_WINDOW: Final = 1024
"""The number of logs to look ahead: the longest are judged first, so that no process is left with a
long one at the end."""

BATCHES_WAITING: Final = 4  # the batches queued for each process, which bounds the memory used
A_STORED_GAME: Final = 2**14  # the assumed length in bytes of a log whose length is unknown

HERE: Final = "local"
CLUSTER: Final = "dask://"

PATIENCE: Final = 10  # seconds to wait for a scheduler to answer and to have a worker

LOST: Final = (futures.BrokenExecutor, futures.CancelledError)


class Workers(NamedTuple):
    """A pool of workers: ``started`` opens it, ``size`` is their number, ``lost`` are the errors of
    a lost worker."""

    started: Callable[[], AbstractContextManager[futures.Executor]]
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
def processes(jobs: int, context: BaseContext | None = None) -> Iterator[futures.Executor]:
    """Start this many processes on this machine for the block, with the start method of
    ``context``. If the block fails, work that has not begun is dropped."""
    with futures.ProcessPoolExecutor(jobs, context, _leave_interrupts_to_the_first) as pool:
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
    def started() -> Iterator[futures.Executor]:
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
        waiting: dict[futures.Future[Counted], Batch] = {}
        before = len(lost)
        with workers.started() as executor:
            for batch in chain([first], batches):
                if STANDARD_INPUT in batch:
                    yield work.judge(batch, {})
                    continue
                hashes = {name: known[name] for name in map(name_of, batch) if name in known}
                try:
                    waiting[executor.submit(work.judge, batch, hashes)] = batch
                except futures.BrokenExecutor:
                    lost += batch
                    break
                if len(waiting) >= queued:
                    yield from _finished(waiting, workers, lost)
                if queued == 1 and len(lost) > before:
                    break
            while waiting:
                yield from _finished(waiting, workers, lost)


def _finished(
    waiting: dict[futures.Future[Counted], Batch], workers: Workers, lost: list[str]
) -> Iterator[Counted]:
    for future in futures.wait(waiting, return_when=futures.FIRST_COMPLETED).done:
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
