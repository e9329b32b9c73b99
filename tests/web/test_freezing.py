"""A visitor's request does not keep the others waiting."""

import json
import re
import signal
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from flask import Flask
from referee_schemas.api import MOST_EVENTS
from werkzeug.exceptions import InternalServerError, ServiceUnavailable

from referee.store.links import Role
from referee.web.judges import AGAIN, FOR_TABLES
from referee.wording.visible import LONGEST_LINE
from tests.parts import part
from tests.web.visitors import IN_PLAY, apart_and_here, keep, server, take_all_places, visitor

pytestmark = pytest.mark.deep

LONG = 100_000
SPANISH = {"Accept-Language": "es-NI"}
PAGES = Path(__file__).with_name("pages.txt")
ENDS = [
    {"type": "dispute", "by": "Ana", "event": 6, "text": "It was mine."},
    {"type": "end", "why": "abandoned"},
]


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """Return a server with a table that has a field of 100,000 characters."""
    long = {**IN_PLAY[-1], "x_field": "x" * LONG}
    keep(tmp_path / "book.db", "friday", [*IN_PLAY[:-1], long, *ENDS])
    return server(tmp_path / "book.db")


@pytest.mark.parametrize("file", part(PAGES, "files"))
def test_a_file_is_made_by_another_process_and_is_the_same(app: Flask, file: str) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    told = apart_and_here(app, FOR_TABLES, lambda: scribe.get(file, headers=SPANISH))
    assert told.status_code == 200
    take_all_places(app, FOR_TABLES)
    answer = scribe.get(file)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(AGAIN))


ASKED = part(PAGES, "a long game")


@pytest.mark.parametrize("who", [Role.VIEWER, Role.SCRIBE, Role.PLAYER])
def test_what_is_asked_about_a_long_game_is_answered_by_another_process_and_is_the_same(
    tmp_path: Path, who: Role
) -> None:
    # the last hand is in play, and only the scribe sees its hidden cards
    keep(tmp_path / "book.db", "friday", [*IN_PLAY, *ENDS, *IN_PLAY[1:]])
    app = server(tmp_path / "book.db", long_game=10)
    asking = visitor(app, "friday", who, "Ana" if who is Role.PLAYER else None)
    # the scribe requests everything, the others only pages about hidden cards
    asked = ASKED if who is Role.SCRIBE else ASKED[:5]
    for path in asked:
        apart_and_here(app, FOR_TABLES, partial(asking.get, path, headers=SPANISH))
    suppose, others = "/api/v1/games/friday/whatif", {"house": {"play_everything": "on"}}
    told = apart_and_here(app, FOR_TABLES, lambda: asking.post(suppose, json=others))
    assert told.status_code == 200
    take_all_places(app, FOR_TABLES)
    assert {asking.get(path).status_code for path in asked} == {429}
    # visitors without a link learn nothing
    assert {app.test_client().get(path).status_code for path in ASKED} == {404}


def test_a_file_that_takes_too_long_or_cannot_be_made_is_given_up_without_words(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    judges = app.extensions[FOR_TABLES]
    with app.test_request_context():
        with pytest.raises(ServiceUnavailable):
            judges.work(0, signal.pause)
        with pytest.raises(InternalServerError):
            judges.work(60, int, "Ana has Kd")
    assert "ValueError" in caplog.text
    assert "Kd" not in caplog.text
    # and the next one is made
    assert visitor(app, "friday", Role.SCRIBE).get("/tables/friday/sheet.pdf").status_code == 200


def test_while_others_work_the_start_page_has_the_sums_as_they_were(app: Flask) -> None:
    viewer = visitor(app, "friday", Role.VIEWER)
    table = app.extensions["referee-tables"].find("friday")
    free, taken = table.lock, Lock()
    taken.acquire()

    def start_page(lock: Any) -> str:
        table.lock = lock
        return other.submit(viewer.get, "/").result(timeout=60).text

    with ThreadPoolExecutor(1) as other:
        try:
            assert "/tables/friday" in start_page(taken)
            before = start_page(free)
            assert re.search(r"<bdi>Ana</bdi> <strong>[-+]?\d", before)
            assert start_page(taken) == before
        finally:
            # a page that waits for the table comes to its end
            taken.release()


def test_a_page_shows_what_can_be_read_of_a_field_and_a_log_is_taken_along_whole(
    app: Flask,
) -> None:
    scribe = visitor(app, "friday", Role.SCRIBE)
    printed = scribe.get("/tables/friday/sheet").text
    assert len(printed) < 30_000
    assert len(scribe.get("/tables/friday/replay/6").data) < 30_000
    assert "x" * (LONGEST_LINE - 200) in printed
    assert "more characters)" in printed
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
