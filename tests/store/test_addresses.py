"""Passwords of a record book on a server are never printed, at any position in the address."""

import subprocess
import sys
from pathlib import Path
from string import Template

import click
import pytest
from referee_cli.hints import command
from referee_cli.main import main

from referee.store.location import is_on_a_server, shown
from tests.cli.running import commands, referee
from tests.depth import only_deep
from tests.parts import pairs, part

SECRET = "s3cr3t"
WRITTEN = "%733cr3t"
"""The same password, percent-encoded."""

FILE = Path(__file__).with_name("addresses.txt")

ADDRESSES = dict(
    Template(line).substitute(SECRET=SECRET, WRITTEN=WRITTEN).split(": ", 1)
    for line in part(FILE, "addresses")
)

COMMANDS = commands("an address with a password")


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
def test_no_message_shows_a_password(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in COMMANDS:
        done = referee(*words, "--db", address)
        said = (done.stdout + done.stderr).decode()
        assert done.returncode in (2, 3), said
        assert SECRET not in said
        assert WRITTEN not in said
        assert "fault of the referee" not in said
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
def test_no_hint_repeats_a_password(address: str) -> None:
    with click.Context(main) as context:
        context.meta["db"] = address
        assert command("record", "friday") == "referee record friday --db PLACE"


FORMS = list(ADDRESSES.values())


@pytest.mark.parametrize("address", [*FORMS[:3], *map(only_deep, FORMS[3:])])
def test_a_password_is_hidden_without_the_parser_of_postgresql(address: str) -> None:
    """Hide the password without the extra ``postgres``."""
    code = (
        "import sys; sys.modules['psycopg'] = None; "
        "from referee.store.location import shown; from referee.store.opening import open_book\n"
        "print(shown(sys.argv[1]))\n"
        "try: open_book(sys.argv[1])\n"
        "except Exception as problem: print(problem)"
    )
    words = [sys.executable, "-c", code, address]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert said.startswith("postgresql://...\n")
    assert "needs psycopg" in said
    assert SECRET not in said


@pytest.mark.parametrize(("address", "told"), pairs(FILE, "what is no secret"))
def test_what_is_no_secret_is_shown(address: str, told: str) -> None:
    pytest.importorskip("psycopg")
    assert shown(address) == told


def test_a_file_may_have_any_name_behind_a_folder() -> None:
    assert not is_on_a_server("./host=localhost")
    assert not is_on_a_server("friday=1.db")
