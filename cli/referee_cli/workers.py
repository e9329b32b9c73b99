"""Logs judged by workers: processes on this machine, or a Dask cluster.

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
from itertools import chain
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


@dataclass(slots=True)
class LogResult:
    """The result of a log: its rows, and its line of JSON, if asked for. A log that is the ``same``
    as when it was last judged has neither. The report stays in the process that made it."""

    rows: Rows = field(default_factory=lambda: defaultdict(list))
    line: bytes = b""
    same: str = ""


class Work(NamedTuple):
    """The output wanted from an audit: lines of JSON, all rows or only those that are counted, and
    the language. ``db`` has the games."""

    db: str | None
    lines: bool
    rows: bool
    language: str

    def judge(self, path: str, known: str | None) -> LogResult:
        """Judge a log, unless its hash is ``known``."""
        name, digest = name_of(path), _hash_of(path, self.db) if self.rows else None
        if digest is not None and digest == known:
            return LogResult(same=name)
        with speaking(catalogue(self.language)):
            try:
                events, report = judged_log(path, db=self.db)
            except Unreadable as problem:
                return self.refused(name, digest, problem)
            counted = self._result(_game(name, digest, events[0], report), report)
            counted.rows["findings"] += _parts_of("findings", name, report)
            if self.rows:
                _add_further(counted.rows, name, report)
        return counted

    def refused(self, log: str, digest: str | None, problem: Unreadable) -> LogResult:
        """Return the result of a log that cannot be judged."""
        with speaking(catalogue(self.language)):
            row = {"log": log, "sha256": digest, "exit": UNREADABLE, "error": str(problem)}
            return self._result(row, None)

    def _result(self, game: Row, report: Report | None) -> LogResult:
        counted = LogResult()
        counted.rows["games"].append(game)
        if self.lines:
            result = {"log": game["log"], "exit": game["exit"]}
            counted.line = json_line({**result, "report": report, "error": game.get("error")})
        return counted


def _game(log: str, digest: str | None, opening: Mapping[str, Any], report: Report) -> Row:
    counts = {each: len(report[each]) for each in ("hands", "findings", "undecided")}
    row = {**opening, **report, **counts, "log": log, "sha256": digest}
    row["exit"] = exit_status(report)
    row["house"] = json.dumps(report["house"], ensure_ascii=False, sort_keys=True)
    row["moved"] = sum(amount for amount in report["totals"].values() if amount > 0)
    return _taken("games", row)


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

WAITING: Final = 12  # the logs queued for each worker, which bounds the memory used

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
    # the first process alone answers an interrupt
    alone = signal.SIGINT, signal.SIG_IGN
    with futures.ProcessPoolExecutor(jobs, context, signal.signal, alone) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


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
) -> Iterator[LogResult]:
    """Yield the results of all logs as they are finished; ``known`` has the hashes of logs judged
    before."""
    if workers is None:
        for log in logs:
            yield work.judge(log, known.get(name_of(log)))
        return
    lost, twice = list[str](), list[str]()
    yield from _judged(logs, workers, work, known, WAITING * workers.size, lost)
    yield from _judged(iter(lost), workers, work, known, 1, twice)
    for log in map(name_of, twice):
        found = Word("a log whose worker process died twice")
        remedy = Sentence("Run it alone: referee check {log}", {"log": log})
        yield work.refused(log, None, Unreadable(found, A_LOG, file=log, remedy=remedy))


def _judged(
    logs: Iterator[str], workers: Workers, work: Work, known: Mapping[str, str], queued: int,
    lost: list[str],
) -> Iterator[LogResult]:  # fmt: skip
    """Yield the results of logs, with at most this many queued; the logs of a lost worker are added
    to ``lost``. New workers are started when the others cannot go on, and one by one after each
    loss."""
    for first in logs:
        waiting: dict[futures.Future[LogResult], str] = {}
        before = len(lost)
        with workers.started() as executor:
            for log in chain([first], logs):
                digest = known.get(name_of(log))
                if log == STANDARD_INPUT:
                    yield work.judge(log, digest)
                    continue
                try:
                    waiting[executor.submit(work.judge, log, digest)] = log
                except futures.BrokenExecutor:
                    lost.append(log)
                    break
                if len(waiting) >= queued:
                    yield from _finished(waiting, workers, lost)
                if queued == 1 and len(lost) > before:
                    break
            while waiting:
                yield from _finished(waiting, workers, lost)


def _finished(
    waiting: dict[futures.Future[LogResult], str], workers: Workers, lost: list[str]
) -> Iterator[LogResult]:
    for future in futures.wait(waiting, return_when=futures.FIRST_COMPLETED).done:
        log = waiting.pop(future)
        try:
            yield future.result()
        except workers.lost:
            lost.append(log)
