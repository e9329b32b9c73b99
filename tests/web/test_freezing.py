"""A visitor's request does not keep the others waiting."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_schemas.api import MOST_EVENTS
from werkzeug.exceptions import InternalServerError, ServiceUnavailable

from referee.store.links import Role
from referee.web.judges import AGAIN, FOR_TABLES, WAITING
from referee.web.security import COSTLY
from referee.wording.visible import LONGEST_LINE
from tests.depth import only_deep
from tests.parts import part
from tests.web.visitors import IN_PLAY, keep, server, visitor

pytestmark = pytest.mark.deep

LONG = 100_000
FILES = [
    "tables/friday/report.pdf",
    "tables/friday/sheet.pdf",
    only_deep("tables/friday/scorecard.pdf"),
    only_deep("tables/friday/scorecard.xlsx"),
    only_deep("tables/friday/account.xlsx"),
    only_deep("tables/friday/dispute.pdf?event=6"),
    only_deep("tables/friday/dispute/7.pdf"),
    only_deep("print/blank-sheet/golf.pdf"),
    "season.pdf",
    only_deep("season.xlsx"),
]


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """Return a server with a table that has a field of 100,000 characters."""
    long = {**IN_PLAY[-1], "x_field": "x" * LONG}
    dispute = {"type": "dispute", "by": "Ana", "event": 6, "text": "It was mine."}
    over = {"type": "end", "why": "abandoned"}
    keep(tmp_path / "book.db", "friday", [*IN_PLAY[:-1], long, dispute, over])
    return server(tmp_path / "book.db")


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_made_by_another_process_and_is_the_same(app: Flask, file: str) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    spanish = {"Accept-Language": "es-NI"}
    apart = scribe.get(f"/{file}", headers=spanish)
    judges = app.extensions.pop(FOR_TABLES)
    here = scribe.get(f"/{file}", headers=spanish)
    assert apart.status_code == here.status_code == 200
    assert apart.data == here.data
    app.extensions[FOR_TABLES] = judges
    for _place in range(WAITING):
        judges.take_place()
    answer = scribe.get(f"/{file}")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(AGAIN))


ASKED = part(Path(__file__).with_name("pages.txt"), "a long game")


@pytest.mark.parametrize("who", [Role.VIEWER, *map(only_deep, [Role.SCRIBE, Role.PLAYER])])
def test_what_is_asked_about_a_long_game_is_answered_by_another_process_and_is_the_same(
    tmp_path: Path, who: Role
) -> None:
    dispute = {"type": "dispute", "by": "Ana", "event": 6, "text": "It was mine."}
    over = {"type": "end", "why": "abandoned"}
    # the last hand is in play, and only the scribe sees its hidden cards
    keep(tmp_path / "book.db", "friday", [*IN_PLAY, dispute, over, *IN_PLAY[1:]])
    app = server(tmp_path / "book.db", long_game=10)
    asking = visitor(app, "friday", who, "Ana" if who is Role.PLAYER else None)
    judges = app.extensions[FOR_TABLES]
    # the scribe requests everything, the others only pages about hidden cards
    asked = ASKED if who is Role.SCRIBE else ASKED[:5]
    for path in asked:
        apart = asking.get(path, headers={"Accept-Language": "es-NI"})
        del app.extensions[FOR_TABLES]
        here = asking.get(path, headers={"Accept-Language": "es-NI"})
        app.extensions[FOR_TABLES] = judges
        assert (apart.status_code, apart.data) == (here.status_code, here.data), path
        assert apart.headers.get("ETag") == here.headers.get("ETag")
    suppose = ("/api/v1/games/friday/whatif", {"house": {"play_everything": "on"}})
    apart = asking.post(suppose[0], json=suppose[1])
    del app.extensions[FOR_TABLES]
    assert apart.status_code == 200
    assert asking.post(suppose[0], json=suppose[1]).data == apart.data
    app.extensions[FOR_TABLES] = judges
    for _place in range(WAITING):
        judges.take_place()
    assert {asking.get(path).status_code for path in asked} == {429}
    # visitors without a link learn nothing
    assert {app.test_client().get(path).status_code for path in ASKED} == {404}


def test_a_file_that_takes_too_long_is_given_up(app: Flask) -> None:
    with app.test_request_context(), pytest.raises(ServiceUnavailable):
        app.extensions[FOR_TABLES].work(0, signal.pause)
    # and the next one is made
    assert visitor(app, "friday", Role.SCRIBE).get("/tables/friday/sheet.pdf").status_code == 200


def test_a_file_that_cannot_be_made_is_told_without_words(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with app.test_request_context(), pytest.raises(InternalServerError):
        app.extensions[FOR_TABLES].work(60, int, "Ana has Kd")
    assert "ValueError" in caplog.text
    assert "Kd" not in caplog.text


def test_who_asks_for_many_files_is_slowed_down(app: Flask) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    # visitors without a link cost nothing, and are counted
    answers = [scribe.get("/tables/monday/sheet.pdf").status_code for _ in range(COSTLY.amount + 1)]
    assert answers == [404] * COSTLY.amount + [429]


@contextmanager
def work_at_the_table(app: Flask) -> Iterator[None]:
    """Keep another visitor at work on the table in this block."""
    table, taken, done = app.extensions["referee-tables"].find("friday"), Event(), Event()

    def work() -> None:
        with table.lock:
            taken.set()
            done.wait()

    with ThreadPoolExecutor(1) as other:
        other.submit(work)
        taken.wait()
        try:
            yield
        finally:
            done.set()


def start_page(visitor: FlaskClient) -> str:
    other = ThreadPoolExecutor(1)
    try:
        page = other.submit(visitor.get, "/").result(timeout=60)
    finally:
        # it may wait for the table until that is free again
        other.shutdown(wait=False)
    assert page.status_code == 200
    return page.text


def test_who_works_at_a_table_keeps_nobody_from_the_start_page(app: Flask) -> None:
    with work_at_the_table(app):
        assert "/tables/friday" in start_page(visitor(app, "friday", Role.VIEWER))


def test_while_others_work_the_start_page_has_the_sums_as_they_were(app: Flask) -> None:
    viewer = visitor(app, "friday", Role.VIEWER)
    before = start_page(viewer)
    assert re.search(r"<bdi>Ana</bdi> <strong>[-+]?\d", before)
    with work_at_the_table(app):
        assert start_page(viewer) == before


@pytest.mark.parametrize("page", ["sheet", "replay/6"])
def test_a_page_shows_as_much_of_a_field_as_can_be_read(app: Flask, page: str) -> None:
    shown = visitor(app, "friday", Role.SCRIBE).get(f"/tables/friday/{page}").text
    assert len(shown) < 30_000
    if page == "sheet":
        assert "x" * (LONGEST_LINE - 200) in shown
        assert "more characters)" in shown


def test_what_is_taken_along_is_whole(app: Flask) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    log = scribe.get("/tables/friday/log.jsonl").text
    sheet = scribe.get("/tables/friday/log.sheet").text
    assert "x" * LONG in log
    assert "x" * LONG in sheet
    # a log to judge and keep as a table is still accepted
    for text in (log, sheet):
        assert "x" * LONG in scribe.post("/check", data={"log": text}).text
    broken = scribe.post("/check", data={"log": "x" * (2 * LONGEST_LINE)})
    assert broken.status_code == 422
    assert "x" * (2 * LONGEST_LINE) in broken.text


def test_nobody_writes_so_much_at_once_that_the_book_is_long_in_their_hands(app: Flask) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    notes = [{"type": "note", "note": str(number)} for number in range(MOST_EVENTS + 1)]
    many = {"expects": len(IN_PLAY) + 2, "events": notes}
    refused = scribe.post("/api/v1/games/friday/events", json=many)
    assert refused.status_code == 422
    assert "at most 5000 events at once" in refused.get_data(as_text=True)
    log = "\n".join(map(json.dumps, [IN_PLAY[0], *notes]))
    told = scribe.post("/check/keep", data={"log": log})
    assert told.status_code == 422
    assert "at most 5000 events at once" in told.get_data(as_text=True)
