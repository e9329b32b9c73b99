"""Every page as people meet it: readable for all, disputed on a phone, printed on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from referee.wording.language import _, speaking
from referee.wording.translations import catalogue, nearest
from tests.depth import count, only_deep
from tests.parts import part
from tests.web.browser.phones import ROOM, Phones, Served, wider_than_the_screen, wrong_for_some

SAMPLES = Path(__file__).parents[3] / "sample_games"

PAGES = part(Path(__file__).parents[1] / "pages.txt", "all")


def quarrel(served: Served) -> str:
    """The table of an evening with two quarrels; gives its address."""
    return served.keep(SAMPLES / "priority-quarrel.jsonl", "quarrel")


def words(page: Page, text: str) -> str:
    """A text in the language of the page."""
    with speaking(catalogue(nearest(page.locator("html").get_attribute("lang")))):
        return _(text)


@pytest.mark.parametrize(("locale", "width"), [("es-NI", 320), only_deep("en", 1280)])
def test_every_page_can_be_used_by_everybody(
    served: Served, phone: Phones, width: int, locale: str
) -> None:
    quarrel(served)
    page = phone(locale, width=width)
    wrong = {}
    for path in PAGES[:: count(1, 6)]:
        page.goto(served.address + path)
        found = wrong_for_some(page)
        if wider_than_the_screen(page) > 0:
            found.append(f"{wider_than_the_screen(page)} pixels wider than the screen")
        if found:
            wrong[path] = found
    assert wrong == {}


@pytest.mark.deep
@pytest.mark.parametrize("locale", ["es-NI", "en"])
def test_twice_as_large_no_page_runs_out_of_the_screen(
    served: Served, phone: Phones, locale: str
) -> None:
    quarrel(served)
    page = phone(locale, width=180, height=320)
    wider = {}
    for path in PAGES:
        page.goto(served.address + path)
        if wider_than_the_screen(page) > 0:
            wider[path] = wider_than_the_screen(page)
    assert wider == {}


@pytest.mark.deep
def test_a_page_in_the_dark_can_be_read(served: Served, phone: Phones) -> None:
    quarrel(served)
    page = phone()
    page.emulate_media(color_scheme="dark")
    wrong = {}
    for path in PAGES:
        page.goto(served.address + path)
        if found := wrong_for_some(page):
            wrong[path] = found
    assert wrong == {}


@pytest.mark.parametrize(
    ("locale", "script"),
    [("es-NI", False), only_deep("en", True), only_deep("en", False), only_deep("es-NI", True)],
)
def test_an_event_is_disputed_on_a_phone(
    served: Served, phone: Phones, locale: str, script: bool
) -> None:
    page = phone(locale, script=script)
    page.goto(f"{quarrel(served)}/dispute?event=39")
    page.locator("[name=by]").select_option("Ramón")
    page.locator("textarea, input[name=text]").first.fill("Yo la pedí.")
    page.get_by_role("button", name=words(page, "Put it on record")).click()
    page.wait_for_url("**/dispute/45")
    contest = served.lines("quarrel")[-1]
    assert (contest["type"], contest["event"], contest["text"]) == ("dispute", 39, "Yo la pedí.")
    told = page.inner_text("main")
    assert "claim.priority" in told
    assert words(page, "What to do now") in told


def test_a_pasted_log_is_judged(served: Served, phone: Phones) -> None:
    page = phone("es-NI", script=False)
    page.goto(served.address)
    page.locator("#judge summary").click()
    page.locator("#log").fill((SAMPLES / "priority-quarrel.jsonl").read_text())
    page.locator("form[enctype] button").click()
    told = page.inner_text("main")
    assert "claim.priority" in told
    assert "Ramón" in told
    assert served.tables.book.games() == []


@pytest.mark.deep
def test_the_report_is_printed(served: Served, phone: Phones, tmp_path: Path) -> None:
    page = phone("es-NI")
    page.goto(f"{quarrel(served)}/report")
    page.emulate_media(media="print")
    assert not page.locator(".tabs").is_visible()
    assert not page.locator("footer").is_visible()
    assert page.locator("main table").first.is_visible()
    paper = page.pdf(format="A4", path=tmp_path / "report.pdf")
    assert paper.startswith(b"%PDF")


@pytest.mark.deep
def test_in_a_room_without_script_a_table_is_opened_and_written(
    tmp_path: Path, phone: Phones
) -> None:
    """Over plain http browsers do not say of which site a form is."""
    with Served(tmp_path / "book.db", links=True, hosts=(ROOM,)).serving() as here:
        page = phone(script=False)
        page.goto(here.address.replace("127.0.0.1", ROOM) + "/open")
        page.locator("#player0").fill("Ana")
        page.locator("#player1").fill("Beto")
        page.locator("#bet").fill("5")
        page.locator("button.main").click()
        assert page.url.endswith("/pad")
        page.get_by_role("button", name="The cards are dealt").first.click()
        (table,) = here.tables.book.games()
        assert here.lines(table.name)[-1]["type"] == "deal"
