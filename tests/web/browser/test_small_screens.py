"""The pad on the smallest phones of a table, 360 by 640: nothing hidden, nothing that moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator

from tests.web.browser.phones import Phones, Served, wider_than_the_screen, wrong_for_some
from tests.web.browser.test_pad import PLAYED

pytestmark = pytest.mark.deep

DIMES = """
dimes
players Ana, Beto, Carla*
hand
deal
Ana +7h -7h
Beto +9c -Kd
"""

FOUR = """
desmoche
players Ana, Beto, Carla, Mayra*
hand bet 5
deal
cambio Ana xx, Beto xx, Carla xx, Mayra xx
Ana +7h =7h8h9h -Kc Beto.
Beto 7c Ana =7c7d7s -2h
Beto 5s
"""

ON_OFFER = PLAYED[: PLAYED.index("Ana Js")] + "Ana Js\n"

MELDING = "?act=meld&player=Beto"


def place_of(part: Locator) -> FloatRect:
    """Return the place of a part of the page on the screen."""
    box = part.bounding_box()
    assert box is not None
    return box


def is_in_sight(part: Locator) -> bool:
    """Return whether a finger could touch the middle of this part as the page stands."""
    return bool(
        part.evaluate(
            """part => {
                const box = part.getBoundingClientRect();
                const at = document.elementFromPoint(
                    box.x + box.width / 2, box.y + box.height / 2);
                return at !== null && (part.contains(at) || at.contains(part));
            }"""
        )
    )


def test_a_discard_that_has_to_be_taken_first_is_not_ticked_in_a_meld(
    served: Served, phone: Phones
) -> None:
    page = phone(height=640)
    page.goto(served.lay(DIMES) + "/pad?act=meld&player=Carla")
    assert page.locator("[data-card]:checked").count() == 0
    page.goto(served.lay(ON_OFFER, "desmoche") + "/pad" + MELDING)
    assert page.locator("[data-card]:checked").get_attribute("value") == "Js"


@pytest.mark.parametrize("height", [640, 740])
@pytest.mark.parametrize("locale", ["es-NI", "en"])
def test_the_cards_stay_where_they_are_whatever_is_asked(
    served: Served, phone: Phones, locale: str, height: int
) -> None:
    page = phone(locale, height=height)
    two, four = served.lay(ON_OFFER), served.lay(FOUR, "four")
    dimes = served.lay(DIMES, "dimes")
    places = set()
    for address in (
        f"{two}/pad",
        f"{two}/pad{MELDING}",
        f"{two}/pad?act=discard&player=Ana",
        f"{four}/pad",
        f"{four}/pad?act=meld&player=Ana",
        f"{dimes}/pad",
    ):
        page.goto(address)
        cards = page.locator(".key")
        first, last = place_of(cards.first), place_of(cards.last)
        places.add((first["x"], first["y"], last["x"], last["y"]))
        assert last["y"] + last["height"] <= place_of(page.locator(".pad-bar"))["y"]
        assert is_in_sight(page.locator(".key").last)
        for key in page.locator(".likely button, .likely a, .onto button, .laid .card").all():
            assert is_in_sight(key), (address, key.inner_text())
    assert len(places) == 1


def test_a_chosen_card_keeps_its_colour(served: Served, phone: Phones) -> None:
    page = phone(height=640)
    page.goto(served.lay(ON_OFFER) + "/pad" + MELDING)
    colours = {
        name: page.locator(f'label:has([data-card="{name}"]) .face')
        for name in ("Jh", "Jc", "9d", "2c")
    }
    for face in colours.values():
        face.tap()
    for name, face in colours.items():
        assert page.locator(f'[data-card="{name}"]').is_checked()
        red = face.evaluate("face => getComputedStyle(face).color") == "rgb(179, 18, 29)"
        assert red == (name[1] in "dh")
    assert wrong_for_some(page) == []


@pytest.mark.parametrize("wrong", ["a line", "a meld without cards"])
def test_what_went_wrong_is_told_where_the_finger_is(
    served: Served, phone: Phones, wrong: str
) -> None:
    page, address = phone(height=640), served.lay(ON_OFFER)
    if wrong == "a line":
        page.goto(f"{address}/pad")
        page.locator("#more summary").tap()
        page.locator("#line").fill("nobody knows")
        page.locator("#line + button").tap()
    else:
        page.goto(f"{address}/pad{MELDING}")
        page.locator('label:has([data-card="Js"])').tap()
        page.get_by_role("button", name="Lay these cards").tap()
    told = page.locator(".dock [role=alert]:visible")
    told.wait_for()
    assert is_in_sight(told)
    what = "expected" if wrong == "a line" else "choose the cards"
    assert what in told.inner_text()
    assert what in page.locator("body > [role=status]").last.inner_text()


def test_a_tap_that_is_not_sent_yet_is_told_where_the_finger_is(
    served: Served, phone: Phones
) -> None:
    page = phone(height=640)
    page.goto(served.lay(ON_OFFER) + "/pad")
    cards = place_of(page.locator(".key").first)
    page.evaluate("scrollTo(0, 400)")
    page.context.set_offline(True)
    page.locator('[data-card="9c"]').tap()
    told = page.locator("[data-outbox]", has_text="9♣")
    told.wait_for()
    assert is_in_sight(told)
    assert place_of(page.locator(".key").first) == cards
    assert wrong_for_some(page) == []


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_everybody_can_use_the_pad(served: Served, phone: Phones, width: int) -> None:
    page = phone(width=width, height=640)
    asked = ("", "?act=meld&player=Ana", "?act=show", "?act=house", "?ask=1", "/fix", "/fix/7")
    for address in (served.lay(ON_OFFER), served.lay(FOUR, "four")):
        for what in (f"/pad{one}" for one in asked):
            page.goto(address + what)
            assert wrong_for_some(page) == [], what
            assert wider_than_the_screen(page) <= 0, what
