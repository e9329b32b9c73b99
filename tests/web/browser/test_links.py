"""Links as they are handed out at a table, on the smallest phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.store.links import Role
from tests.web.browser.phones import (
    OPENED,
    ROOM,
    Phones,
    Served,
    wider_than_the_screen,
    wrong_for_some,
)
from tests.web.browser.scribes import Scribe
from tests.web.browser.test_small_screens import is_in_sight
from tests.web.visitors import NEARLY_WON


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
        assert wider_than_the_screen(page) <= 0
        page.locator(".link", has_text="This one is yours.").get_by_role("button").tap()
        page.get_by_role("link", name="Keep it").tap()
        page.wait_for_url("**/links")
        assert page.locator(".link").count() == 3
        player = phone(height=640)
        player.goto(addresses[1])
        assert player.url == f"{room}/tables/friday"


@pytest.mark.deep
def test_the_hands_of_a_won_hand_are_shown_when_the_scribe_says_so(
    tmp_path: Path, phone: Phones
) -> None:
    with Served(tmp_path / "book.db", links=True, hosts=("127.0.0.1",)).serving() as here:
        address = here.lay(NEARLY_WON)
        scribe = Scribe(phone(height=640), "en", script=True)
        scribe.page.goto(f"{here.address}/join/{here.link(Role.SCRIBE)}")
        scribe.card("6h")
        scribe.uses("Ana", "7h", "8h", pays=None)
        scribe.key("Not yet")
        assert is_in_sight(scribe.page.get_by_role("button", name="Show the hands"))
        assert wrong_for_some(scribe.page) == []
        looks_on = phone(height=640)
        looks_on.goto(f"{here.address}/join/{here.link(Role.VIEWER)}")
        dealt = looks_on.locator(".holding .card")
        looks_on.goto(f"{address}/replay/3")
        assert dealt.count() == 0
        scribe.key("Show the hands")
        looks_on.reload()
        assert dealt.count() > 0
