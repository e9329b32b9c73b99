"""Measures how long the start page takes while another visitor makes the most expensive requests.

    python benchmarks/freezing.py [--most 0.3] [--only TEXT] [--worst 15]

Serves a new record book on this machine, with tables with long names, titles and notes, with fields
that the log's format does not know, each of 100,000 characters or nested deeply, and with thousands
of events. One visitor requests every page, PDF, workbook and API call of each table, one after the
other, and sends large and malformed logs. Meanwhile another visitor, with a link to each table,
requests the start page again and again. Prints the requests during which the start page took
longest, and exits with 1 if it ever took longer than ``--most`` seconds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from itertools import chain, count, product
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlencode

from flask import Flask
from referee_schemas.log_so_far import LogSoFar
from werkzeug.routing import AnyConverter, Rule

from referee.store import Entry, SQLiteBook
from referee.store.links import Role, SQLiteLinks, beside
from referee.web import Settings, create_app
from referee.web.access import cookie_of
from referee.web.serving import server_for
from referee.web.settings import LARGEST_BODY

LONG = 100_000
"""Characters of a field that the log's format does not know."""

EVERY = 0.01
"""Seconds between two requests for the start page."""

ALONE = 5.0
"""Seconds in which only the start page is requested."""

LONG_WAIT = 5.0
"""Seconds after which a slow request is printed at once."""

VICTIM_FROM = "127.0.0.9"
ASKED_FROM = "127.1.{high}.{low}"
"""Every request comes from its own address, so that no rate limit refuses it."""

Event = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """A request, and the table that it is about."""

    method: str
    path: str
    body: bytes | None = None
    kind: str = ""
    table: str = ""

    @property
    def label(self) -> str:
        """The request as it is printed."""
        return f"{self.method} {self.path[:90]} {self.table}"


@dataclass(frozen=True)
class Took:
    """The start of a request, and the time until its answer was complete."""

    label: str
    begun: float
    took: float
    status: int


# Contents of the tables


def hand(players: list[str], bet: int = 5) -> list[Event]:
    """Return a hand with a finding, which is given up."""
    ana, beto = players[0], players[-1]
    return [
        {"type": "hand", "dealer": beto, "bet": bet},
        {"type": "deal", "hands": {}},
        *({"type": "cambio", "player": player, "card": "??"} for player in players),
        {"type": "draw", "player": ana, "card": "7h"},
        {"type": "meld", "player": ana, "cards": ["7h", "8h", "9h"]},
        {"type": "pay", "player": ana, "card": "Kc"},
        {"type": "draw", "player": beto, "card": "2c"},
        {"type": "meld", "player": ana, "cards": ["2c", "3h", "9d"]},
        {"type": "end", "why": "abandoned"},
    ]


def table(players: list[str], hands: int = 2, **opening: Any) -> list[Event]:
    """Return an evening with a dispute at its end."""
    lines: list[Event] = [{"type": "game", "game": "desmoche", "players": players, **opening}]
    for _ in range(hands):
        lines += hand(players)
    lines.append({"type": "dispute", "by": players[0], "event": 7, "text": "It was mine. " * 150})
    return lines


def nested(levels: int, wide: int) -> Any:
    """Return nested lists of this depth and width."""
    value: Any = "7h"
    for _ in range(levels):
        value = [value] * wide if wide**levels < LONG else [value, *["x"] * wide]
    return value


def tables() -> Iterator[tuple[str, list[Event]]]:
    """Yield every table to request."""
    usual = ["Ana", "Beto"]
    for name, text in (
        ("letters", "x" * LONG),
        ("hearts", "♥" * LONG),
        ("leftward", "א" * LONG),
        ("wide", "漢" * LONG),
        ("mixed", "אb" * (LONG // 2)),
        ("blanks", " " * LONG),
        ("breaks", "\n" * LONG),
        ("unseen", "\u202e" * LONG),
        ("quotes", '"{' * (LONG // 2)),
    ):
        lines = table(usual)
        yield name, [{**line, "x_field": text} for line in lines[:6]] + lines[6:]
    deep = table(usual)
    yield "deep", [{**line, "x_deep": nested(12, 2)} for line in deep]
    yield "flat", [{**deep[0], "x_flat": ["x"] * LONG}, *deep[1:]]
    for name, letter in (("names", "N"), ("names-leftward", "א"), ("names-hearts", "♥")):
        long = [f"{letter * 39}{at}" for at in range(4)]
        yield name, table(long, 20, title=letter * 2000, place=letter * 2000, unit=letter * 40)
    notes = [{"type": "note", "note": "♥ word " * 285} for _ in range(300)]
    yield "notes", [*table(usual), *notes]
    yield "disputes", [*table(usual), *table(usual)[-1:] * 100]
    yield "cards", [*table(usual)[:6], {"type": "meld", "player": "Ana", "cards": ["7h"] * 20_000}]
    yield "long", table(usual, 300)
    yield "longest", table(usual, 2000)


# Requests


def pages(app: Flask, names: dict[str, int]) -> Iterator[Asked]:
    """Yield every address that answers to GET, for every table; ``names`` has their numbers of
    events."""
    for rule in app.url_map.iter_rules():
        methods = rule.methods or set()
        if "GET" not in methods or rule.endpoint == "static":
            continue
        of_table = "name" in rule.arguments
        for name in names if of_table else [""]:
            for values in choices(rule, name, names.get(name, 0)):
                path = address(rule, values)
                yield Asked("GET", path, table=name)
                for more in QUESTIONS.get(rule.endpoint, ()):
                    yield Asked("GET", f"{path}?{urlencode(more, doseq=True)}", table=name)


QUESTIONS: dict[str, list[dict[str, Any]]] = {
    "dispute.show": [{"event": 7, "words": "x" * 2000}, {"event": 11}],
    "dispute.ruling_as_pdf": [{"event": 7}],
    "report.show": [{"ruling": "11:meld.form"}],
    "whatif.show": [{"house.play_everything": "on"}],
    "judging.rule": [{"event": 7}],
    "record.events": [{"after": 1}],
    "pad.show": [{"act": "meld"}, {"ask": 1}],
    "printing.table_as_pdf": [{"paper": "a5"}],
    "rulebook.game": [{"q": "x " * 100}],
    "season.show": [{"players": "x," * 100, "house": "a=b," * 50}],
    "start.show": [{"player": "x" * 200, "page": "9" * 4000}],
}


def choices(rule: Rule, name: str, last: int) -> Iterator[dict[str, Any]]:
    """Yield values for the variable parts of an address."""
    known: dict[str, list[Any]] = {
        "name": [name], "seq": [last, 7], "number": [last], "token": ["x" * 1000],
        "game": ["desmoche"], "rule_id": ["meld.form"], "rule": ["meld.form"],
    }  # fmt: skip
    for argument, converter in rule._converters.items():
        if isinstance(converter, AnyConverter):
            known[argument] = sorted(converter.items)
    names = sorted(rule.arguments)
    for chosen in product(*(known[argument] for argument in names)):
        yield dict(zip(names, chosen, strict=True))


def address(rule: Rule, values: dict[str, Any]) -> str:
    """Return the path of a rule with these values."""
    built = rule.build(values)
    assert built is not None, (rule, values)
    return built[1]


def form(path: str, fields: Any, table: str = "") -> Asked:
    """Return a request with a form, cut to the size that the server accepts."""
    body = urlencode(fields, doseq=True).encode()[:LARGEST_BODY]
    return Asked("POST", path, body, "application/x-www-form-urlencoded", table)


def parts(path: str, body: bytes, table: str) -> Asked:
    """Return a request with a multipart form; its boundary is ``b``."""
    return Asked("POST", path, body + b"--b--\r\n", "multipart/form-data; boundary=b", table)


def call(path: str, value: Any, table: str = "") -> Asked:
    """Return a call of the interface for programs."""
    body = json.dumps(value, ensure_ascii=False).encode()[:LARGEST_BODY]
    return Asked("POST", f"/api/v1/{path}", body, "application/json", table)


def posts(names: dict[str, int]) -> Iterator[Asked]:
    """Yield the requests with a body: logs, forms and API calls."""
    for label, log in logs():
        yield Asked("POST", "/api/v1/check", log.encode()[:LARGEST_BODY], "text/plain", label)
        yield form("/check", {"log": log}, label)
        yield form("/check/keep", {"log": log}, label)
        yield call("check", {"log": log[: LARGEST_BODY // 2]}, label)
    for size in (100, LARGEST_BODY // 20):
        field = b'--b\r\nContent-Disposition: form-data; name="player"\r\n\r\nx\r\n'
        yield parts("/open", field * (size // 64), f"many parts {size}")
        file = b'--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'
        yield parts("/check", file + b"\r\n--b" * (size * 3) + b"\r\n", f"odd file {size}")
    yield form("/open", {"player": ["x" * LONG] * 30, "title": "x" * 5 * LONG})
    yield form("/open", {"player": list(range(LONG))})
    yield form("/look", {"back": "/" * 10 * LONG})
    yield form("/join", {"code": "/join/" * LONG})
    yield Asked("POST", "/api/v1/check", b"[" * 4 * 10**6, "application/json", "brackets")
    nothing = b'{"log":' + b'{"a":' * 5 * LONG
    yield Asked("POST", "/api/v1/check", nothing, "application/json", "braces")
    yield Asked("POST", "/api/v1/games", nothing, "application/json", "braces")
    opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"], "x_": "♥" * LONG}
    yield call("games", {"name": "new", "events": [opening, *[{"type": "note"}] * LONG]})
    for name, last in names.items():
        place = f"/tables/{name}"
        yield call(f"games/{name}/whatif", {"house": {"play_everything": "on"}, "without": [7]})
        note = {"type": "note", "note": "x" * 2000, "x_field": "♥" * LONG}
        yield call(f"games/{name}/events", {"expects": last, "events": [note] * 10})
        few = [{"type": "note", "note": "x"}] * (LONG // 5)
        yield call(f"games/{name}/events", {"expects": last + 10, "events": few})
        known = {"expects": last, "id": "x"}
        yield form(f"{place}/pad", {**known, "type": "note", "note": "x" * 5 * LONG}, "note")
        yield form(f"{place}/pad", {**known, "line": "=" + "7h" * 2 * LONG}, "cards")
        yield form(f"{place}/pad", {**known, "line": "{" * 4 * LONG}, "braces")
        yield form(f"{place}/dispute", {"event": 7, "by": "Ana", "words": "x" * 5 * LONG})
        yield form(f"{place}/dispute", {"event": 7, "by": "Ana", "words": "x" * 1000})
        yield form(f"{place}/links", {"for": "players"})


ODD: Final = {
    "braces": "{", "quotes": '"', "cards": "7h", "melds": "=7h8h9h ", "letters": "x", "dots": ".",
    "blanks": " ", "remarks": "{a} ", "lines": "\n", "turns": "Ana +7h ", "numbers": "9",
    "escapes": "\\", "hashes": "# ", "hearts": "♥", "brackets": "[",
}  # fmt: skip
"""Text to fill a line of a score sheet with."""


def logs() -> Iterator[tuple[str, str]]:
    """Yield logs that are as large as allowed, or hard to read."""
    opening, *play = (json.dumps(line) for line in table(["Ana", "Beto"]))
    for size in (50_000, LARGEST_BODY - 5000):
        yield f"events {size}", "\n".join([opening, *play * (size // sum(map(len, play)))])
        for name, part in ODD.items():
            turn = "desmoche\nplayers Ana, Beto*\nhand bet 5\ndeal\nAna 7h "
            yield f"{name} {size}", turn + part * (size // len(part) // 2)
        yield f"names {size}", "desmoche\nplayers " + ", ".join(map(str, range(size // 10)))
        long = {**json.loads(opening), "x_": "♥" * (min(size, 900_000) // 3)}
        yield f"field {size}", "\n".join([json.dumps(long, ensure_ascii=False), *play])
        yield f"broken {size}", "\n".join([opening, *['{"type":'] * (size // 9)])
        wrong = '{"type":"note","note":5}'
        yield f"wrong {size}", "\n".join([opening, *[wrong] * (size // len(wrong))])


# ---- The server, and its visitors


def serve(book: Path, ready: Any) -> None:
    """Run the server, in a process of its own."""
    server = server_for(create_app(Settings(book, links=True)), "127.0.0.1", 0)
    ready.send(server.effective_port)
    server.run()


def look(port: int, cookies: str, told: Any) -> None:
    """Request the start page until told to stop; send back how long each answer took."""
    connection = HTTPConnection("127.0.0.1", port, timeout=300, source_address=(VICTIM_FROM, 0))
    seen = []
    told.send("here")
    while not told.poll():
        begun = time.monotonic()
        connection.request("GET", "/", headers={"Cookie": cookies})
        answer = connection.getresponse()
        answer.read()
        seen.append((begun, time.monotonic() - begun, answer.status))
        # an address may send 6,000 requests a minute
        time.sleep(max(EVERY - seen[-1][1], 0.001))
    told.recv()
    told.send(seen)


def ask(port: int, asked: Asked, tokens: dict[str, str], number: int) -> Took:
    """Send a request, and read the whole answer."""
    source = ASKED_FROM.format(high=number // 250 % 250, low=1 + number % 250)
    connection = HTTPConnection("127.0.0.1", port, timeout=300, source_address=(source, 0))
    headers = {"Cookie": "; ".join(f"{cookie_of(name)}={token}" for name, token in tokens.items())}
    if asked.kind:
        headers["Content-Type"] = asked.kind
    begun, status = time.monotonic(), 0
    try:
        connection.request(asked.method, asked.path, asked.body, headers)
        answer = connection.getresponse()
        answer.read()
        status = answer.status
    except (OSError, HTTPException) as problem:
        print(f"{asked.label}: {problem!r}", file=sys.stderr)
    connection.close()
    took = Took(asked.label, begun, time.monotonic() - begun, status)
    if took.took > LONG_WAIT:
        print(f"{took.took:.1f} s {asked.label}", file=sys.stderr)
    return took


def fill(book: Path) -> dict[str, int]:
    """Put the tables into a book; return the number of events of each."""
    lasts = {}
    with SQLiteBook(book) as opened:
        for name, lines in tables():
            so_far = LogSoFar()
            opened.open_game(name, [Entry.of(so_far.add(line)) for line in lines])
            lasts[name] = len(lines)
    return lasts


def main() -> int:
    """Run the measurement, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=float, default=0.3)
    parser.add_argument("--only", default="")
    parser.add_argument("--worst", type=int, default=15)
    parsed = parser.parse_args()
    context = get_context("spawn")
    with TemporaryDirectory() as folder:
        book = Path(folder) / "book.db"
        names = fill(book)
        links = SQLiteLinks(beside(book))
        tokens = {name: links.make(name, Role.SCRIBE) for name in names}
        looks = {name: links.make(name, Role.VIEWER) for name in names}
        app = create_app(Settings(book, links=True))
        asked = (one for one in chain(pages(app, names), posts(names)) if parsed.only in one.label)
        here, there = context.Pipe()
        server = context.Process(target=serve, args=(book, there))
        server.start()
        port = here.recv()
        ours, theirs = context.Pipe()
        cookies = "; ".join(f"{cookie_of(name)}={token}" for name, token in looks.items())
        victim = context.Process(target=look, args=(port, cookies, theirs), daemon=True)
        try:
            warm_up(port, tokens, looks)
            victim.start()
            ours.recv()
            alone = time.monotonic()
            time.sleep(ALONE)
            sent = [ask(port, one, tokens, number) for number, one in zip(count(), asked)]
            ours.send("enough")
            seen = ours.recv()
        finally:
            server.terminate()
            server.join()
    return tell(sent, seen, (alone, alone + ALONE), parsed.most, parsed.worst)


def warm_up(port: int, *links: dict[str, str]) -> None:
    """Open every table, and start the process that starts those that judge."""
    for tokens in links:
        for number in range(2):
            ask(port, Asked("GET", "/"), tokens, number)
    ask(port, Asked("GET", "/print/blank-sheet/desmoche.pdf"), {}, 3)


def tell(
    sent: list[Took], seen: list[tuple[float, float, int]], alone: tuple[float, float],
    most: float, worst: int,
) -> int:  # fmt: skip
    """Print the requests during which the start page took longest; return the exit status."""
    quiet = sorted(took for begun, took, _ in seen if alone[0] <= begun <= alone[1])
    print(f"the start page alone: {_spread(quiet)}")
    beside = sorted(((_longest(seen, one), one) for one in sent), key=lambda pair: -pair[0])
    for took, one in beside[:worst]:
        print(f"{took * 1000:6.0f} ms beside {one.status} {one.label} ({one.took:.2f} s)")
    print(f"{len(sent)} requests, by status: {dict(Counter(one.status for one in sent))}")
    slow = sorted(sent, key=lambda one: -one.took)[:5]
    print("the longest:", *(f"{one.took:.1f} s {one.label}" for one in slow), sep="\n  ")
    times = sorted(took for took, _one in beside)
    print(f"the longest look at the start page beside each request: {_spread(times)}")
    over = sum(took > most for took in times)
    refused = sum(status != 200 for _begun, _took, status in seen)
    failed = [one.label for one in sent if one.status in (0, 500)]
    print(f"{over} above {most * 1000:.0f} ms, {refused} of {len(seen)} refused")
    print(*(f"failed: {label}" for label in failed), sep="\n")
    return 1 if over or refused or failed else 0


def _longest(seen: list[tuple[float, float, int]], one: Took) -> float:
    """Return the longest time that the start page took during a request."""
    ended = one.begun + one.took
    return max(
        (took for begun, took, _ in seen if begun < ended and one.begun < begun + took), default=0
    )


def _spread(times: list[float]) -> str:
    if not times:
        return "not once"
    half, most = (times[int(len(times) * part)] * 1000 for part in (0.5, 0.99))
    return f"half within {half:.0f} ms, 99 % {most:.0f}, worst {times[-1] * 1000:.0f}"


if __name__ == "__main__":
    sys.exit(main())
