"""Requests of a phone: few at first, and none for the files that it has."""

from __future__ import annotations

import pytest
from flask import request

from tests.web.browser.phones import OPENED, Phones, Served
from tests.web.browser.test_network import KEPT, comes_true

MOST_AT_FIRST = 12


def test_the_first_load_of_a_pad_takes_at_most_12_requests_and_the_next_no_file(
    served: Served, phone: Phones
) -> None:
    asked: list[str] = []
    served.app.before_request(lambda: asked.append(request.path))
    page = phone(worker=True)
    page.goto(served.lay(OPENED) + "/pad")
    comes_true(page, KEPT)
    # a browser without a window does not ask for the icons, and for what installs the pages
    links = page.eval_on_selector_all("link", "all => all.map(one => new URL(one.href).pathname)")
    assert len(asked) + len(set(links) - set(asked)) <= MOST_AT_FIRST
    before = len(asked)
    page.reload()
    page.locator(".pad-bar").wait_for()
    assert [path for path in asked[before:] if path.startswith("/static/")] == []


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
