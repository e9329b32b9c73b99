"""The server behind a TLS proxy: its links, its cookies, and its visitors' addresses."""

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
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
ANAS_PHONE, BETOS_PHONE = "127.0.0.7", "127.0.0.8"


@dataclass(frozen=True)
class Answer:
    status: int
    location: str
    cookies: list[str]
    text: str


@dataclass(frozen=True)
class Phone:
    """A phone at this address, which ``connect`` connects to the proxy."""

    address: str
    connect: Callable[[str], HTTPConnection]

    def ask(self, path: str, form: dict[str, Any] | None = None, **headers: str) -> Answer:
        kind = "application/x-www-form-urlencoded"
        own = {} if form is None else {"Content-Type": kind, "Origin": URL}
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"Host": HOST, **own, **said}
        asking = self.connect(self.address)
        body = None if form is None else urlencode(form, doseq=True)
        asking.request("GET" if form is None else "POST", path, body, sent)
        answer = asking.getresponse()
        cookies = answer.headers.get_all("Set-Cookie") or []
        location = answer.headers.get("Location", "")
        told = Answer(answer.status, location, cookies, answer.read().decode())
        asking.close()
        return told


Room = Callable[[str], Phone]


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Room]:
    """Yield phones before a server behind nginx with TLS, set up as in the documents."""
    if shutil.which("nginx") is None or shutil.which("openssl") is None:
        pytest.skip("nginx or openssl is not installed")
    keep(tmp_path / "book.db", "friday", IN_PLAY[:1])
    trusted = certificate(tmp_path)
    with serving(tmp_path / "book.db", url=URL) as port, nginx(tmp_path, port) as there:
        yield lambda address: Phone(address, lambda of: _over_tls(of, there, trusted))


def _over_tls(address: str, port: int, trusted: Path) -> HTTPConnection:
    asking = HTTPSConnection(HOST, port)
    plain = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(address, 0))
    asking.sock = ssl.create_default_context(cafile=str(trusted)).wrap_socket(
        plain, server_hostname=HOST
    )
    return asking


def certificate(folder: Path) -> Path:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-batch",
         "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}",
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


def test_behind_a_proxy_links_codes_and_cookies_are_those_of_its_url(phone: Room) -> None:
    anas, betos = phone(ANAS_PHONE), phone(BETOS_PHONE)
    opened = anas.ask("/open", {"player": ["Ana", "Beto"]})
    assert opened.status == 303
    scribe, last_opening, _of_the_game = opened.cookies
    assert {"Secure", "HttpOnly"} <= set(scribe.split("; "))
    assert {"Secure", "HttpOnly", "Path=/open"} <= set(last_opening.split("; "))
    table = opened.location.removesuffix("/pad")
    cookie = scribe.partition(";")[0]
    page = anas.ask(f"{table}/links", {"for": "viewer"}, Cookie=cookie)
    link = re.search(rf'value="({URL}/join/[^"]+)"', page.text)
    assert link is not None
    assert str(qr(link[1])) in page.text
    followed = betos.ask(link[1].removeprefix(URL))
    assert (followed.status, followed.location) == (303, table)
    assert all("; Secure" in one for one in followed.cookies)
    chosen = betos.ask("/look", {"theme": "dark"}).cookies + betos.ask("/?lang=es_NI").cookies
    assert [("; Secure" in one) for one in chosen] == [True, True]


def test_visitors_behind_a_proxy_are_told_apart_whatever_address_they_forge(phone: Room) -> None:
    anas, betos = phone(ANAS_PHONE), phone(BETOS_PHONE)
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
                asking.request("GET", path, headers={"Host": HOST, "X-Forwarded-For": ANAS_PHONE})
                answer = asking.getresponse()
                assert (answer.status, bool(answer.read())) == (status, True)
            asking.close()
        finally:
            served.terminate()
