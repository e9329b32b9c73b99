"""The server itself: silent connections, and bodies that are never read."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from referee.web.responses import MOST_WAITING
from referee.web.serving import READ
from tests.web.visitors import serving


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Yield the port of the program's own server."""
    with serving(tmp_path / "book.db") as listening:
        yield listening


def test_who_opens_connections_and_says_nothing_keeps_nobody_out(port: int) -> None:
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


def test_more_than_is_read_is_refused_by_a_page(port: int) -> None:
    asking = HTTPConnection("127.0.0.1", port, timeout=10)
    asking.putrequest("POST", "/check")
    asking.putheader("Accept-Language", "es-NI")
    asking.putheader("Content-Length", str(READ + 1))
    asking.endheaders()
    answer = asking.getresponse()
    assert answer.status == 413
    assert 'lang="es-NI"' in answer.read().decode()
