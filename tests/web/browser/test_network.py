"""The pad works offline: no tap is lost or written twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from referee.store.links import Role
from tests.depth import only_deep
from tests.web.browser.phones import OPENED, PLAYED, Phones, Served, wrong_for_some

BEFORE = PLAYED[: PLAYED.index("Beto +7c")]


KEPT = r"""async () => {
    const parts = performance.getEntriesByType("resource").map((one) => new URL(one.name).pathname);
    const pages = parts.filter((path) => /^\/static\/.*(js|css)$/.test(path));
    const all = ["/tables/friday/pad/plain", ...pages];
    const kept = await Promise.all(all.map((part) => caches.match(part, { ignoreVary: true })));
    return kept.every(Boolean);
}"""
"""Returns whether the phone has stored everything that the pad needs offline."""

TAPPED_AT_ONCE = """() => {
    new MutationObserver((changes, observer) => {
        const key = document.querySelector("#main .finding form .main");
        if (!key) return;
        observer.disconnect();
        setTimeout(() => key.click());
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Taps "Write mine, too" at the first possible moment."""

GONE = """async () =>
    !await caches.match("/tables/friday/pad/plain", { ignoreVary: true })"""


def comes_true(page: Page, asked: str) -> None:
    """Check at each frame until it is true."""
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
    """Return the players and cards of the last draws."""
    return [(line.get("player"), line.get("card")) for line in served.lines()[-last:]]


def taps_offline(page: Page, *cards: str) -> None:
    """Tap cards while there is no network."""
    page.context.set_offline(True)
    for place, card in enumerate(cards):
        page.locator(f'[data-card="{card}"]').tap()
        page.locator(f"[data-outbox] li >> nth={place}").wait_for()


@pytest.mark.deep
def test_taps_without_network_are_sent_in_order_each_once(served: Served, phone: Phones) -> None:
    page = phone(height=640)
    page.goto(served.lay(BEFORE) + "/pad")
    taps_offline(page, "7c", "Ts", "2c")
    assert page.locator("#connection").inner_text().endswith("No network")
    page.locator(".pick", has_text="Beto").tap()
    page.locator(".pick", has_text="melds").tap()
    for card in ("Td", "Th", "Ts"):
        page.locator(f'[data-card="{card}"]').tap()
    page.get_by_role("button", name="Write it").tap()
    page.locator("[data-outbox] li", has_text="melds").wait_for()
    assert len(served.lines()) == 8
    page.context.set_offline(False)
    page.locator(".laid", has_text="Beto").wait_for()
    assert drawn(served, 4)[:3] == [("Beto", "7c"), ("Ana", "Ts"), ("Beto", "2c")]
    assert sorted(served.lines()[-1]["cards"]) == ["Td", "Th", "Ts"]
    assert page.locator("[data-outbox]:visible").count() == 0


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


@pytest.mark.deep
def test_a_page_that_is_loaded_again_without_network_keeps_whose_turn_it_is(
    served: Served, phone: Phones
) -> None:
    page = phone(worker=True)
    page.goto(served.lay(BEFORE) + "/pad")
    comes_true(page, KEPT)
    page.context.set_offline(True)

    def turn() -> tuple[str, str]:
        page.goto(f"{served.address}/tables/friday/pad")
        page.locator("#plain").wait_for()
        chosen = page.locator("#plain input:checked")
        who, what = (chosen.nth(place).input_value() for place in (0, 1))
        return who, what

    assert turn() == ("Beto", "draw"), "as the pad knew it while it was connected"
    page.locator('[data-card="7c"]').tap()
    page.locator("[data-outbox] li >> nth=0").wait_for()
    assert turn() == ("Ana", "draw")
    page.locator(".pick", has_text="pays").tap()
    assert turn() == ("Ana", "pay")
    assert page.locator("[data-outbox] li").count() == 1


def draws_meanwhile(served: Served) -> None:
    """Another scribe writes that Beto draws the jack of diamonds."""
    served.tables.find("friday").write([{"type": "draw", "player": "Beto", "card": "Jd"}])


def revoke_all(here: Served) -> None:
    links = here.app.extensions["referee-links"]
    for link in links.of_table("friday"):
        links.revoke("friday", link.number)


@pytest.mark.deep
@pytest.mark.parametrize("worker", [True, only_deep(False)])
def test_taps_of_a_phone_whose_link_was_taken_back_are_told_and_kept(
    tmp_path: Path, phone: Phones, worker: bool
) -> None:
    with Served(tmp_path / "book.db", links=True, hosts=("127.0.0.1",)).serving() as here:
        address = here.lay(BEFORE)
        page = phone(worker=worker)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(f"{here.address}/join/{here.link(Role.SCRIBE)}")
        if worker:
            comes_true(page, KEPT)
        taps_offline(page, "7c", "Ts")
        revoke_all(here)
        page.context.set_offline(False)
        told = page.locator("[data-kept]:visible")
        told.wait_for()
        for again in (f"{address}/pad", here.address):
            page.goto(again)
            told.locator("li").nth(1).wait_for()
            assert "Beto draws 7♣" in told.locator("li").first.inner_text()
            assert "Ana draws 10♠" in told.locator("li").last.inner_text()
            assert wrong_for_some(page) == []
        told.get_by_role("button", name="Copy").tap()
        told.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == "friday: Beto draws 7♣\nfriday: Ana draws 10♠"
        page.goto(f"{here.address}/join/{here.link(Role.SCRIBE)}")
        page.goto(f"{address}/pad")
        page.locator(".on-offer", has_text="10").wait_for()
        assert drawn(here, 2) == [("Beto", "7c"), ("Ana", "Ts")]
        page.goto(here.address)
        assert not told.is_visible()


@pytest.mark.deep
def test_taps_that_nobody_needs_are_thrown_away_after_a_question(
    tmp_path: Path, phone: Phones
) -> None:
    with Served(tmp_path / "book.db", links=True, hosts=("127.0.0.1",)).serving() as here:
        address = here.lay(BEFORE)
        page = phone()
        page.goto(f"{here.address}/join/{here.link(Role.SCRIBE)}")
        taps_offline(page, "7c")
        revoke_all(here)
        page.context.set_offline(False)
        told = page.locator("[data-kept]:visible")
        told.wait_for()
        page.goto(f"{here.address}/join/{here.link(Role.VIEWER)}")
        page.wait_for_load_state("networkidle")
        assert page.locator(".board").is_visible(), "who looks on now is not asked about them"
        page.goto(here.address)
        told.get_by_text("Throw them away", exact=True).tap()
        told.get_by_role("button", name="Yes, throw them away").tap()
        told.wait_for(state="hidden")
        page.goto(f"{address}/pad")
        page.get_by_role("heading", name="That did not work").wait_for()
        assert not told.is_visible()
        assert len(here.lines()) == 8


@pytest.mark.deep
def test_a_tap_that_waited_and_is_refused_stays_with_the_reason_and_the_next_are_written(
    served: Served, phone: Phones
) -> None:
    page = phone()
    page.goto(served.lay(BEFORE) + "/pad")
    page.context.set_offline(True)
    page.locator("#more > summary").tap()
    page.locator("#line").fill("Zoe sings")
    page.locator("#line + button").tap()
    page.locator("[data-outbox] li >> nth=0").wait_for()
    page.locator(".pick", has_text="Beto").tap()
    page.locator('[data-card="7c"]').tap()
    page.locator("[data-outbox] li >> nth=1").wait_for()
    page.context.set_offline(False)
    page.locator(".on-offer", has_text="7").wait_for()
    refused = page.locator("[data-kept]:visible li")
    refused.wait_for()
    assert "Zoe" in refused.inner_text()
    assert drawn(served, 1) == [("Beto", "7c")]
    page.reload()
    refused.wait_for()
    assert page.locator("[data-outbox]:visible").count() == 0


@pytest.mark.deep
def test_two_scribes_who_write_the_same_lines_are_asked_and_nothing_stands_twice(
    served: Served, phone: Phones
) -> None:
    page, address = phone(), served.lay(BEFORE)
    page.goto(f"{address}/pad")
    taps_offline(page, "7c", "Ts", "2c")
    other = phone()
    other.goto(f"{address}/pad")
    for card, told in (("7c", "7"), ("Ts", "10"), ("Jd", "J")):
        other.locator(f'[data-card="{card}"]').tap()
        other.locator(".on-offer", has_text=told).wait_for()
    page.context.set_offline(False)
    for mine in ("Beto draws 7♣.", "Ana draws 10♠."):
        question = page.locator(".dock section:has(#unsent)")
        question.locator("> p", has_text=mine).first.wait_for()
        assert question.get_by_role("heading").inner_text() == "Is it the same line?"
        yes = question.get_by_role("link", name="Yes, the same")
        assert "main" in str(yes.get_attribute("class"))
        assert wrong_for_some(page) == []
        yes.tap()
    page.get_by_role("heading", name="This was not written").wait_for()
    page.get_by_role("button", name="Write mine, too").tap()
    page.locator(".on-offer", has_text="2").wait_for()
    assert drawn(served, 4) == [("Beto", "7c"), ("Ana", "Ts"), ("Beto", "Jd"), ("Beto", "2c")]


@pytest.mark.deep
def test_a_tap_beside_a_question_does_not_take_the_place_of_the_line_in_question(
    served: Served, phone: Phones
) -> None:
    page, address = phone(), served.lay(BEFORE)
    page.goto(f"{address}/pad")
    taps_offline(page, "7c")
    draws_meanwhile(served)
    page.context.set_offline(False)
    question = page.get_by_role("heading", name="This was not written")
    question.wait_for()
    assert page.locator(".now").count() == 0
    with page.expect_response("**/pad"):
        page.get_by_role("button", name="Undo").tap()
    page.locator("[data-outbox] li", has_text="Undo").wait_for()
    question.wait_for()
    page.get_by_role("button", name="Write mine, too").tap()
    page.locator("[data-outbox]:visible").wait_for(state="detached")
    assert ("Beto", "7c") in drawn(served, 2)


@pytest.mark.deep
def test_a_line_that_is_left_out_takes_none_of_the_taps_behind_it_with_it(
    served: Served, phone: Phones
) -> None:
    page, address = phone(), served.lay(BEFORE)
    page.goto(f"{address}/pad")
    taps_offline(page, "7c", "Ts")
    draws_meanwhile(served)
    page.context.set_offline(False)
    page.get_by_role("link", name="Leave it out").tap()
    page.locator(".on-offer", has_text="10").wait_for()
    assert drawn(served, 2) == [("Beto", "Jd"), ("Ana", "Ts")]


BACK_AT_ONCE = """() => {
    const told = () => { seen.disconnect(); dispatchEvent(new Event("online")); };
    const seen = new MutationObserver(told);
    seen.observe(document.getElementById("connection"), { attributeFilter: ["data-state"] });
}"""
"""The network returns the moment the phone reports that there is none."""


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
    draws_meanwhile(served)
    page.evaluate(TAPPED_AT_ONCE)
    page.context.set_offline(False)
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


@pytest.mark.deep
def test_a_player_who_sits_down_is_on_the_pad_without_network(
    served: Served, phone: Phones
) -> None:
    page = phone()
    page.goto(served.lay(OPENED) + "/pad")
    with page.expect_response("**/pad/plain"):
        served.tables.find("friday").write([{"type": "join", "player": "Zoe", "after": "Beto"}])
    page.locator("#plain-pad[data-seated*=Zoe]").wait_for(state="attached")
    page.context.set_offline(True)
    page.get_by_role("link", name="Fix a line").tap()
    page.locator(".pick", has_text="Zoe").wait_for()
