"""Findings of the referee and disputes of players lead to the next possible step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from referee_schemas.log_so_far import LogSoFar

from referee.store.links import Role
from tests.web.browser.phones import Phones, Served, wrong_for_some
from tests.web.test_dispute import MELD, QUARREL, played

pytestmark = pytest.mark.deep


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    """Yield a server with links, and a table at which Carla took Beto's card."""
    with Served(tmp_path / "book.db", links=True, hosts=("127.0.0.1",)).serving() as here:
        so_far = LogSoFar()
        lines = [so_far.add(line) for line in played(QUARREL, warnings="open")]
        here.tables.begin(lines, "friday")
        yield here


def scribe_of(room: Served, phone: Page) -> Page:
    """Return the phone of the scribe, at the pad."""
    phone.goto(f"{room.address}/join/{room.link(Role.SCRIBE)}")
    phone.goto(f"{room.address}/tables/friday/pad")
    return phone


def player_disputes(room: Served, phone: Page, words: str) -> None:
    """Record a dispute from Beto's own phone."""
    token = room.app.extensions["referee-links"].make("friday", Role.PLAYER, "Beto")
    phone.goto(f"{room.address}/join/{token}")
    phone.goto(f"{room.address}/tables/friday/dispute?event={MELD}")
    phone.locator("#words").fill(words)
    phone.get_by_role("button", name="Put it on record").tap()
    phone.wait_for_url("**/dispute/*")


@pytest.mark.parametrize("where", ["pad", "report"])
def test_a_finding_leads_to_its_line_its_ruling_and_what_puts_it_right(
    room: Served, phone: Phones, where: str
) -> None:
    page = scribe_of(room, phone())
    for key, leads_to in (
        ("line 9", f"/replay/{MELD}"),
        ("ruling", f"event={MELD}&rule=claim.priority"),
        ("correct", f"/pad/fix/{MELD}"),
        ("forgive", f"event={MELD}&rule=claim.priority&forgive=1#forgive"),
    ):
        page.goto(f"{room.address}/tables/friday/{where}")
        if where == "pad":
            page.locator(".noticed summary").tap()
        finding = page.locator(".finding:has(a)", has_text="had asked for it").last
        names = {"line 9": "event 9", "ruling": "The ruling on this event"}
        name = names.get(key, key) if where == "report" else key
        link = finding.get_by_role("link", name=name)
        if name == "The ruling on this event":
            link.tap()
            page.locator("#ruling .ruling").wait_for()
            continue
        link.tap()
        page.wait_for_url(f"**{leads_to}")
    assert page.locator("#forgive").get_attribute("open") is not None


def test_a_viewer_is_led_to_the_ruling_and_to_nothing_that_writes(
    room: Served, phone: Phones
) -> None:
    page = phone()
    page.goto(f"{room.address}/join/{room.link(Role.VIEWER)}")
    page.goto(f"{room.address}/tables/friday/replay/{MELD}")
    links = page.locator(".happened .finding a")
    assert [link.split()[0] for link in links.all_inner_texts()] == ["rule", "ruling"]
    links.last.tap()
    page.locator("#ruling .ruling").wait_for()


def test_a_recorded_dispute_is_shown_to_the_scribe_at_once(room: Served, phone: Phones) -> None:
    page = scribe_of(room, phone())
    player_disputes(room, phone(), "I asked before her.")
    told = page.locator("[data-live]", has_text="Beto disputes event 9: I asked before her.")
    told.wait_for()
    assert wrong_for_some(page) == []
    told.get_by_role("link", name="Decide").tap()
    page.get_by_role("button", name="Dismissed").tap()
    page.get_by_text("dismissed", exact=True).first.wait_for()
    page.goto(f"{room.address}/tables/friday/pad")
    assert page.locator("[data-live] section").count() == 0


@pytest.mark.parametrize("where", ["?act=meld&player=Ana", "/fix/7?do=line"])
def test_a_dispute_is_shown_to_a_scribe_in_the_middle_of_something(
    room: Served, phone: Phones, where: str
) -> None:
    page = scribe_of(room, phone())
    page.goto(f"{room.address}/tables/friday/pad{where}")
    ticked, typed = page.locator('[data-card="5c"]'), page.locator("#line")
    if ticked.count():
        page.locator('label:has([data-card="5c"])').tap()
    if typed.count():
        typed.fill("Beto ?")
    player_disputes(room, phone(), "I asked before her.")
    page.locator("[data-live]", has_text="Beto disputes event 9").wait_for()
    assert not ticked.count() or ticked.is_checked()
    assert not typed.count() or typed.input_value() == "Beto ?"
