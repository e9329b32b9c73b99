"""A bundle can be verified alone, and every change in it is found."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
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


def _edited(name: str) -> Callable[[Files], Files]:
    old, new = (b"44-", b"45-") if name == "HEAD.txt" else (b"a", b"e")
    return lambda files: files | {name: files[name].replace(old, new, 1)}


def _without(name: str) -> Callable[[Files], Files]:
    return lambda files: {one: content for one, content in files.items() if one != name}


NAMES = (
    "README.txt", "index.html", LOG, "log.sheet", "report.json", CHAIN, "HEAD.txt", "verify.py",
    MANIFEST,
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("change", [_edited, _without], ids=["edited", "removed"])
def test_a_file_that_was_changed_is_found(
    packed: Path, tmp_path: Path, name: str, change: Callable[[str], Callable[[Files], Files]]
) -> None:
    bundle = zipped(tmp_path, change(name)(files_of(packed)))
    if not (name == MANIFEST and change is _edited):
        assert caught_by_the_script(bundle)
    assert caught_by_the_referee(bundle)


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"{", b"\xff", b"null\nnull"])
@pytest.mark.parametrize("name", [CHAIN, MANIFEST, LOG])
def test_a_file_that_says_something_else_is_found(
    packed: Path, tmp_path: Path, name: str, content: bytes
) -> None:
    files = files_of(packed) | {name: content}
    bundle = zipped(tmp_path, files if name == MANIFEST else listed(files))
    assert caught_by_the_script(bundle)
    assert caught_by_the_referee(bundle)


def test_a_file_that_was_put_in_is_found(packed: Path, tmp_path: Path) -> None:
    bundle = zipped(tmp_path, files_of(packed) | {"more.txt": b"more"})
    assert caught_by_the_script(bundle)
    assert caught_by_the_referee(bundle)


def test_a_file_that_lies_in_it_twice_is_found(packed: Path, tmp_path: Path) -> None:
    path = tmp_path / "twice.zip"
    held = BytesIO(packed.read_bytes())
    with pytest.warns(UserWarning, match="Duplicate"), ZipFile(held, "a") as bundle:
        bundle.writestr("index.html", b"<p>Eddy was right.</p>")
    path.write_bytes(held.getvalue())
    assert caught_by_the_script(path)
    assert caught_by_the_referee(path)


def events_of(files: Files) -> list[dict[str, object]]:
    return [json.loads(line) for line in files[CHAIN].splitlines()]


def with_events(files: Files, events: list[dict[str, object]]) -> Files:
    chain = "".join(json.dumps(event) + "\n" for event in events).encode()
    log = "".join(f"{event['content']}\n" for event in events[1:]).encode()
    return listed(files | {CHAIN: chain, LOG: log})


def _another_card(events: list[dict[str, object]]) -> None:
    events[39]["content"] = str(events[39]["content"]).replace("7h", "8h")


def _an_event_less(events: list[dict[str, object]]) -> None:
    del events[40]


def _another_order(events: list[dict[str, object]]) -> None:
    events[17], events[18] = events[18], events[17]


def _another_name(events: list[dict[str, object]]) -> None:
    events[0]["name"] = "friday"


@pytest.mark.parametrize("change", [_another_card, _an_event_less, _another_order, _another_name])
def test_a_record_that_was_changed_with_its_manifest_is_found(
    packed: Path, tmp_path: Path, change: Callable[[list[dict[str, object]]], None]
) -> None:
    files = files_of(packed)
    events = events_of(files)
    change(events)
    bundle = zipped(tmp_path, with_events(files, events))
    assert caught_by_the_script(bundle)
    assert caught_by_the_referee(bundle)
    assert referee("check", bundle).returncode == 3


def test_a_record_that_was_made_up_as_a_whole_is_found_by_a_head(
    packed: Path, tmp_path: Path
) -> None:
    files = files_of(packed)
    head = files["HEAD.txt"].decode().split()[0]
    events = events_of(files)
    _another_card(events)
    before = open_bundle(packed).opening.beginning()
    for event in events[1:]:
        content = str(event["content"]).encode()
        before = link(before, bytes.fromhex(str(event["salt"])), content)
        event["hash"] = before.hex()
    bundle = zipped(tmp_path, with_events(files, events))
    assert not caught_by_the_script(bundle)
    assert caught_by_the_script(bundle, head)
    assert caught_by_the_referee(bundle, "--head", head)


@pytest.mark.parametrize("name", ["report.json", "index.html", "log.sheet", "verify.py"])
def test_another_report_with_a_manifest_that_fits_is_found_by_judging_again(
    packed: Path, tmp_path: Path, name: str
) -> None:
    bundle = zipped(tmp_path, listed(_edited(name)(files_of(packed))))
    assert not caught_by_the_script(bundle)
    assert caught_by_the_referee(bundle)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no bundle", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_bundle_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.zip"
    path.write_bytes(content)
    for command in (["book", "verify"], ["check"]):
        done = referee(*command, path)
        assert done.returncode == 3
        assert "not an evidence bundle" in done.stderr.decode()
    assert caught_by_the_script(path)
