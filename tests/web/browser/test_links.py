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
