"""The referee as a folder: events are stored, judged and kept in the browser."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Frame, Page

from tests.cli.running import referee
from tests.static.conftest import START, Site, pages_of
from tests.web.visitors import laid

pytestmark = pytest.mark.deep

SAMPLES = sorted((Path(__file__).parents[2] / "sample_games").glob("*.jsonl"))

REPORT = """
async log => {
    const body = JSON.stringify({log});
    const headers = {"Content-Type": "application/json"};
    const answer = await fetch("/club/app/api/v1/check", {method: "POST", headers, body});
    return answer.text();
}
"""

WRITTEN = """
async ([name, events]) => {
    const headers = {"Content-Type": "application/json"};
    const asked = {method: "POST", headers, body: JSON.stringify(events)};
    return (await fetch(`/club/app/api/v1/games/${name}/events`, asked)).json();
}
"""

Opens = Callable[[], BrowserContext]
Opened = tuple[Page, Frame]


@pytest.fixture
def opened(site: Site, browser: Opens) -> Iterator[Opened]:
    """Yield a window of the served folder, and the frame with the pages."""
    with site.served():
        page = browser().new_page()
        yield page, pages_of(page, site.address)


def opens_a_table(frame: Frame, game: str, *players: str, detail: str = "Every card") -> None:
    """Open a table as a new visitor does; the last player deals."""
    frame.get_by_role("link", name="Open a table").tap()
    frame.locator("#game").select_option(game)
    for place, player in enumerate(players):
        frame.locator("[name=player]").nth(place).fill(player)
    frame.locator(".deals").nth(len(players) - 1).tap()
    frame.get_by_text(detail, exact=True).tap()
    frame.get_by_role("button", name="Open the table").tap()
    frame.wait_for_url("**/pad")


def table_of(frame: Frame) -> str:
    """Return the part of the address that names the table."""
    return frame.url.partition("/app")[2].removesuffix("/pad")


def lines_of(frame: Frame) -> list[dict[str, Any]]:
    """Return the events of the shown evening."""
    log = frame.evaluate(
        """async () => {
            const table = location.pathname.match(/^.*?[/]tables[/][^/]+/)[0];
            return (await fetch(`${table}/log.jsonl`)).text();
        }"""
    )
    return [json.loads(line) for line in log.splitlines()]


def plays_a_hole(frame: Frame) -> None:
    """Write a hole of Golf, from the deal to the last card."""
    name = table_of(frame).rpartition("/")[2]
    written = frame.evaluate(WRITTEN, [name, {"expects": 2, "events": laid("hole of three")[2:]}])
    assert written["last"] == len(lines_of(frame))


def writes_a_row(frame: Frame, points: tuple[int, ...], out: str) -> None:
    """Write a row of the grid by tapping."""
    with frame.page.expect_response(lambda answer: answer.request.method == "POST"):
        frame.locator(f".pick:has([value='{out}'])").tap()
        for count in points:
            for digit in str(count):
                frame.locator(f".digits [data-digit='{digit}']").tap()
            frame.locator(".digits .next").tap()
    frame.locator("html:not(.busy)").wait_for()


def test_points_a_count_and_a_quarrel_need_no_network(site: Site, browser: Opens) -> None:
    with site.served():
        pages_of(browser().new_page(), site.address).page.context.close()
    context = browser()
    frame = pages_of(context.new_page(), site.address)
    opens_a_table(frame, "golf", "Ana", "Beto", "Carla", "Mayra", detail="The points of each hand")
    writes_a_row(frame, (12, 4, 20, 8), "Beto")
    writes_a_row(frame, (3, 17, 9, 21), "Ana")
    table = table_of(frame)
    context.close()
    page = browser().new_page()
    frame = pages_of(page, f"{site.address}#{table}/pad")
    scores = [one["points"] for one in lines_of(frame) if one["type"] == "score"]
    assert [list(one.values()) for one in scores] == [[12, 4, 20, 8], [3, 17, 9, 21]]
    frame = pages_of(page, f"{site.address}#/count?game=dimes&round=3&cards=7h8h9hKdKs")
    frame.locator(".held strong", has_text="20 points").wait_for()
    frame = pages_of(page, f"{site.address}#/quarrel/desmoche")
    frame.get_by_role("link", name="Two of us want the same card").tap()
    for asked, name in (
        ("Who laid the card on the pile?", "Beto"),
        ("Who wants it?", "Ana"),
        ("Who wants it, too?", "Carla"),
    ):
        frame.get_by_role("group", name=asked).get_by_text(name).tap()
    frame.get_by_role("button", name="Who is right?").tap()
    frame.locator(".ruling", has_text="who sits nearer to Beto").wait_for()


def test_in_the_browser_a_log_is_judged_as_on_the_command_line(opened: Opened) -> None:
    _page, frame = opened
    for sample in SAMPLES:
        there = frame.evaluate(REPORT, sample.read_text("utf-8"))
        here = referee("check", str(sample), "--json").stdout.decode()
        assert there == here, sample.name


def test_two_windows_do_not_write_into_one_record(site: Site, browser: Opens) -> None:
    with site.served():
        context = browser()
        first, second = context.new_page(), context.new_page()
        pages_of(first, site.address)
        second.goto(site.address)
        second.get_by_text("The referee is open in another window").wait_for()
        first.close()
        second.locator("body.open").wait_for(timeout=START)


def test_a_tap_that_finds_no_room_is_told_and_not_taken_for_written(
    site: Site, browser: Opens
) -> None:
    with site.served():
        context = browser()
        frame = pages_of(context.new_page(), site.address)
        opens_a_table(frame, "golf", "Ana", "Beto")
        table = table_of(frame)
        context.close()
    context = browser()
    page = context.new_page()
    origin = site.address.removesuffix("club/")
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1000})
    frame = pages_of(page, f"{site.address}#{table}/pad")
    frame.get_by_role("button", name="The cards are dealt").tap()
    page.locator("#notice", has_text="nothing can be written").wait_for()
    frame.get_by_text("this browser has no room to keep it").wait_for()
    context.close()
    frame = pages_of(browser().new_page(), f"{site.address}#{table}/pad")
    assert [one["type"] for one in lines_of(frame)] == ["game", "hand"]
    frame.get_by_role("button", name="The cards are dealt").tap()
    frame.locator("[data-card='7h']").first.wait_for()


def test_a_tap_is_written_once_though_the_window_is_loaded_anew(opened: Opened) -> None:
    page, frame = opened
    opens_a_table(frame, "golf", "Ana", "Beto")
    with page.expect_request(lambda request: request.method == "POST"):
        frame.get_by_role("button", name="The cards are dealt").tap(no_wait_after=True)
    page.reload()
    frame = pages_of(page, page.url)
    frame.locator("[data-card='7h']").first.wait_for()
    assert [one["type"] for one in lines_of(frame)] == ["game", "hand", "deal"]


def test_a_new_version_waits_for_the_end_of_the_hand_and_for_a_tap(
    site: Site, opened: Opened
) -> None:
    page, frame = opened
    opens_a_table(frame, "golf", "Ana", "Beto", "Carla")
    table = table_of(frame)
    worker = site.folder / "worker.js"
    worker.write_text(worker.read_text("utf-8").replace("referee-files-", "referee-files-2"))
    page.reload()
    frame = pages_of(page, page.url)
    page.wait_for_function(
        "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
    )
    assert not page.locator("#notice").is_visible()
    plays_a_hole(frame)
    pages_of(page, f"{site.address}#/rulebook")
    page.locator("#notice", has_text="A new version is here").wait_for()
    with page.expect_navigation():
        page.locator("#notice button").tap()
    frame = pages_of(page, f"{site.address}#{table}/report")
    assert lines_of(frame)[-1]["type"] == "show"


def test_an_evening_is_passed_on_in_a_link(site: Site, opened: Opened) -> None:
    page, frame = opened
    opens_a_table(frame, "golf", "Ana", "Beto", detail="The points of each hand")
    page.locator("#more").tap()
    page.locator("#pass").tap()
    page.locator("#passing").wait_for()
    link = page.locator("#link").input_value()
    assert page.locator("#code svg").is_visible()
    page.get_by_role("button", name="Close").tap()
    page.goto("about:blank")
    frame = pages_of(page, link)
    assert "/check" in frame.url
    frame.get_by_role("button", name="Keep").first.tap()
    frame.wait_for_url("**/tables/*/report")
    frame = pages_of(page, f"{site.address}#log=broken")
    page.locator("#notice", has_text="This link is broken").wait_for()


def test_a_copy_of_the_record_is_saved_and_taken_back(
    site: Site, opened: Opened, tmp_path: Path
) -> None:
    page, frame = opened
    opens_a_table(frame, "golf", "Ana", "Beto")
    table = table_of(frame)
    page.locator("#more").tap()
    with page.expect_download() as saved:
        page.locator("#save").tap()
    saved.value.save_as(tmp_path / "copy.db")
    frame.get_by_role("button", name="The cards are dealt").tap()
    frame.locator("[data-card='7h']").first.wait_for()
    page.on("dialog", lambda dialog: dialog.accept())
    with page.expect_navigation():
        page.locator("#open").set_input_files(tmp_path / "copy.db")
    frame = pages_of(page, f"{site.address}#{table}/pad")
    assert [one["type"] for one in lines_of(frame)] == ["game", "hand"]
