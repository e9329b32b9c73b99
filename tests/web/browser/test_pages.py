"""Every page as people meet it: readable for all, printed on paper, and loaded at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import request

from referee.judging.registry import games
from tests.depth import is_deep, only_deep
from tests.parts import part
from tests.web.browser.phones import Phones, Served, wider_than_the_screen, wrong_for_some
from tests.web.browser.walking import checked_until, script
from tests.web.visitors import IN_PLAY, laid, sample

PAGES, OTHERS = (
    part(Path(__file__).parents[1] / "pages.txt", title) for title in ("all", "other tables")
)
TURNS = 4
"""So many tests share the pages."""

SAMPLES = {
    "quarrel": "priority-quarrel",
    "golf": "golf-looked-again",
    "dimes": "dimes-out-or-not",
    "dam": "dam-begging",
    "app": "app-melds-broken",
}

MOST_AT_FIRST = 12


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with every table of which a page is looked at."""
    with Served(tmp_path_factory.mktemp("gallery") / "book.db").serving() as here:
        for name, log in SAMPLES.items():
            here.tables.begin(sample(log), name)
        for name in ("two", "four", "grid", "winners"):
            here.tables.begin(laid(name), name)
        yield here


@pytest.mark.parametrize("turn", [0, *map(only_deep, range(1, TURNS))])
@pytest.mark.parametrize(
    ("locale", "width", "scheme"), [("es-NI", 320, "light"), only_deep("en", 1280, "dark")]
)
def test_every_page_can_be_used_by_everybody(
    gallery: Served, phone: Phones, locale: str, width: int, scheme: str, turn: int
) -> None:
    """On a small phone in daylight, on one with letters twice as large, and at a desk at night."""
    page = phone(locale, width=width)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    wrong = {}
    pages = [*PAGES, *OTHERS] if scheme == "light" else PAGES
    for path in pages[turn :: TURNS if is_deep() else 7 * TURNS]:
        page.goto(gallery.address + path)
        assert page.locator("html").get_attribute("lang") == locale
        found = wrong_for_some(page)
        if width == 320:
            page.set_viewport_size({"width": 180, "height": 320})
            if wider_than_the_screen(page) > 0:
                found.append("twice as large wider than the screen")
            page.set_viewport_size({"width": 320, "height": 740})
        if found:
            wrong[path] = found
    assert wrong == {}


@pytest.mark.deep
def test_a_report_and_a_blank_sheet_of_every_game_are_printed(
    gallery: Served, phone: Phones
) -> None:
    page = phone("es-NI")
    page.goto(f"{gallery.address}/tables/quarrel/report")
    page.emulate_media(media="print")
    assert not page.locator(".tabs").is_visible()
    assert not page.locator("footer").is_visible()
    assert page.locator("main table").first.is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")
    for book in games():
        page.goto(f"{gallery.address}/print/blank-sheet/{book.name}")
        sheet = page.pdf(prefer_css_page_size=True)
        assert sheet.count(b"/Type /Page\n") == 1, book.name


def test_the_first_load_of_a_pad_takes_at_most_12_requests_and_the_next_no_file(
    served: Served, phone: Phones
) -> None:
    asked: list[str] = []
    served.app.before_request(lambda: asked.append(request.path))
    page = phone(service_workers="allow")
    served.tables.begin(IN_PLAY[:2], "friday")
    page.goto(f"{served.address}/tables/friday/pad")
    assert checked_until(page, script("kept"))
    # a headless browser does not request the icons, and the files that install the pages
    links = page.eval_on_selector_all("link", "all => all.map(one => new URL(one.href).pathname)")
    assert len(asked) + len(set(links) - set(asked)) <= MOST_AT_FIRST
    before = len(asked)
    page.reload()
    page.locator(".pad-bar").wait_for()
    assert [path for path in asked[before:] if path.startswith("/static/")] == []
