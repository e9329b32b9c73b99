"""The server itself: silent connections, unread bodies, visitors who come together, and how much
goes over the network."""

import json
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from gzip import decompress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Barrier
from urllib.parse import urlencode

import pytest

from referee.store import SQLiteBook
from referee.web.responses import MOST_WAITING
from referee.web.serving import READ
from referee.web.static_files import FOLDER, joined
from tests.depth import count
from tests.season.clubs import evenings, fill
from tests.web.test_long_evenings import hands
from tests.web.visitors import IN_PLAY, keep, sample, server, serving

PACKED = {"Accept-Encoding": "gzip"}
BEHIND = {"Prefer": "return=minimal"}

MOST_OF_A_TAP = 6000
LINES = 400

VISITORS = 8


def test_who_opens_connections_and_says_nothing_keeps_nobody_out(tmp_path: Path) -> None:
    with serving(tmp_path / "book.db") as port:
        silent = []
        for _ in range(MOST_WAITING + 20):
            silent.append(socket.create_connection(("127.0.0.1", port)))
            silent[-1].sendall(b"GET / HTTP/1.1\r\n")
        asking = HTTPConnection("127.0.0.1", port, timeout=10)
        asking.request("GET", "/rulebook")
        assert asking.getresponse().status == 200
        # the one that was silent longest was closed
        silent[0].settimeout(10)
        assert silent[0].recv(1) == b""
        for one in silent:
            one.close()


def test_more_than_is_read_is_refused_by_a_page(tmp_path: Path) -> None:
    with serving(tmp_path / "book.db") as port:
        asking = HTTPConnection("127.0.0.1", port, timeout=10)
        asking.putrequest("POST", "/check")
        asking.putheader("Accept-Language", "es-NI")
        asking.putheader("Content-Length", str(READ + 1))
        asking.endheaders()
        answer = asking.getresponse()
        assert answer.status == 413
        assert 'lang="es-NI"' in answer.read().decode()


@pytest.mark.deep
@pytest.mark.parametrize(
    "before",
    [None, b'{"made_by": "0; 0.0.9", "evenings": {"1": ["odd name"]}}', b"no figures" * 100],
)
def test_all_who_ask_for_the_season_at_once_are_answered(
    tmp_path: Path, before: bytes | None
) -> None:
    book, figures = tmp_path / "book.db", tmp_path / "book.db-season"
    with SQLiteBook(book) as kept:
        fill(kept, evenings(2))
    with serving(book, links=False) as port, ThreadPoolExecutor(VISITORS) as room:
        for _ in range(count(12, 3)):
            figures.unlink(missing_ok=True)
            if before is not None:
                figures.write_bytes(before)
            together = Barrier(VISITORS)

            def visit(together: Barrier = together) -> tuple[int, bool]:
                asking = HTTPConnection("127.0.0.1", port, timeout=60)
                asking.connect()
                together.wait()
                asking.request("GET", "/season")
                answer = asking.getresponse()
                page = answer.read()
                asking.close()
                return answer.status, b"5 evenings" in page

            answers = [one.result() for one in [room.submit(visit) for _ in range(VISITORS)]]
            assert answers == [(200, True)] * VISITORS
    # the file of the figures is complete for the next server
    assert len(json.loads(figures.read_bytes())["evenings"]) == 5
    assert [path.name for path in tmp_path.iterdir() if "season-" in path.name] == []


def size(answer: HTTPResponse) -> int:
    """Return the size of an answer in bytes, including its head."""
    head = [f"{name}: {value}\r\n" for name, value in answer.getheaders()]
    return len("".join(["HTTP/1.1 200 OK\r\n", *head, "\r\n"])) + len(answer.read())


def test_a_tap_after_400_lines_takes_at_most_6_kilobytes(tmp_path: Path) -> None:
    lines = [line for hand in hands() for line in hand][:LINES]
    keep(tmp_path / "book.db", "friday", lines)
    with serving(tmp_path / "book.db", links=False) as port:
        phone = HTTPConnection("127.0.0.1", port)
        tap = urlencode({"type": "note", "note": "thunder", "id": "tap", "expects": LINES})
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        phone.request("POST", "/tables/friday/pad", tap, PACKED | BEHIND | form)
        written = phone.getresponse()
        assert written.status == 303
        took = size(written)
        phone.request("GET", "/tables/friday/pad", headers=PACKED | BEHIND)
        took += size(phone.getresponse())
    assert took <= MOST_OF_A_TAP


def test_a_packed_answer_says_the_same(tmp_path: Path) -> None:
    keep(tmp_path / "book.db", "friday", sample("dimes-eleven-rounds"))
    browser = server(tmp_path / "book.db", links=False).test_client()
    packed = browser.get("/tables/friday", headers=PACKED)
    assert decompress(packed.data) == browser.get("/tables/friday").data


def test_static_files_are_kept_for_good_and_an_old_address_leads_nowhere(tmp_path: Path) -> None:
    keep(tmp_path / "book.db", "friday", IN_PLAY)
    browser = server(tmp_path / "book.db", links=False).test_client()
    page = browser.get("/tables/friday/pad").text
    parts = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(parts) == 4
    for part in parts:
        answer = browser.get(part)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Cookie" not in answer.headers.get("Vary", "")
        for gone in (re.sub("/static/[^/]+", "/static/before", part), f"{part}.gone"):
            assert browser.get(gone).status_code == 404


def test_scripts_are_joined_each_once_behind_those_that_it_needs() -> None:
    names = sorted(file.stem for file in FOLDER.glob("*.js") if file.stem != "worker")
    script = joined("+".join(names), "js")
    ran = re.findall(r"^modules\.(\w+) =", script, re.M)
    assert sorted(ran) == names
    for name in names:
        source = (FOLDER / f"{name}.js").read_text("utf-8")
        for needed in re.findall(r'^import .*"\./(\w+)\.js"', source, re.M):
            assert ran.index(needed) < ran.index(name)
    assert re.findall(r"^(?:import|export)\b.*", script, re.M) == []
    for missing in ("", "nothing", "page+nothing", "../app", "page++quick"):
        with pytest.raises(LookupError):
            joined(missing, "js")
