"""Every page as people meet it: readable for all, without script, and printed on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from referee.judging.registry import games
from referee.store.links import Role
from referee.wording.language import _, speaking
from referee.wording.translations import catalogue, nearest
from tests.depth import is_deep, only_deep
from tests.parts import part
from tests.web.browser.phones import (
    ON_OFFER,
    OPENED,
    ROOM,
    Phones,
    Served,
    wider_than_the_screen,
    wrong_for_some,
)
from tests.web.browser.test_one_thumb import FOUR

SAMPLES = Path(__file__).parents[3] / "sample_games"

PAGES, OTHERS = (
    part(Path(__file__).parents[1] / "pages.txt", title) for title in ("all", "other tables")
)
TURNS = 4
"""So many tests share the pages."""

GRID = [
    {"type": "hand", "dealer": "Ana"},
    {"type": "score", "points": {"Ana": 99, "Beto": 3}, "out": "Beto"},
]


def opening(game: str, detail: str) -> dict[str, object]:
    """The line that opens a table with a grid."""
    return {"type": "game", "game": game, "players": ["Ana", "Beto"], "x_detail": detail}


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with every table of which a page is looked at."""
    with Served(tmp_path_factory.mktemp("gallery") / "book.db").serving() as here:
        here.keep(SAMPLES / "priority-quarrel.jsonl", "quarrel")
        here.keep(SAMPLES / "golf-looked-again.jsonl", "golf")
        here.keep(SAMPLES / "dimes-out-or-not.jsonl", "dimes")
        here.keep(SAMPLES / "dam-begging.jsonl", "dam")
        here.keep(SAMPLES / "app-melds-broken.jsonl", "app")
        here.lay(ON_OFFER, "two")
        here.lay(FOUR, "four")
        here.tables.begin([opening("golf", "points"), *GRID], "grid")
        here.tables.begin([opening("desmoche_app", "winner")], "winners")
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


def quarrel(served: Served) -> str:
    """Open the table of an evening with two quarrels; return its address."""
    return served.keep(SAMPLES / "priority-quarrel.jsonl", "quarrel")


def words(page: Page, text: str) -> str:
    """Return a text in the language of the page."""
    with speaking(catalogue(nearest(page.locator("html").get_attribute("lang")))):
        return _(text)


@pytest.mark.parametrize(("locale", "script"), [("es-NI", False), only_deep("en", True)])
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
def test_a_report_and_a_blank_sheet_of_every_game_are_printed(
    served: Served, phone: Phones
) -> None:
    page = phone("es-NI")
    page.goto(f"{quarrel(served)}/report")
    page.emulate_media(media="print")
    assert not page.locator(".tabs").is_visible()
    assert not page.locator("footer").is_visible()
    assert page.locator("main table").first.is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")
    for book in games():
        page.goto(f"{served.address}/print/blank-sheet/{book.name}")
        sheet = page.pdf(prefer_css_page_size=True)
        assert sheet.count(b"/Type /Page\n") == 1, book.name


@pytest.mark.deep
def test_in_a_room_without_script_a_table_is_opened_and_written(
    tmp_path: Path, phone: Phones
) -> None:
    """Open a table and write over plain http, where browsers do not send the site of a form."""
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


@pytest.mark.deep
def test_links_are_handed_out_and_ones_own_is_kept(tmp_path: Path, phone: Phones) -> None:
    with Served(tmp_path / "book.db", links=True, hosts=("127.0.0.1", ROOM)).serving() as here:
        room = here.address.replace("127.0.0.1", ROOM)
        here.lay(OPENED)
        page = phone(height=640)
        page.goto(f"{here.address}/join/{here.link(Role.SCRIBE)}")
        page.goto(f"{here.address}/tables/friday/links")
        page.locator("#for").select_option("players")
        page.get_by_role("button", name="Make the link").tap()
        page.locator(".code").last.wait_for()
        addresses = [field.input_value() for field in page.locator(".code input").all()]
        assert [one.startswith(f"{room}/join/") for one in addresses] == [True, True]
        page.get_by_role("button", name="Copy").last.tap()
        page.get_by_role("button", name="Copied").wait_for()
        assert wrong_for_some(page) == []
        page.locator(".link", has_text="This one is yours.").get_by_role("button").tap()
        page.get_by_role("link", name="Keep it").tap()
        page.wait_for_url("**/links")
        assert page.locator(".link").count() == 3
        player = phone(height=640)
        player.goto(addresses[1])
        assert player.url == f"{room}/tables/friday"


@pytest.mark.parametrize(("height", "script"), [(740, True), only_deep(568, False)])
def test_two_want_the_same_card_in_eight_taps(
    served: Served, phone: Phones, height: int, script: bool
) -> None:
    page = phone(width=360 if script else 320, height=height, script=script)
    page.goto(served.address)
    taps = [
        page.get_by_role("link", name="A quarrel right now"),
        page.get_by_role("link", name="Desmoche", exact=True),
        page.get_by_role("link", name="Two of us want the same card"),
        page.get_by_role("group", name="Who laid the card on the pile?").get_by_text("Beto"),
        page.get_by_role("group", name="Who wants it?").get_by_text("Ana"),
        page.get_by_role("group", name="Who wants it, too?").get_by_text("Carla"),
        page.get_by_role("button", name="Who is right?"),
    ]
    assert len(taps) <= 8
    for one in taps:
        one.tap()
    answer = page.locator(".ruling")
    answer.wait_for()
    assert wider_than_the_screen(page) <= 0
    told = answer.text_content() or ""
    assert "Carla, who sits nearer to Beto, had asked for it" in told
    box = answer.bounding_box()
    assert box is not None
    assert height < 740 or box["y"] + box["height"] <= height


@pytest.mark.deep
@pytest.mark.parametrize(
    ("width", "height", "script"), [(320, 568, True), (740, 360, True), (360, 740, False)]
)
def test_cards_are_counted_by_taps_and_the_number_is_taken_along(
    served: Served, phone: Phones, width: int, height: int, script: bool
) -> None:
    page = phone(width=width, height=height, script=script)
    page.goto(f"{served.address}/count?game=dimes&round=3&back=/season")
    for tapped, card in enumerate(("7h", "8h", "9h", "Kd", "Ks"), 1):
        page.locator(f"#key-{card}").tap()
        page.locator(".counting .card").nth(tapped - 1).wait_for()
    count, write = page.locator(".held strong"), page.get_by_role("link", name="Write it")
    assert count.text_content() == "20 points"
    for there in (count, write, page.locator("#round-3"), page.locator("#key-7s")):
        box = there.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height + 1
    write.tap()
    page.wait_for_url("**/season?counted=20")


def test_another_round_counts_the_same_cards_anew(served: Served, phone: Phones) -> None:
    page = phone()
    page.goto(f"{served.address}/count?game=dimes&round=3&cards=5h5d")
    page.locator(".held strong", has_text="40 points").wait_for()
    page.locator("#round-2").tap()
    page.locator(".held strong", has_text="10 points").wait_for()
    page.get_by_label("Take the last card out").tap()
    page.locator(".held strong", has_text="5 points").wait_for()
    page.get_by_role("link", name="New hand").tap()
    page.locator(".counting", has_text="Tap the cards that are left").wait_for()
