"""From the start page to the answer of a quarrel, on a phone."""

from __future__ import annotations

import pytest

from tests.depth import only_deep
from tests.web.browser.phones import Phones, Served, wider_than_the_screen


@pytest.mark.parametrize(("width", "height"), [(360, 740), only_deep(320, 568)])
@pytest.mark.parametrize("script", [True, only_deep(False)])
def test_two_want_the_same_card_in_eight_taps(
    served: Served, phone: Phones, width: int, height: int, script: bool
) -> None:
    page = phone(width=width, height=height, script=script)
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
    if height >= 740:
        assert box["y"] + box["height"] <= height
