"""An earlier line is put right with a thumb: card keys mean one thing, which stands above them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.depth import only_deep
from tests.web.browser.phones import Phones, Served, wider_than_the_screen, wrong_for_some
from tests.web.browser.test_pad import PLAYED
from tests.web.browser.test_small_screens import place_of

IN_PLAY = PLAYED[: PLAYED.index("Ana Js")]

DRAWN = 6
"""The line on which Ana draws the 7♥."""


def planned(page: Page, text: str) -> None:
    """Wait until this is what the page would write, in sight, above the cards."""
    plan = page.locator(".plan", has_text=text)
    plan.wait_for()
    page.wait_for_load_state()
    above, cards = place_of(plan), page.locator(".dock .keys")
    below = place_of(cards if cards.count() else page.locator(".pad-bar"))
    assert 0 <= above["y"] <= above["y"] + above["height"] <= below["y"]


@pytest.mark.deep
@pytest.mark.parametrize("script", [True, only_deep(False)])
@pytest.mark.parametrize("height", [740, only_deep(640)])
def test_a_forgotten_line_is_inserted_and_the_line_behind_it_stays(
    served: Served, phone: Phones, script: bool, height: int
) -> None:
    page, address = phone(script=script, height=height), served.lay(IN_PLAY)
    before = served.lines()
    page.goto(f"{address}/pad/fix/{DRAWN}")
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
    if script:
        assert wrong_for_some(page) == []
        assert wider_than_the_screen(page) <= 0
    page.get_by_role("button", name="Write it").tap()
    page.wait_for_url("**/pad")
    assert served.lines()[:-1] == before
    inserted = served.lines()[-1]
    assert (inserted["type"], inserted["before"]) == ("insert", DRAWN)
    assert inserted["event"] == {"type": "draw", "player": "Beto", "card": "4d"}


@pytest.mark.deep
@pytest.mark.parametrize("script", [True, only_deep(False)])
def test_a_wrong_card_and_a_wrong_player_are_put_right_in_one_line(
    served: Served, phone: Phones, script: bool
) -> None:
    page, address = phone(script=script), served.lay(IN_PLAY)
    page.goto(f"{address}/pad/fix/{DRAWN}")
    assert not page.get_by_role("button", name="Write it").count()
    page.locator('[data-card="8h"]').tap()
    planned(page, "Event 6 should read: Ana draws 8♥.")
    page.locator("[aria-label=Who] button", has_text="Beto").tap()
    planned(page, "Event 6 should read: Beto draws 8♥.")
    page.get_by_role("button", name="Write it").tap()
    page.wait_for_url("**/pad")
    assert served.lines()[-1]["with"] == {"type": "draw", "player": "Beto", "card": "8h"}
