"""Audits on a cluster, also if a worker is lost in the middle."""

import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dask
import distributed
import fsspec
import pytest
from referee_cli.workers import LogResult, Work, judge_all, workers_for

from tests.cli.running import referee
from tests.cli.test_archive import tables

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Yield a cluster of two workers on this machine. A killed worker is restarted; work without a
    worker fails instead of waiting forever."""
    with (
        dask.config.set({"distributed.scheduler.no-workers-timeout": "60s"}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0
        ) as cluster,
    ):
        yield cluster


@pytest.fixture
def scheduler(cluster: Any) -> str:
    """Return the cluster's address, once a worker that the test before has lost is back."""
    with distributed.Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    return str(cluster.scheduler_address).replace("tcp://", "dask://")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_cluster_says_what_this_machine_says(
    logs: Path, tmp_path: Path, scheduler: str, lang: str
) -> None:
    summary = ("check", "--summary", logs, "--lang", lang)
    here = referee(*summary, "--out", tmp_path / "here", "--jobs", "1")
    there = referee(*summary, "--out", tmp_path / "there", "--on", scheduler)
    assert there.stdout == here.stdout
    assert there.returncode == here.returncode == 3
    assert tables(tmp_path / "there") == tables(tmp_path / "here")
    lines = [
        sorted(referee(*summary, "--json", *words).stdout.splitlines())
        for words in (("--jobs", "2"), ("--on", scheduler))
    ]
    assert lines[0] == lines[1]


def test_logs_are_read_wherever_they_lie(logs: Path) -> None:
    place = fsspec.filesystem("memory")
    for log in logs.glob("*.jsonl"):
        place.pipe(f"/club/{log.name}", log.read_bytes())
    here, there = (
        referee("check", "--summary", "--json", "--jobs", "1", folder).stdout.splitlines()
        for folder in (logs, "memory://club")
    )
    told = {Path(one["log"]).name: one["exit"] for one in map(json.loads, here)}
    assert {Path(one["log"]).name: one["exit"] for one in map(json.loads, there)} == {
        name: status for name, status in told.items() if name.endswith(".jsonl")
    }
    broken = referee("check", "memory://club/broken.jsonl").stderr.decode()
    assert broken.startswith('Error: memory://club/broken.jsonl, line 1, field "type": ')
    for nowhere in ("memory://club/none.jsonl", "nothing://club", "file:///none.jsonl"):
        assert referee("check", nowhere).returncode == 3


class Falling(Work):
    """Work that kills its worker: the first time, or at a certain log."""

    def judge(self, path: str, known: str | None) -> LogResult:
        mark = Path(str(self.db))
        if path.endswith("deadly.jsonl") or ("duel" in path and not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().judge(path, known)


@pytest.mark.parametrize("deadly", [False, True])
@pytest.mark.parametrize("where", ["local", "cluster"])
def test_a_worker_that_is_lost_costs_nothing_but_the_log_that_kills(
    logs: Path, tmp_path: Path, where: str, deadly: bool, request: pytest.FixtureRequest
) -> None:
    shutil.copy(logs / "clean-evening.jsonl", logs / "duel.jsonl")
    if deadly:
        shutil.copy(logs / "clean-evening.jsonl", logs / "deadly.jsonl")
    names = sorted(str(log) for log in logs.glob("*.jsonl"))
    on = "local" if where == "local" else request.getfixturevalue("scheduler")
    work = Falling(str(tmp_path / "mark"), lines=True, rows=False, language="en")
    told = b"".join(one.line for one in judge_all(iter(names), workers_for(on, 2), work, {}))
    exits = {one["log"]: one["exit"] for one in map(json.loads, told.splitlines())}
    assert sorted(exits) == names
    assert (tmp_path / "mark").exists()
    plain = Work(None, lines=True, rows=False, language="en")
    for counted in judge_all(iter(names), None, plain, {}):
        one = json.loads(counted.line)
        given_up = one["log"].endswith("deadly.jsonl")
        assert exits[one["log"]] == (3 if given_up else one["exit"])


def test_who_asks_for_a_crew_that_is_not_there_is_told(logs: Path) -> None:
    for nobody in ("somewhere", "dask://127.0.0.1:1"):
        done = referee("check", "--summary", logs, "--on", nobody)
        assert done.returncode == 2
        assert b"--on" in done.stderr
