"""Passwords of a record book on a server are never printed, wherever they stand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from referee_cli.hints import command
from referee_cli.main import main

from referee.store.location import is_on_a_server, shown
from tests.cli.running import referee
from tests.depth import only_deep

SECRET = "s3cr3t"
WRITTEN = "%733cr3t"
"""The same word, percent-encoded."""

ADDRESSES = {
    "before the host": f"postgresql://club:{SECRET}@127.0.0.1:1/book",
    "percent-encoded": f"postgresql://club:{WRITTEN}@127.0.0.1:1/book",
    "without a user": f"postgresql://:{SECRET}@127.0.0.1:1/book",
    "of several hosts": f"postgresql://club:{SECRET}@127.0.0.1:1,127.0.0.1:2/book",
    "in the query": f"postgresql://127.0.0.1:1/book?user=club&password={SECRET}",
    "in the query, percent-encoded": f"postgresql://127.0.0.1:1/book?password={WRITTEN}",
    "of the key": f"postgresql://127.0.0.1:1/book?sslpassword={SECRET}&sslmode=disable",
    "file of passwords": f"postgresql://127.0.0.1:1/book?passfile=/tmp/{SECRET}",
    "as a keyword": f"host=127.0.0.1 port=1 user=club password={SECRET} dbname=book",
    "in quotes": f"host=127.0.0.1 port=1 password='a {SECRET}' dbname=book",
    "with blanks around": f"  password = {SECRET} host = 127.0.0.1 port = 1",
    "with a raw @": f"postgresql://club:a@{SECRET}@127.0.0.1:1/book",
    "with a raw /": f"postgresql://club:a/{SECRET}@127.0.0.1:1/book",
    "with a raw %": f"postgresql://club:%zz{SECRET}@127.0.0.1:1/book",
    "with no host": f"postgresql://club:{SECRET}",
    "in quotes that do not close": f"host=127.0.0.1 password='{SECRET}",
    "of a misspelled keyword": f"postgresql://127.0.0.1:1/book?pasword={SECRET}",
    "of a capital scheme": f"POSTGRESQL://club:{SECRET}@127.0.0.1:1/book",
    "of another server": f"mysql://club:{SECRET}@127.0.0.1:1/book",
    "in the name": f"dbname='host=127.0.0.1 password={SECRET}' host=127.0.0.1 port=1",
}
"""Addresses with a password in each place where one may stand; no server answers at any."""

COMMANDS = (
    ("book", "doctor"),
    ("book", "list"),
    ("book", "list", "--json"),
    ("new", "friday", "--players", "Ana, Beto"),
    ("book", "verify"),
    ("book", "backup", "copy.db"),
    ("links", "friday"),
    ("standings",),
    ("serve", "--port", "0"),
)


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
        context.params["db"] = address
        assert command("record", "friday") == "referee record friday --db PLACE"


FORMS = list(ADDRESSES.values())


@pytest.mark.parametrize("address", [*FORMS[:3], *map(only_deep, FORMS[3:])])
def test_a_password_is_hidden_without_the_parser_of_postgresql(address: str) -> None:
    """As where the extra ``postgres`` is not installed."""
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


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://club:x@localhost/book", "postgresql://club@localhost/book"),
        ("postgres://localhost:5433/book?password=x", "postgresql://localhost:5433/book"),
        ("host=localhost password='a b' user=club", "postgresql://club@localhost/"),
        ("postgresql:///book", "postgresql:///book"),
        ("postgresql://u:x@/b?host=/run/pg", "postgresql://u@/b?host=/run/pg"),
        ("postgresql://?service=club", "postgresql:///?service=club"),
        ("book.db", "book.db"),
    ],
)
def test_what_is_no_secret_is_shown(address: str, told: str) -> None:
    pytest.importorskip("psycopg")
    assert shown(address) == told


def test_a_file_may_have_any_name_behind_a_folder() -> None:
    assert not is_on_a_server("./host=localhost")
    assert not is_on_a_server("friday=1.db")
