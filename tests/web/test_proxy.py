"""The server behind a TLS proxy: its links, its cookies, and its visitors' addresses."""

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from referee.web.pages.links import qr
from referee.web.security import GUESSES
from tests.cli.running import COMMAND
from tests.web.visitors import IN_PLAY, keep, serving

pytestmark = pytest.mark.deep

HOST = "referee.club.example"
URL = f"https://{HOST}"
DOCS = Path(__file__).parents[2] / "docs"


@dataclass(frozen=True)
class Phone:
    """A phone at this address, which asks the proxy at this port over TLS."""

    address: str
    port: int
    trusted: ssl.SSLContext

    def ask(self, path: str, form: dict[str, Any] | None = None, **headers: str) -> HTTPResponse:
        kind = "application/x-www-form-urlencoded"
        own = {} if form is None else {"Content-Type": kind, "Origin": URL}
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"Host": HOST, "Connection": "close", **own, **said}
        body = None if form is None else urlencode(form, doseq=True)
        here = {"source_address": (self.address, 0), "context": self.trusted}
        asking = HTTPSConnection("127.0.0.1", self.port, **here)
        asking.request("GET" if form is None else "POST", path, body, sent)
        return asking.getresponse()


def cookies(*answers: HTTPResponse) -> list[str]:
    return [one for answer in answers for one in answer.headers.get_all("Set-Cookie") or ()]


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[tuple[Phone, Phone]]:
    """Yield two phones before a server behind nginx with TLS, set up as in the documents."""
    if shutil.which("nginx") is None or shutil.which("openssl") is None:
        pytest.skip("nginx or openssl is not installed")
    keep(tmp_path / "book.db", "friday", IN_PLAY[:1])
    trusted = ssl.create_default_context(cafile=certificate(tmp_path))
    with serving(tmp_path / "book.db", url=URL) as port, nginx(tmp_path, port) as there:
        yield Phone("127.0.0.7", there, trusted), Phone("127.0.0.8", there, trusted)


def certificate(folder: Path) -> Path:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-batch",
         "-subj", f"/CN={HOST}", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    return folder / "fullchain.pem"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def nginx(folder: Path, port: int) -> Iterator[int]:
    there = free_port()
    told = (DOCS / "club" / "nginx.conf").read_text()
    for theirs, ours in (
        ("listen 443", f"listen 127.0.0.1:{there}"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        (f"/etc/letsencrypt/live/{HOST}/", f"{folder}/"),
        ("127.0.0.1:8000", f"127.0.0.1:{port}"),
    ):
        assert theirs in told
        told = told.replace(theirs, ours)
    kept = " ".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {kept}\n{told}\n}}\n"
    )
    command = ["nginx", "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"]
    # it returns when it listens
    subprocess.run(command, check=True)
    try:
        yield there
    finally:
        subprocess.run([*command, "-s", "stop"], check=True)


def test_behind_a_proxy_links_codes_and_cookies_are_those_of_its_url(
    phones: tuple[Phone, Phone],
) -> None:
    anas, betos = phones
    opened = anas.ask("/open", {"player": ["Ana", "Beto"]})
    assert opened.status == 303
    scribe, last_opening, _of_the_game = cookies(opened)
    assert {"Secure", "HttpOnly"} <= set(scribe.split("; "))
    assert {"Secure", "HttpOnly", "Path=/open"} <= set(last_opening.split("; "))
    table = opened.headers["Location"].removesuffix("/pad")
    cookie = scribe.partition(";")[0]
    page = anas.ask(f"{table}/links", {"for": "viewer"}, Cookie=cookie).read().decode()
    link = re.search(rf'value="({URL}/join/[^"]+)"', page)
    assert link is not None
    assert str(qr(link[1])) in page
    followed = betos.ask(link[1].removeprefix(URL))
    assert (followed.status, followed.headers["Location"]) == (303, table)
    assert all("; Secure" in one for one in cookies(followed))
    chosen = cookies(betos.ask("/look", {"theme": "dark"}), betos.ask("/?lang=es_NI"))
    assert [("; Secure" in one) for one in chosen] == [True, True]


def test_visitors_behind_a_proxy_are_told_apart_whatever_address_they_forge(
    phones: tuple[Phone, Phone],
) -> None:
    anas, betos = phones
    forged = [f"10.0.0.{number}" for number in range(GUESSES.amount + 1)]
    told = [anas.ask("/join/guess", X_Forwarded_For=one).status for one in forged]
    assert told == [404] * GUESSES.amount + [429]
    assert betos.ask("/join/guess").status == 404


def test_the_commands_take_the_url_from_the_environment(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    keep(book, "friday", IN_PLAY[:1])
    there = {"REFEREE_DB": str(book), "REFEREE_URL": f"{URL}/", "LANGUAGE": "en"}
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"],
        env=os.environ | there, stdout=subprocess.PIPE, text=True,
    ) as served:  # fmt: skip
        assert served.stdout is not None
        try:
            assert served.stdout.readline() == f"{URL}/\n"
            port = int(re.findall(r"http://127\.0\.0\.1:(\d+)/", served.stdout.readline())[0])
            asking = HTTPConnection("127.0.0.1", port, timeout=30)
            # visitors without a link do not learn that a table exists
            for path, status in (("/tables/friday", 404), ("/", 200)):
                asking.request("GET", path, headers={"Host": HOST, "X-Forwarded-For": "127.0.0.7"})
                answer = asking.getresponse()
                assert (answer.status, bool(answer.read())) == (status, True)
            asking.close()
        finally:
            served.terminate()
