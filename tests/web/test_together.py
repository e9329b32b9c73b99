"""Visitors who come at the same moment to a server that was just started."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from threading import Barrier

import pytest

from referee.store import SQLiteBook
from tests.depth import count
from tests.season.clubs import evenings, fill
from tests.web.visitors import serving

pytestmark = pytest.mark.deep

VISITORS = 8
ROUNDS = count(12, 3)


def removed(figures: Path) -> None:
    figures.unlink(missing_ok=True)


def of_another_version(figures: Path) -> None:
    figures.write_text('{"made_by": "0; 0.0.9", "evenings": {"1": ["odd name"]}}')


def damaged(figures: Path) -> None:
    figures.write_bytes(b"no figures at all" * 100)


@pytest.mark.parametrize("before", [removed, of_another_version, damaged])
def test_all_who_ask_for_the_season_at_once_are_answered(
    tmp_path: Path, before: Callable[[Path], None]
) -> None:
    book = tmp_path / "book.db"
    with SQLiteBook(book) as kept:
        fill(kept, evenings(2))
    with serving(book, links=False) as port, ThreadPoolExecutor(VISITORS) as room:
        for _ in range(ROUNDS):
            before(tmp_path / "book.db-season")
            together = Barrier(VISITORS)

            def visit(together: Barrier = together) -> tuple[int, bool]:
                asking = HTTPConnection("127.0.0.1", port, timeout=60)
                asking.connect()
                together.wait()
                asking.request("GET", "/season")
                answer = asking.getresponse()
                page = answer.read()
                asking.close()
                return answer.status, b"4 evenings" in page

            answers = [one.result() for one in [room.submit(visit) for _ in range(VISITORS)]]
            assert answers == [(200, True)] * VISITORS
    # the file of the figures is complete for the next server
    assert len(json.loads((tmp_path / "book.db-season").read_bytes())["evenings"]) == 4
    assert [path.name for path in tmp_path.iterdir() if "season-" in path.name] == []
