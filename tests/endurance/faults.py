"""Makes every writing system call fail in turn, while one program appends one batch.

strace makes the N-th call of a kind fail, or kills the program at it. Afterwards the book must open
undamaged, contain everything acknowledged, and contain the batch exactly once after it is sent
again with the same ids.
"""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.store import BookError, Entry, SQLiteBook
from tests.endurance.starting import ROOT, WRITER, Outcome, ids, troubles
from tests.endurance.writer import GAME, OPENING, REFUSED, round_of

CALLS = (
    "openat,creat,write,pwrite64,writev,pwritev,fallocate,ftruncate,fsync,fdatasync,"
    "sync_file_range,mmap,flock,fchown,fchmod,link,linkat,rename,renameat,unlink,unlinkat"
)
FAILURES = ("error=EIO", "error=ENOSPC", "signal=SIGKILL")
TAILS = ("", "-wal", "-shm", "-journal", "-lock")
ROUND = 2
"""The number of the round to append, of three events."""
STUCK = 60
"""Seconds after which a program that does not end counts as broken."""


@dataclass(frozen=True)
class Fault:
    """A failure of the ``number``-th call of this kind."""

    act: str
    call: str
    number: int
    failure: str

    def __str__(self) -> str:
        return f"{self.act}: {self.call} number {self.number}, {self.failure}"


def can_trace() -> bool:
    """Return whether strace is installed, and allowed to trace."""
    program = shutil.which("strace")
    if program is None:
        return False
    tried = subprocess.run([program, "-o", "/dev/null", "true"], capture_output=True, check=False)
    return tried.returncode == 0


def traced(folder: Path, act: str, *inject: str) -> subprocess.CompletedProcess[str]:
    path = folder / "book.db"
    watched = [word for tail in TAILS for word in ("-P", f"{path}{tail}")] + ["-P", str(folder)]
    strace = ["strace", "-f", "-o", f"{folder}.trace", *watched, "-e", f"trace={CALLS}", *inject]
    asked = ["rounds", path, "w", ROUND, ROUND] if act == "append" else [act, path]
    return subprocess.run(
        [*strace, *WRITER, *map(str, asked)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=STUCK,
        check=False,
    )


def prepared(folder: Path, act: str) -> list[str]:
    """Make a folder, with a book in it if the writer appends to one; return its heads."""
    folder.mkdir()
    if act == "begin":
        return []
    with SQLiteBook(folder / "book.db") as book:
        book.open_game(GAME, OPENING)
        return [book.append(GAME, round_of("earlier", 1)).head.hash.hex()]


def all_faults(act: str) -> list[Fault]:
    """Return every failure of every call that such a program makes."""
    with TemporaryDirectory() as place:
        folder = Path(place) / "clean"
        prepared(folder, act)
        ended = traced(folder, act)
        assert ended.returncode == 0, ended.stderr
        lines = Path(f"{folder}.trace").read_text(encoding="utf-8", errors="replace").splitlines()
    made = Counter(found[1] for line in lines if (found := re.match(r"\d+ +(\w+)\(", line)))
    return [
        Fault(act, call, number, failure)
        for call, times in made.items()
        for number in range(1, times + 1)
        for failure in FAILURES
    ]


def suffer(fault: Fault) -> tuple[str, list[str]]:
    """Provoke a failure; return how the program ended, and the problems afterwards."""
    with TemporaryDirectory() as place:
        folder = Path(place) / "book"
        heads = prepared(folder, fault.act)
        inject = f"inject={fault.call}:{fault.failure}:when={fault.number}"
        try:
            ended = traced(folder, fault.act, "-e", inject)
        except subprocess.TimeoutExpired:
            return "stuck", [f"{fault}: did not end within {STUCK} seconds"]
        how, problems = ending(ended)
        sent = OPENING if fault.act == "begin" else round_of("w", ROUND)
        if how == "acknowledged":
            heads.append(ended.stdout.split()[1])
        try:
            problems += left_behind(folder / "book.db", sent, heads)
        except BookError as problem:
            problems.append(f"afterwards: {problem}")
        return how, [f"{fault}: {problem}" for problem in problems]


def ending(ended: subprocess.CompletedProcess[str]) -> tuple[str, list[str]]:
    """Return how a program ended, and problems if that end is not allowed."""
    acknowledged = bool(ended.stdout.strip())
    if "Traceback" in ended.stderr:
        return "crashed", [ended.stderr.strip().splitlines()[-1]]
    if ended.returncode in (-9, 137):
        return "acknowledged" if acknowledged else "killed", []
    if ended.returncode == REFUSED:
        said = ended.stderr.strip()
        is_a_sentence = "\n" not in said and said.endswith(".")
        how = "acknowledged" if acknowledged else "refused"
        return how, [] if is_a_sentence else [f"no clear sentence: {said}"]
    if ended.returncode == 0 and acknowledged:
        return "acknowledged", []
    return "crashed", [f"status {ended.returncode}: {ended.stderr.strip()}"]


def left_behind(path: Path, sent: Sequence[Entry], heads: Sequence[str]) -> list[str]:
    """Return the problems of the book after a failure, and after the batch was sent again."""
    found = [f"afterwards: {one}" for one in troubles(path, heads)]
    before = ids(path)
    wanted = [one.id for one in sent]
    there = [one for one in before if one in wanted]
    if there and there != wanted:
        found.append(f"part of the batch was written: {there}")
    with SQLiteBook(path) as book:
        write = book.append if "opening" not in wanted else book.open_game
        answer = write(GAME, sent)
        if answer.repeated != bool(there):
            found.append("the batch sent again was not known for what it was")
    after = ids(path)
    if [one for one in after if one in wanted] != wanted or len(set(after)) != len(after):
        found.append(f"sent again, the batch is not there once: {after}")
    return found + [f"after sending again: {one}" for one in troubles(path, heads)]


def run(every: int = 1, jobs: int = 2) -> Iterator[Outcome]:
    """Provoke every failure, or one in ``every``."""
    faults = [fault for act in ("append", "begin") for fault in all_faults(act)]
    with ThreadPoolExecutor(jobs) as pool:
        ended = list(pool.map(suffer, faults[::every]))
    counts = Counter(how for how, _ in ended)
    told = ", ".join(f"{count} {how}" for how, count in sorted(counts.items()))
    problems = [problem for _, problems in ended for problem in problems]
    yield Outcome(f"{len(ended)} faults: {told}", problems, counts)
