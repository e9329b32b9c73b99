"""A bundle can be verified alone, and every change in it is found."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from referee.bundle import open_bundle
from referee.bundle import verify as script
from referee.bundle.packing import CHAIN, LOG, MANIFEST
from referee.store import SQLiteBook
from referee.store.chain import link
from tests.cli.running import referee

SAMPLES = Path(__file__).parents[2] / "sample_games"
QUARREL = SAMPLES / "priority-quarrel.jsonl"

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of an evening with two quarrels."""
    folder = tmp_path_factory.mktemp("bundle")
    book, out = folder / "book.db", folder / "quarrel.zip"
    assert referee("book", "import", QUARREL, "--name", "quarrel", book=book).returncode == 0
    done = referee("export", "quarrel", out, book=book)
    assert done.returncode == 0, done.stderr
    return out


def files_of(bundle: Path) -> Files:
    with ZipFile(bundle) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def zipped(folder: Path, files: Files) -> Path:
    path = folder / "changed.zip"
    with ZipFile(path, "w") as bundle:
        for name, content in files.items():
            bundle.writestr(name, content)
    return path


def listed(files: Files) -> Files:
    """Return the files with a matching manifest."""
    about = json.loads(files[MANIFEST])
    rest = {name: content for name, content in files.items() if name != MANIFEST}
    about["files"] = {name: sha256(content).hexdigest() for name, content in rest.items()}
    return rest | {MANIFEST: json.dumps(about).encode()}


def caught_by_the_script(bundle: Path, *words: str) -> bool:
    return script.main([str(bundle), *words]) == 4


def caught_by_the_referee(bundle: Path, *words: str) -> bool:
    status = referee("book", "verify", bundle, *words).returncode
    assert status in (0, 3, 4)
    return status != 0


def test_the_script_says_what_the_record_book_says(packed: Path, tmp_path: Path) -> None:
    with ZipFile(packed) as bundle:
        bundle.extractall(tmp_path)
    head = (tmp_path / "HEAD.txt").read_text("utf-8").split()[0]
    # nothing is installed for it, and it runs in its own folder
    said = subprocess.run(
        [sys.executable, "-I", tmp_path / "verify.py", head],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert (said.returncode, said.stdout) == (0, f"Unchanged: 44 events, head {head}\n")
    verified = referee("book", "verify", packed, "--head", head).stdout.decode()
    assert verified == f"quarrel: unchanged, 44 events, head {head}\n"


def test_a_bundle_is_judged_as_its_log_is(packed: Path) -> None:
    book = packed.parent / "book.db"
    one, other = (referee("check", "--json", log, book=book) for log in (packed, "quarrel"))
    assert (one.stdout, one.returncode) == (other.stdout, other.returncode)
    assert files_of(packed)["report.json"] == one.stdout


def test_its_page_opens_without_a_server_and_has_the_rulings(packed: Path) -> None:
    page = files_of(packed)["index.html"].decode()
    assert "had asked for it" in page
    assert "What to do now" in page
    assert "http" not in page
    assert "<script" not in page


def test_the_same_game_is_the_same_bundle(packed: Path) -> None:
    bundle = open_bundle(packed)
    with SQLiteBook(packed.parent / "book.db", writable=False) as book:
        assert list(book.read("quarrel")) == list(bundle.stored)
        assert book.game("quarrel").opening == bundle.opening
    again = referee("export", "quarrel", "-", "--as", "bundle", book=packed.parent / "book.db")
    assert again.stdout.startswith(packed.read_bytes())


def with_events(files: Files, change: Callable[[list[Any]], object]) -> Files:
    """Return the files with a changed chain, and a log and a manifest that fit it."""
    events = list(map(json.loads, files[CHAIN].splitlines()))
    change(events)
    chain = "".join(json.dumps(event) + "\n" for event in events).encode()
    log = "".join(f"{event['content']}\n" for event in events[1:]).encode()
    return listed(files | {CHAIN: chain, LOG: log})


def _another_card(events: list[Any]) -> None:
    events[39]["content"] = events[39]["content"].replace("7h", "8h")


RECORDS = {
    "another card": _another_card,
    "an event less": lambda events: events.pop(40),
    "another order": lambda events: events.insert(17, events.pop(18)),
    "another name": lambda events: events[0].update(name="friday"),
}
ODD = [b"", b"{}", b"[]", b"{", b"\xff", b"null\nnull"]


def changes(files: Files) -> Iterator[tuple[str, Files, bool]]:
    """Yield every change: its name, the files, and whether the script finds it, too."""
    for name, content in files.items():
        old, new = (b"44-", b"45-") if name == "HEAD.txt" else (b"a", b"e")
        edited = files | {name: content.replace(old, new, 1)}
        yield f"{name} edited", edited, name != MANIFEST
        yield f"{name} removed", {one: files[one] for one in files if one != name}, True
        if name in ("report.json", "index.html", "log.sheet", "verify.py"):
            # only judging again finds it
            yield f"{name} edited and listed", listed(edited), False
    for name, content in product((CHAIN, MANIFEST, LOG), ODD):
        odd = files | {name: content}
        yield f"{name} {content!r}", odd if name == MANIFEST else listed(odd), True
    yield "a file put in", files | {"more.txt": b"more"}, True
    for name, change in RECORDS.items():
        yield name, with_events(files, change), True


def test_every_change_is_found(packed: Path, tmp_path: Path) -> None:
    for name, files, by_the_script in changes(files_of(packed)):
        bundle = zipped(tmp_path, files)
        assert caught_by_the_script(bundle) is by_the_script, name
        assert caught_by_the_referee(bundle), name
    # the last one fits its manifest
    assert referee("check", bundle).returncode == 3


def test_a_file_that_lies_in_it_twice_is_found(packed: Path, tmp_path: Path) -> None:
    path = tmp_path / "twice.zip"
    held = BytesIO(packed.read_bytes())
    with pytest.warns(UserWarning, match="Duplicate"), ZipFile(held, "a") as bundle:
        bundle.writestr("index.html", b"<p>Eddy was right.</p>")
    path.write_bytes(held.getvalue())
    assert caught_by_the_script(path)
    assert caught_by_the_referee(path)


def test_a_record_that_was_made_up_as_a_whole_is_found_by_a_head(
    packed: Path, tmp_path: Path
) -> None:
    files = files_of(packed)
    head = files["HEAD.txt"].decode().split()[0]

    def made_up(events: list[Any]) -> None:
        _another_card(events)
        before = open_bundle(packed).opening.beginning()
        for event in events[1:]:
            before = link(before, bytes.fromhex(event["salt"]), event["content"].encode())
            event["hash"] = before.hex()

    bundle = zipped(tmp_path, with_events(files, made_up))
    assert not caught_by_the_script(bundle)
    assert caught_by_the_script(bundle, head)
    assert caught_by_the_referee(bundle, "--head", head)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no bundle", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_bundle_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.zip"
    path.write_bytes(content)
    for command in (["book", "verify"], ["check"]):
        done = referee(*command, path)
        assert done.returncode == 3
        assert "not an evidence bundle" in done.stderr.decode()
    assert caught_by_the_script(path)
