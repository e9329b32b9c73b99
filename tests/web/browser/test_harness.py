"""The harness itself: a table that was laid is seen on a phone, in its language."""

from __future__ import annotations

import pytest

from tests.depth import only_deep
from tests.web.browser.phones import Phones, Served, wider_than_the_screen, wrong_for_some


@pytest.mark.parametrize(
    ("locale", "script"),
    [("en", True), only_deep("en", False), only_deep("es-NI", True), only_deep("es-NI", False)],
)
def test_a_phone_shows_the_table(served: Served, phone: Phones, locale: str, script: bool) -> None:
    page = phone(locale, script=script)
    page.goto(served.lay())
    assert page.locator("html").get_attribute("lang") == locale
    assert "Ana" in page.inner_text("main")
    if script:
        assert wrong_for_some(page) == []
        assert wider_than_the_screen(page) <= 0
