"""Count a hand on a phone: the cards are tapped, and the number stands above them."""

from __future__ import annotations

import pytest

from tests.depth import only_deep
from tests.web.browser.phones import Phones, Served, wider_than_the_screen


@pytest.mark.deep
@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), only_deep(360, 740), only_deep(740, 360)]
)
@pytest.mark.parametrize("script", [True, only_deep(False)])
def test_cards_are_tapped_and_the_number_is_taken_along(
    served: Served, phone: Phones, width: int, height: int, script: bool
) -> None:
    page = phone(width=width, height=height, script=script)
    page.goto(f"{served.address}/count?game=dimes&round=3&back=/season")
    for tapped, card in enumerate(("7h", "8h", "9h", "Kd", "Ks"), 1):
        page.locator(f"#key-{card}").tap()
        page.wait_for_function("n => document.querySelectorAll('.counting .card').length == n",
                               arg=tapped)  # fmt: skip
    count, write = page.locator(".held strong"), page.get_by_role("link", name="Write it")
    assert count.text_content() == "20 points"
    for there in (count, write, page.locator("#round-3"), page.locator("#key-7s")):
        box = there.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height + 1
    assert wider_than_the_screen(page) <= 0
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
