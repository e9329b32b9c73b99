"""The pad on a phone: taps are written in order, once, other phones see them, and earlier lines are
put right."""

from __future__ import annotations

import pytest
from flask import request
from playwright.sync_api import Page, Route

from tests.web.browser.phones import (
    IN_PLAY,
    OPENED,
    PLAYED,
    Phones,
    Served,
    place_of,
    taps,
    wrong_for_some,
)
from tests.web.browser.test_network import BEFORE, KEPT, comes_true, drawn

MOST_AT_FIRST = 12
DEALT = PLAYED[: PLAYED.index("Ana +7h")]


@pytest.mark.deep
def test_a_lost_answer_is_asked_for_again_by_itself_and_nothing_is_written_twice(
    served: Served, phone: Phones
) -> None:
    page = phone()
    page.goto(served.lay(DEALT) + "/pad")

    def written_but_not_answered(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/pad", written_but_not_answered, times=1)
    page.locator('[data-card="7h"]').tap()
    page.locator("[data-outbox]", has_text="7♥").wait_for()
    assert served.lines()[-1]["card"] == "7h"
    before = len(served.lines())
    page.locator(".on-offer", has_text="7").wait_for()
    assert page.locator("[data-outbox]:visible").count() == 0
    assert len(served.lines()) == before


@pytest.mark.deep
def test_the_table_and_another_scribe_follow_what_is_written(served: Served, phone: Phones) -> None:
    address = served.lay(BEFORE)
    looks_on, other, ticking, page = (phone() for _ in range(4))
    looks_on.goto(address)
    other.goto(f"{address}/pad")
    ticking.goto(f"{address}/pad?act=meld&player=Beto")
    ticking.locator('label:has([data-card="5c"])').tap()
    page.goto(f"{address}/pad")
    taps(page, page.locator('button[data-card="7c"]'))
    looks_on.locator(".offer .card:has-text('7♣')").wait_for()
    other.locator(".last-line", has_text="7♣").wait_for()
    assert ticking.locator('[data-card="5c"]').is_checked()
    assert wrong_for_some(looks_on) == []


@pytest.mark.deep
def test_what_is_tapped_while_a_tap_is_written_waits_its_turn_or_is_told(
    served: Served, phone: Phones
) -> None:
    page, address = phone(height=640), served.lay(BEFORE)
    sent: list[Route] = []
    for name in ("7c", "Jd"):
        page.goto(f"{address}/pad")
        page.route("**/pad", lambda route: sent.append(route), times=1)
        page.locator(f'[data-card="{name}"]').tap()
        if name == "7c":
            for card in ("7c", "Ts", "2c"):
                page.locator(f'[data-card="{card}"]').tap()
            page.get_by_role("button", name="Undo").tap()
            sent.pop().continue_()
            page.locator(".last-line", has_text="never happened").wait_for()
            assert drawn(served, 4) == [("Beto", "7c"), ("Ana", "Ts"), ("Beto", "2c"), (None, None)]
        else:
            page.get_by_role("link", name="Fix a line").tap()
            page.locator('[data-card="Ts"]').tap()
            sent.pop().continue_()
            page.locator("[data-gone]:visible").wait_for()
            assert served.lines()[-1]["card"] == "Jd"


@pytest.mark.deep
def test_cards_are_tapped_into_the_fields_of_a_form(served: Served, phone: Phones) -> None:
    page = phone(height=640)
    page.goto(served.lay(OPENED) + "/pad?act=deal&form=1")
    field = page.locator("[data-takes]").first
    field.focus()
    for card in ("7♥", "10♠", "K♣"):
        page.locator(".typing button", has_text=card).first.tap()
    page.get_by_role("button", name="Take the last card out").tap()
    assert field.input_value() == "7h Ts"
    page.get_by_role("button", name="Done").tap()
    assert not page.locator(".typing").is_visible()
    page.get_by_role("button", name="Write it", exact=True).tap()
    page.locator("#now").wait_for()
    assert served.lines()[-1]["hands"] == {"Ana": ["7h", "Ts"]}


@pytest.mark.deep
def test_something_else_is_found_by_its_words(served: Served, phone: Phones) -> None:
    page = phone(height=640)
    page.goto(served.lay(IN_PLAY) + "/pad")
    page.locator("#more > summary").tap()
    page.locator("#sought").fill("SHÓWS")
    shown = page.locator("#something-else li:visible")
    assert shown.all_inner_texts() == ["A player shows cards"]
    shown.locator("a").tap()
    page.locator("#asked", has_text="A player shows cards").wait_for()


@pytest.mark.deep
@pytest.mark.parametrize("script", [True, False])
def test_an_evening_is_settled_and_goes_on_by_taps(
    served: Served, phone: Phones, script: bool
) -> None:
    page = phone(height=640, script=script)
    page.goto(served.lay(PLAYED) + "/pad")
    page.get_by_role("button", name="All of it was paid").tap()
    page.locator(".likely", has_not_text="All of it was paid").wait_for()
    assert served.lines()[-1]["type"] == "payment"
    page.get_by_role("button", name="Ana deals the next hand").tap()
    page.get_by_role("button", name="The cards are dealt").wait_for()
    assert served.lines()[-1]["type"] == "hand"


def planned(page: Page, text: str) -> None:
    """Wait until the page shows this as its plan, visible above the cards."""
    plan = page.locator(".plan", has_text=text)
    plan.wait_for()
    page.wait_for_load_state()
    above, cards = place_of(plan), page.locator(".dock .keys")
    below = place_of(cards if cards.count() else page.locator(".pad-bar"))
    assert 0 <= above["y"] <= above["y"] + above["height"] <= below["y"]


@pytest.mark.deep
@pytest.mark.parametrize(("script", "height"), [(True, 640), (False, 740)])
def test_a_forgotten_line_is_inserted_and_a_wrong_card_and_player_are_put_right(
    served: Served, phone: Phones, script: bool, height: int
) -> None:
    page, address = phone(script=script, height=height), served.lay(IN_PLAY)
    before = served.lines()
    page.goto(f"{address}/pad/fix/6")
    assert not page.get_by_role("button", name="Write it").count()
    page.get_by_role("link", name="A line is missing before it").tap()
    page.locator("[aria-label=What]").wait_for()
    for part in ("[aria-label=Who] button", "[aria-label=What] button"):
        key = place_of(page.locator(part).first)
        assert key["y"] + key["height"] <= place_of(page.locator(".dock"))["y"]
    page.locator("[aria-label=Who] button", has_text="Beto").tap()
    page.locator("[aria-pressed=true]", has_text="Beto").wait_for()
    page.locator('[data-card="3d"]').tap()
    planned(page, "Before event 6 this was forgotten: Beto draws 3♦.")
    page.locator('[data-card="4d"]').tap()
    planned(page, "Beto draws 4♦.")
    assert served.lines() == before, "nothing is written before it was read"
    assert not script or wrong_for_some(page) == []
    page.get_by_role("button", name="Write it").tap()
    page.wait_for_url("**/pad")
    *still, inserted = served.lines()
    assert still == before
    assert (inserted["type"], inserted["before"]) == ("insert", 6)
    assert inserted["event"] == {"type": "draw", "player": "Beto", "card": "4d"}
    page.goto(f"{address}/pad/fix/6")
    page.locator('[data-card="8h"]').tap()
    planned(page, "Event 6 should read: Ana draws 8♥.")
    page.locator("[aria-label=Who] button", has_text="Beto").tap()
    planned(page, "Event 6 should read: Beto draws 8♥.")
    page.get_by_role("button", name="Write it").tap()
    page.wait_for_url("**/pad")
    assert served.lines()[-1]["with"] == {"type": "draw", "player": "Beto", "card": "8h"}


def test_the_first_load_of_a_pad_takes_at_most_12_requests_and_the_next_no_file(
    served: Served, phone: Phones
) -> None:
    asked: list[str] = []
    served.app.before_request(lambda: asked.append(request.path))
    page = phone(worker=True)
    page.goto(served.lay(OPENED) + "/pad")
    comes_true(page, KEPT)
    # a headless browser does not request the icons, and the files that install the pages
    links = page.eval_on_selector_all("link", "all => all.map(one => new URL(one.href).pathname)")
    assert len(asked) + len(set(links) - set(asked)) <= MOST_AT_FIRST
    before = len(asked)
    page.reload()
    page.locator(".pad-bar").wait_for()
    assert [path for path in asked[before:] if path.startswith("/static/")] == []
