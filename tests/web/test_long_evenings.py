"""A table that has played all night is shown as fast as a new one."""

import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from referee_schemas.log_so_far import LogSoFar
from werkzeug.test import TestResponse

from referee.simulating.desmoche import evening
from referee.store import Entry, SQLiteBook
from referee.store.links import Role
from tests.web.visitors import server, visitor

Line = dict[str, Any]

SHORT, LONG, EVERY = 5, 60, 4
PAGES = [
    (Role.VIEWER, "/tables/long"),
    (Role.PLAYER, "/tables/long"),
    (Role.SCRIBE, "/tables/long/pad"),
    (Role.SCRIBE, "/tables/long/pad/fix"),
    (Role.SCRIBE, "/tables/long/links"),
    (Role.VIEWER, "/api/v1/games/long"),
    (Role.VIEWER, "/api/v1/games/long/expected"),
]


@cache
def hands() -> list[list[Line]]:
    """Return the lines of each hand of a night, after those before the first hand."""
    found: list[list[Line]] = [[]]
    for line in evening("desmoche", Random(37), LONG):
        if line["type"] == "hand":
            found.append([])
        found[-1].append(line)
    return found


def calls(act: Callable[[], TestResponse]) -> tuple[int, TestResponse]:
    """Return the number of function calls for an answer, and the answer."""
    count = 0

    def called(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        answer = act()
    finally:
        sys.setprofile(None)
    return count, answer


def work(played: int, folder: Path) -> dict[tuple[Role, str], tuple[int, int]]:
    """Return the most calls for each page after this many hands, and its bytes: after every fourth
    line of one more hand, and of the beginning of another one."""
    before = [line for hand in hands()[: played + 1] for line in hand]
    more = [*hands()[1], *hands()[2][:5]]
    so_far = LogSoFar()
    folder.mkdir()
    with SQLiteBook(folder / "book.db") as book:
        book.open_game("long", [Entry.of(so_far.add(line)) for line in before])
    app = server(folder / "book.db")
    tables = app.extensions["referee-tables"]
    guests = {
        role: visitor(app, "long", role, before[0]["players"][0] if role is Role.PLAYER else None)
        for role in Role
    }
    found: dict[tuple[Role, str], tuple[int, int]] = {}
    for number, line in enumerate(more):
        tables.find("long").game.write([line])
        for role, path in PAGES if number % EVERY == 0 else ():
            took, answer = calls(partial(guests[role].get, path))
            assert answer.status_code == 200
            # between two hands the pad shows the results of the whole evening
            counts = path.endswith("/pad") <= tables.find("long").game.replay.play.hand_is_open
            if number > 3 and counts:
                most, size = found.get((role, path), (0, 0))
                found[role, path] = max(most, took), max(size, len(answer.data))
    tables.close()
    return found


@pytest.mark.deep
def test_a_page_of_a_table_takes_as_much_work_after_many_hands_as_after_few(tmp_path: Path) -> None:
    few, many = work(SHORT, tmp_path / "few"), work(LONG, tmp_path / "many")
    for page in PAGES:
        (few_calls, few_bytes), (many_calls, many_bytes) = few[page], many[page]
        assert many_calls < 2 * few_calls, page
        assert many_bytes < 1.2 * few_bytes, page
