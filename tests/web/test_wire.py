"""Traffic on the network: answers are compressed, and static files are cached for good."""

from __future__ import annotations

import re
from gzip import decompress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask

from referee.web.static_files import FOLDER, joined
from tests.web.test_long_evenings import hands
from tests.web.visitors import keep, server, serving

PACKED = {"Accept-Encoding": "gzip"}
BEHIND = {"Prefer": "return=minimal"}

MOST_OF_A_TAP = 6000
LINES = 400


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    lines = [line for hand in hands() for line in hand][:LINES]
    keep(tmp_path / "book.db", "friday", lines)
    return server(tmp_path / "book.db", links=False)


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


def test_whoever_does_not_take_packed_answers_gets_them_as_they_are(app: Flask) -> None:
    browser = app.test_client()
    packed = browser.get("/tables/friday/pad", headers=PACKED)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    plain = browser.get("/tables/friday/pad")
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["Vary"]
    without_id = re.compile(rb'name="id" value="\w+"')
    assert without_id.sub(b"", decompress(packed.data)) == without_id.sub(b"", plain.data)


def test_static_files_are_kept_for_good_and_an_old_address_leads_nowhere(app: Flask) -> None:
    browser = app.test_client()
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


@pytest.mark.parametrize("names", ["", "nothing", "page+nothing", "../app", "page++quick"])
def test_files_that_are_not_there_are_not_joined(names: str) -> None:
    with pytest.raises(LookupError):
        joined(names, "js")
