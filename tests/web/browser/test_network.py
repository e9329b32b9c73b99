"""The pad goes on when the network goes: nothing that was tapped is lost, nothing stands twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from referee.store.links import Role
from tests.web.browser.phones import Phones, Served
from tests.web.browser.test_pad import PLAYED

BEFORE = PLAYED[: PLAYED.index("Beto +7c")]


KEPT = r"""async () => {
    const parts = performance.getEntriesByType("resource").map((one) => new URL(one.name).pathname);
    const pages = parts.filter((path) => /^\/static\/.*(js|css)$/.test(path));
    const all = ["/tables/friday/pad/plain", ...pages];
    const kept = await Promise.all(all.map((part) => caches.match(part, { ignoreVary: true })));
    return kept.every(Boolean);
}"""
"""Whether the phone keeps all that the pad needs without network."""

GONE = """async () =>
    !await caches.match("/tables/friday/pad/plain", { ignoreVary: true })"""


def comes_true(page: Page, asked: str) -> None:
    """Look at each frame until it is so."""
    frame = "new Promise((done) => requestAnimationFrame(done))"
    found = page.evaluate(
        f"""async () => {{
            for (let tries = 0; tries < 600; tries += 1) {{
                if (await ({asked})()) return true;
                await {frame};
            }}
            return false;
        }}"""
    )
    assert found, asked


def drawn(served: Served, last: int) -> list[tuple[Any, Any]]:
    """Who drew which card, the last so many lines."""
    return [(line.get("player"), line.get("card")) for line in served.lines()[-last:]]


def taps_offline(page: Page, *cards: str) -> None:
    """The scribe taps cards while there is no network."""
    page.context.set_offline(True)
    for place, card in enumerate(cards):
        page.locator(f'[data-card="{card}"]').tap()
        page.locator(f"[data-outbox] li >> nth={place}").wait_for()


def test_taps_without_network_are_sent_in_order_each_once(served: Served, phone: Phones) -> None:
    page = phone(height=640)
    page.goto(served.lay(BEFORE) + "/pad")
    taps_offline(page, "7c", "Ts", "2c")
    assert page.locator("#connection").inner_text().endswith("No network")
    assert len(served.lines()) == 8
    page.context.set_offline(False)
    page.locator(".on-offer", has_text="2").wait_for()
    assert drawn(served, 3) == [("Beto", "7c"), ("Ana", "Ts"), ("Beto", "2c")]
    assert page.locator("[data-outbox]:visible").count() == 0


@pytest.mark.deep
def test_a_meld_without_network_says_who_and_what(served: Served, phone: Phones) -> None:
    page = phone(height=640)
    page.goto(served.lay(BEFORE) + "/pad")
    taps_offline(page, "7c")
    page.locator(".pick", has_text="Beto").tap()
    page.locator(".pick", has_text="melds").tap()
    for card in ("5c", "6c", "7c"):
        page.locator(f'[data-card="{card}"]').tap()
    page.get_by_role("button", name="Write it").tap()
    page.locator("[data-outbox] li", has_text="melds").wait_for()
    page.context.set_offline(False)
    page.locator(".laid", has_text="Beto").wait_for()
    assert served.lines()[-1]["cards"] == ["5c", "6c", "7c"]


@pytest.mark.deep
def test_a_phone_that_starts_again_without_network_has_lost_nothing(
    served: Served, phone: Phones
) -> None:
    page = phone(height=640, worker=True)
    page.goto(served.lay(BEFORE) + "/pad")
    comes_true(page, KEPT)
    taps_offline(page, "7c", "Ts")
    again = page.context.new_page()
    page.close()
    again.goto(f"{served.address}/tables/friday/pad")
    again.locator("[data-outbox] li >> nth=1").wait_for()
    again.context.set_offline(False)
    again.locator(".on-offer", has_text="10").wait_for()
    assert drawn(served, 2) == [("Beto", "7c"), ("Ana", "Ts")]


BACK_AT_ONCE = """() => {
    const told = () => { seen.disconnect(); dispatchEvent(new Event("online")); };
    const seen = new MutationObserver(told);
    seen.observe(document.getElementById("connection"), { attributeFilter: ["data-state"] });
}"""
"""The network comes back the moment the phone says that it has none."""


@pytest.mark.deep
def test_a_network_that_comes_back_while_a_tap_fails_is_not_missed(
    served: Served, phone: Phones
) -> None:
    page = phone(height=640)
    page.goto(served.lay(BEFORE) + "/pad")
    page.evaluate(BACK_AT_ONCE)
    page.route("**/pad", lambda route: route.abort(), times=1)
    page.locator('[data-card="7c"]').tap()
    page.locator(".on-offer", has_text="7").wait_for()
    assert drawn(served, 1) == [("Beto", "7c")]


@pytest.mark.deep
def test_what_another_scribe_wrote_meanwhile_is_settled_first(
    served: Served, phone: Phones
) -> None:
    page, address = phone(height=640), served.lay(BEFORE)
    page.goto(f"{address}/pad")
    taps_offline(page, "7c", "Ts")
    other = phone()
    other.goto(f"{address}/pad")
    other.locator('[data-card="Jd"]').tap()
    other.locator(".on-offer", has_text="J").wait_for()
    page.context.set_offline(False)
    page.get_by_role("button", name="Write mine, too").tap()
    page.locator(".on-offer", has_text="10").wait_for()
    assert drawn(served, 3) == [("Beto", "Jd"), ("Beto", "7c"), ("Ana", "Ts")]


@pytest.mark.deep
def test_a_phone_keeps_no_card_of_a_table_and_nothing_when_its_link_was_taken_back(
    tmp_path: Path, phone: Phones
) -> None:
    with Served(tmp_path / "book.db", links=True, hosts=("127.0.0.1",)).serving() as here:
        address = here.lay("desmoche\nplayers Ana, Beto*\nhand bet 5\ndeal Ana 7h8h9h4c5c6cJsQs2d")
        page = phone(height=640, worker=True)
        page.goto(f"{here.address}/join/{here.link(Role.SCRIBE)}")
        comes_true(page, KEPT)
        kept = page.evaluate(
            """async () => {
                const shelf = await caches.open((await caches.keys())[0]);
                const asked = (await shelf.keys()).map((one) => new URL(one.url).pathname);
                return asked.filter((path) => !path.startsWith("/static/"));
            }"""
        )
        assert kept == ["/tables/friday/pad/plain"]
        plain = page.evaluate("fetch('/tables/friday/pad/plain').then((page) => page.text())")
        assert "7h" in plain
        assert "gone" not in plain
        links = here.app.extensions["referee-links"]
        links.revoke("friday", links.of_table("friday")[0].number)
        page.goto(f"{address}/pad")
        comes_true(page, GONE)
