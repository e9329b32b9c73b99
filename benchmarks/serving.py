"""The web form under the load of a full room: viewers and scribes, all at once.

    python benchmarks/serving.py [--viewers 50] [--scribes 5] [--seconds 30]
                                 [--large-logs 12] [--half-open 500]

Serves a new record book on this machine. Each scribe writes to their own table, ten events a
second, and opens their pad once a second; the viewers' pages poll every other second. Meanwhile
large logs may be posted all at once, and connections opened that send only half a request (from
their own addresses, where the machine has them). Prints how long appends and pages took and the
memory before and after, and exits with 1 if anything failed: an error, or an acknowledged event
that is missing in the book or stored twice.
"""

from __future__ import annotations

import argparse
import json
import socket
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from referee_schemas.log_so_far import LogSoFar

from referee.store import Entry, SQLiteBook
from referee.store.links import Role, SQLiteLinks, beside
from referee.web import Settings, create_app
from referee.web.access import cookie_of
from referee.web.serving import server_for

EVENTS_BEFORE = 200
LOOKS_EVERY = 2.0
WRITES_EVERY = 0.1
PADS_EVERY = 1.0
LARGE = 3 * 2**20
"""The approximate size of a large log in bytes."""

SILENT_FROM, LOGS_FROM = "127.0.0.9", "127.0.0.8"
"""The addresses that send the half requests and the large logs."""

SCRIBE_FROM = "127.0.1.{number}"
"""The address of a scribe's phone; every phone has its own, as in a room."""

Event = dict[str, Any]


def evening(events: int) -> list[Event]:
    """Return a long evening of hands that were given up, to fill the pages."""
    lines: list[Event] = [{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}]
    deal: list[Event] = [
        {"type": "hand", "dealer": "Beto", "bet": 5},
        {"type": "deal", "hands": {}},
        {"type": "cambio", "player": "Ana", "card": "??"},
        {"type": "cambio", "player": "Beto", "card": "??"},
        {"type": "draw", "player": "Ana", "card": "7h"},
        {"type": "meld", "player": "Ana", "cards": ["7h", "8h", "9h"]},
        {"type": "pay", "player": "Ana", "card": "Kc"},
        {"type": "draw", "player": "Beto", "card": "2c"},
        {"type": "end", "why": "abandoned"},
    ]
    while len(lines) < events:
        lines += deal
    return [*lines[: events - 1], {"type": "note", "note": "now"}]


def a_large_log() -> str:
    """Return a log with hands added until it is large."""
    few = sum(len(json.dumps(line)) + 1 for line in evening(EVENTS_BEFORE))
    lines = evening(LARGE * EVENTS_BEFORE // few)
    return "".join(json.dumps(line) + "\n" for line in lines)


@dataclass
class Seen:
    """The measurements of one visitor."""

    took: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    bytes_of_page: int = 0
    acknowledged: list[str] = field(default_factory=list)


def serve(book: Path, ready: Any) -> None:
    """Run the server, in a process of its own."""
    server = server_for(create_app(Settings(book, links=True)), "127.0.0.1", 0)
    ready.send(server.effective_port)
    server.run()


def look(port: int, table: str, token: str, until: float, first: float) -> Seen:
    """Act as a viewer's phone: poll the page for news."""
    seen, tag = Seen(), ""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    time.sleep(first)
    while time.monotonic() < until:
        headers = {"Cookie": f"{cookie_of(table)}={token}"} | (
            {"If-None-Match": tag} if tag else {}
        )
        status, body, tag = _timed(seen, connection, "GET", f"/tables/{table}", headers)
        if status == 200:
            seen.bytes_of_page = max(seen.bytes_of_page, len(body))
        elif status not in (0, 304):
            seen.errors.append(f"GET {status}")
        time.sleep(LOOKS_EVERY)
    return seen


def write(port: int, phone: str, table: str, token: str, until: float, last: int) -> Seen:
    """Act as a scribe: write one event after the other, each with its own id."""
    seen, number = Seen(), 0
    connection = HTTPConnection("127.0.0.1", port, timeout=20, source_address=(phone, 0))
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    while time.monotonic() < until:
        event = {"type": "note", "note": f"{number}", "id": f"{table}-{number}"}
        body = json.dumps({"expects": last, "events": [event]})
        path = f"/api/v1/games/{table}/events"
        status, told, _ = _timed(seen, connection, "POST", path, headers, body)
        if status in (200, 201):
            last = json.loads(told)["last"]
            seen.acknowledged.append(event["id"])
            number += 1
        else:
            seen.errors.append(f"POST {status} {told[:200]!r}")
        time.sleep(WRITES_EVERY)
    return seen


def open_pad(port: int, phone: str, table: str, token: str, until: float, first: float) -> Seen:
    """Act as a scribe's phone that opens the pad again and again."""
    seen = Seen()
    connection = HTTPConnection("127.0.0.1", port, timeout=20, source_address=(phone, 0))
    time.sleep(first)
    headers = {"Cookie": f"{cookie_of(table)}={token}"}
    while time.monotonic() < until:
        status, _page, _tag = _timed(seen, connection, "GET", f"/tables/{table}/pad", headers)
        if status not in (0, 200):
            seen.errors.append(f"GET pad {status}")
        time.sleep(PADS_EVERY)
    return seen


def post_log(port: int, log: str) -> Seen:
    """Post a large log to be judged."""
    seen = Seen()
    connection = HTTPConnection("127.0.0.1", port, timeout=300, source_address=(LOGS_FROM, 0))
    headers = {"Content-Type": "application/x-ndjson"}
    status, told, _ = _timed(seen, connection, "POST", "/api/v1/check", headers, log)
    if status not in (0, 200):
        seen.errors.append(f"POST check {status} {told[:200]!r}")
    return seen


def be_silent(port: int, connections: int) -> list[socket.socket]:
    """Return connections that have sent only half a request."""
    silent = []
    for _ in range(connections):
        said = socket.create_connection(("127.0.0.1", port), source_address=(SILENT_FROM, 0))
        said.sendall(b"GET / HTTP/1.1\r\n")
        silent.append(said)
    return silent


def memory(process: int) -> float:
    """Return the memory of a process and its children in MiB; 0 on systems other than Linux."""
    if not Path("/proc/self/smaps_rollup").exists():
        return 0.0
    total = 0.0
    for one in (Path("/proc") / str(process) / "task").glob("*/children"):
        total += sum(memory(int(child)) for child in one.read_text().split())
    told = (Path("/proc") / str(process) / "smaps_rollup").read_text()
    pss = next(line for line in told.splitlines() if line.startswith("Pss:"))
    return total + int(pss.split()[1]) / 1024


def _timed(
    seen: Seen,
    connection: HTTPConnection,
    method: str,
    path: str,
    headers: dict[str, str],
    body: str | None = None,
) -> tuple[int, bytes, str]:
    begun = time.perf_counter()
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        told = answer.read()
    except (OSError, HTTPException) as problem:
        connection.close()
        seen.errors.append(f"{method} {problem!r}")
        return 0, b"", ""
    seen.took.append(time.perf_counter() - begun)
    return answer.status, told, answer.headers.get("ETag", "")


def tell(what: str, took: Sequence[float]) -> None:
    """Print times in milliseconds."""
    ordered = sorted(took)
    half, most, worst = (ordered[int(len(ordered) * part)] * 1000 for part in (0.5, 0.99, 0.999999))
    print(f"{what}: {len(ordered)}; half within {half:.1f} ms, 99 % {most:.1f}, worst {worst:.1f}")


def first_pages(port: int, table: str, token: str) -> None:
    """Print the times of single pages without other load."""
    seen = Seen()
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    for page in ("", "/report", "/replay"):
        for _ in range(5):
            path, headers = f"/tables/{table}{page}", {"Cookie": f"{cookie_of(table)}={token}"}
            status, body, _ = _timed(seen, connection, "GET", path, headers)
            assert status == 200, (path, status)
        tell(f"one {page or '/'} alone, {len(body):,} bytes", seen.took[-5:])


def main() -> int:
    """Run the measurement, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--scribes", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--large-logs", type=int, default=0)
    parser.add_argument("--half-open", type=int, default=0)
    asked = parser.parse_args()
    names = [f"table-{number}" for number in range(asked.scribes)]
    with TemporaryDirectory() as folder:
        book = Path(folder) / "book.db"
        so_far = LogSoFar()
        lines = [so_far.add(line) for line in evening(EVENTS_BEFORE)]
        with SQLiteBook(book) as opened:
            for name in names:
                opened.open_game(name, [Entry.of(line) for line in lines])
        links = SQLiteLinks(beside(book))
        tokens = {
            name: (links.make(name, Role.SCRIBE), links.make(name, Role.VIEWER)) for name in names
        }
        context = get_context("spawn")
        here, there = context.Pipe()
        # not a daemon: it starts the processes that judge large logs
        server = context.Process(target=serve, args=(book, there))
        server.start()
        port = here.recv()
        try:
            first_pages(port, names[0], tokens[names[0]][1])
            # fork the processes that judge large logs from one that is already started
            post_log(port, a_large_log())
            before = memory(server.pid or 0)
            silent = be_silent(port, asked.half_open)
            with ThreadPoolExecutor(asked.large_logs or 1) as others:
                log = a_large_log()
                logs = [others.submit(post_log, port, log) for _ in range(asked.large_logs)]
                seen = visit(port, names, tokens, asked.viewers, asked.seconds)
                judged = [one.result() for one in logs]
            for connection in silent:
                connection.close()
            after = memory(server.pid or 0)
        finally:
            server.terminate()
            server.join()
        if judged:
            tell(f"large logs of {len(log):,} bytes", [took for one in judged for took in one.took])
        print(f"memory: {before:.1f} MiB before, {after:.1f} after")
        return judge(book, judged, *seen)


def visit(
    port: int, names: list[str], tokens: dict[str, tuple[str, str]], viewers: int, seconds: float
) -> tuple[list[Seen], list[Seen], list[Seen]]:
    """Let all visitors come at once; return the measurements of viewers, scribes and their pads."""
    until, dice = time.monotonic() + seconds, Random(1)
    with ThreadPoolExecutor(viewers + 2 * len(names)) as room:
        looking = [
            room.submit(look, port, name, tokens[name][1], until, dice.uniform(0, LOOKS_EVERY))
            for name in (names[number % len(names)] for number in range(viewers))
        ]
        phones = [SCRIBE_FROM.format(number=number + 1) for number in range(len(names))]
        writing = [
            room.submit(write, port, phone, name, tokens[name][0], until, EVENTS_BEFORE)
            for phone, name in zip(phones, names, strict=True)
        ]
        pads = [
            room.submit(
                open_pad, port, phone, name, tokens[name][0], until, dice.uniform(0, PADS_EVERY)
            )
            for phone, name in zip(phones, names, strict=True)
        ]
        return (
            [one.result() for one in looking],
            [one.result() for one in writing],
            [one.result() for one in pads],
        )


def judge(
    book: Path, judged: list[Seen], looking: list[Seen], writing: list[Seen], pads: list[Seen]
) -> int:
    """Print how long everything took, and return the exit status."""
    tell("appends", [took for one in writing for took in one.took])
    tell("pads", [took for one in pads for took in one.took])
    tell("looks", [took for one in looking for took in one.took])
    print(f"largest page: {max(one.bytes_of_page for one in looking):,} bytes")
    errors = [error for one in (*judged, *looking, *writing, *pads) for error in one.errors]
    with SQLiteBook(book, writable=False) as opened:
        kept = Counter(
            stored.id for game in opened.games() for stored in opened.read(game.name) if stored.id
        )
    acknowledged = {name for one in writing for name in one.acknowledged}
    lost, doubled = acknowledged - kept.keys(), [name for name, times in kept.items() if times > 1]
    print(f"{len(errors)} errors, {len(lost)} lost, {len(doubled)} doubled", *errors[:5], sep="\n")
    return 1 if errors or lost or doubled else 0


if __name__ == "__main__":
    sys.exit(main())
