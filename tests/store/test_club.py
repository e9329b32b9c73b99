"""The club's server as set up in docs/club-server.md: its rights, its services, its copies."""

import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import psycopg
import pytest

from referee.store import SQLiteBook
from referee.store.record import verify_book
from tests.cli.running import COMMAND, process
from tests.store.server import Server

pytestmark = pytest.mark.deep

CLUB = Path(__file__).parents[2] / "docs" / "club"
INSTALLED = "/opt/referee/bin/referee"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the book that its owner created, as the servers find it."""
    with Server() as server:
        owners = server.database()
        players = ("--players", "Ana, Beto", "--bet", "5")
        assert process("new", "opening-night", *players, "--db", owners).returncode == 0
        with psycopg.connect(owners) as connection:
            connection.execute((CLUB / "rights.sql").read_bytes())
        yield owners.replace("postgres:@", "referee:secret@")


def commands(service: str) -> list[list[str]]:
    """Return the commands that a service starts, with the program under test."""
    told = (CLUB / service).read_text(encoding="utf-8")
    assert "EnvironmentFile=/etc/referee.env\n" in told
    lines = re.findall("^ExecStart=(.+)$", told, re.MULTILINE)
    here = [line.replace(INSTALLED, shlex.join(COMMAND)).replace("%%", "%") for line in lines]
    return [shlex.split(line) for line in here]


def test_the_web_form_opens_tables_and_gives_out_links(address: str) -> None:
    (serve,) = commands("referee.service")
    serve[serve.index("--port") + 1] = "0"
    environment = os.environ | {"REFEREE_DB": address, "PYTHONUNBUFFERED": "1"}
    form = subprocess.Popen(serve, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert form.stdout is not None
        port = int(re.findall(r":(\d+)/", form.stdout.readline())[0])
        here = f"http://127.0.0.1:{port}/api/v1/games"
        game = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
        opened = asked(here, {"name": "friday", "events": [game]})
        table = asked(f"{here}/friday", token=opened["token"])
    finally:
        form.kill()
        form.communicate()
    assert table["seated"] == ["Ana", "Beto"]
    linked = process("links", "friday", "--for", "viewer", REFEREE_DB=address)
    assert linked.returncode == 0, linked.stderr
    taken_back = process("links", "friday", "--revoke", "1", REFEREE_DB=address)
    assert taken_back.returncode == 0, taken_back.stderr


def asked(where: str, body: object = None, token: str = "") -> Any:
    """Return the answer of the interface for programs."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = json.dumps(body).encode() if body else None
    headers |= {"Content-Type": "application/json"} if data else {}
    with urlopen(Request(where, data, headers)) as answer:
        return json.load(answer)


def test_every_night_there_is_a_sealed_copy(address: str, tmp_path: Path) -> None:
    environment = os.environ | {"REFEREE_DB": address, "STATE_DIRECTORY": str(tmp_path)}
    for command in commands("referee-backup.service"):
        subprocess.run(command, env=environment, check=True, capture_output=True)
    (copy,) = tmp_path.glob("book-*.db")
    with SQLiteBook(copy, writable=False) as book:
        assert "opening-night" in book.names()
        assert verify_book(book).events == 1


def test_the_servers_can_switch_no_guard_off(address: str) -> None:
    with (
        psycopg.connect(address) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("ALTER TABLE referee.events DISABLE TRIGGER ALL")
